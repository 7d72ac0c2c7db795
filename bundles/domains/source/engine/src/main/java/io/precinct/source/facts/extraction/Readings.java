package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Conditions.Range;
import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.source.facts.extraction.Declarations.Misleading;
import io.precinct.source.facts.extraction.Declarations.Raw;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Parses a text, as a whole or branch by branch of its conditions. Confined to a thread. */
final class Readings {
    /** How often a text is parsed at most: each time without what misled the parser before. */
    private static final int MOST_PARSES = 10;

    private final UsableLanguage grammar;
    private final AnnotationFormats formats;
    private final Parser parser;
    private final Cursor cursor;
    private final BooleanSupplier cancelled;

    Readings(
            UsableLanguage grammar,
            AnnotationFormats formats,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled) {
        this.grammar = grammar;
        this.formats = formats;
        this.parser = parser;
        this.cursor = cursor;
        this.cancelled = cancelled;
    }

    /**
     * What is found in a text.
     *
     * @param hidden bytes in which syntax errors may hide something
     * @param notes in the order of the text
     */
    record Reading(boolean hasError, long hidden, Declarations declarations, List<Note> notes, List<Gap> gaps) {
        FileFacts facts() {
            return new FileFacts(hasError, null, declarations.symbols(), notes, gaps);
        }
    }

    /** What is found in a text. */
    Reading of(byte[] utf8) throws Cancelled, Stopped {
        String language = grammar.language().name();
        Macros macros = Macros.in(language, utf8, cancelled);
        var text = new Masked(
                utf8,
                macros == null ? KotlinHeaders.joined(language, utf8, cancelled) : macros.text(),
                macros == null ? raw -> raw : macros::widened);
        Reading reading = null;
        for (int left = MOST_PARSES; reading == null; left--) {
            Raw raw;
            try (Tree tree = parser.parse(grammar.nativeLanguage(), text.utf8, text.utf8.length, cancelled)) {
                Query symbols = grammar.symbols();
                raw = symbols == null ? Raw.NOTHING : Declarations.raw(symbols, tree, tree.root(), cursor, cancelled);
                if (raw.misleading().isEmpty() || left == 1) {
                    reading = of(text, raw, tree.root());
                }
            }
            text = text.with(raw.without(text.utf8));
        }
        return reading;
    }

    /**
     * What is found in all branches: what the first reading shows, of each other one what none before it shows, and of
     * the whole what stands in lines that stay hidden.
     *
     * @param text the whole
     */
    Reading of(Conditions conditions, Reading first, Reading whole, SourceText text) throws Cancelled, Stopped {
        boolean hasError = first.hasError;
        var declared = new ArrayList<>(first.declarations.all());
        var notes = new ArrayList<>(first.notes);
        var gaps = new ArrayList<>(first.gaps);
        List<Range> unread = conditions.hidden(0);
        for (int i = 1; i < conditions.readings(); i++) {
            Reading next = of(conditions.reading(i));
            List<Range> before = unread;
            List<Range> hidden = conditions.hidden(i);
            unread = Conditions.common(before, hidden);
            hasError |= next.hasError;
            next.declarations.all().stream()
                    .filter(each -> isNew(each.nameStart(), before, hidden))
                    .forEach(declared::add);
            next.notes.stream()
                    .filter(each -> isNew(each.markStart(), before, hidden))
                    .forEach(notes::add);
            for (Gap gap : next.gaps) {
                for (int row = gap.from() - 1; row < gap.to(); row++) {
                    if (isNew(text.rowStart(row), before, hidden)) {
                        gaps.add(new Gap(row + 1, row + 1));
                    }
                }
            }
        }
        List<Range> rest = unread;
        whole.notes.stream()
                .filter(each -> Conditions.contain(rest, each.markStart()))
                .forEach(notes::add);
        for (Range range : rest) {
            gaps.add(new Gap(text.row(range.start()) + 1, text.row(Math.max(range.start(), range.end() - 1)) + 1));
        }
        notes.sort(Comparator.comparingInt(Note::markStart));
        gaps.sort(Comparator.comparingInt(Gap::from));
        var merged = new ArrayList<Gap>();
        gaps.forEach(gap -> SyntaxErrors.add(merged, gap));
        declared.addAll(missing(declared, whole, merged, text));
        declared.sort(Declared::outerFirst);
        return new Reading(hasError, first.hidden, new Declarations(declared), notes, merged);
    }

    /** Declarations of the whole in the lines in which the readings may lack some. */
    private static List<Declared> missing(List<Declared> found, Reading whole, List<Gap> gaps, SourceText text) {
        var names = new HashSet<Long>();
        found.forEach(each -> names.add(each.key()));
        List<Range> lines = gaps.stream()
                .map(gap -> new Range(
                        text.rowStart(gap.from() - 1),
                        gap.to() < text.rows() ? text.rowStart(gap.to()) : Integer.MAX_VALUE))
                .toList();
        return whole.declarations.all().stream()
                .filter(each -> !names.contains(each.key()) && Conditions.contain(lines, each.nameStart()))
                .toList();
    }

    private static boolean isNew(int offset, List<Range> before, List<Range> hidden) {
        return Conditions.contain(before, offset) && !Conditions.contain(hidden, offset);
    }

    /**
     * A text for the parser.
     *
     * @param original as it stands in the file
     * @param utf8 of the same length, without what the parser does not understand
     * @param widened gives each declaration its range in the original
     */
    private record Masked(byte[] original, byte[] utf8, UnaryOperator<Declared> widened) {
        Masked with(byte[] other) {
            return new Masked(original, other, widened);
        }
    }

    private Reading of(Masked text, Raw raw, Node root) throws Cancelled, Stopped {
        List<SyntaxErrors.Range> errors = SyntaxErrors.in(grammar, root, cursor, cancelled);
        if (errors.isEmpty()) {
            Declarations declarations = Declarations.of(raw.declared(), text.widened);
            return new Reading(
                    root.hasError(), 0, declarations, notes(text.utf8, root, declarations), misread(text, raw));
        }
        var recovery = new Recovery(grammar, formats, parser, cursor, cancelled);
        recovery.look(new SourceText(text.original), text.utf8, errors);
        Declarations declarations = recovery.declarations(raw.declared(), text.widened);
        List<Note> notes = recovery.notes(notes(text.utf8, root, declarations));
        var gaps = new ArrayList<>(recovery.gaps());
        misread(text, raw).forEach(gap -> SyntaxErrors.add(gaps, gap));
        return new Reading(true, recovery.hidden(), declarations, notes, gaps);
    }

    /** The lines around which the tree cannot be right, although it has no error. */
    private static List<Gap> misread(Masked text, Raw raw) {
        if (raw.misleading().isEmpty()) {
            return List.of();
        }
        var lines = new SourceText(text.original);
        var gaps = new ArrayList<Gap>();
        raw.misleading().stream()
                .sorted(Comparator.comparingInt(Misleading::start))
                .forEach(each ->
                        SyntaxErrors.add(gaps, new Gap(lines.row(each.start()) + 1, lines.row(each.end() - 1) + 1)));
        return gaps;
    }

    private List<Note> notes(byte[] utf8, Node root, Declarations declarations) throws Stopped {
        if (!formats.any(utf8)) {
            return List.of();
        }
        // A fetched grammar may know no comments: to Markdown's they are HTML.
        CommentSigns signs = grammar.language().comments().types().isEmpty()
                ? CommentSigns.ofLanguage(grammar.language().name())
                : null;
        return signs == null
                ? new Comments(grammar.language().comments(), formats, new SourceText(utf8), root, declarations)
                        .annotations(grammar.docstrings(), cursor, cancelled)
                : new LineComments(signs, formats, new SourceText(utf8), 0, utf8.length).annotations(cancelled);
    }
}
