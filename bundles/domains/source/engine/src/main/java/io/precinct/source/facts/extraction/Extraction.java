package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.source.facts.extraction.Declarations.Misleading;
import io.precinct.source.facts.extraction.Declarations.Raw;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.facts.extraction.SyntaxErrors.Range;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** From a text to its facts. Without state of its own; runs in the process or in a worker. */
public final class Extraction {
    /** How often a text is parsed at most: each time without what misled the parser before. */
    private static final int MOST_READINGS = 10;

    private Extraction() {}

    /**
     * The facts of a text without a grammar: annotations by comment signs, line by line.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    public static FileFacts byLines(
            CommentSigns signs, AnnotationFormats formats, byte[] utf8, BooleanSupplier cancelled) throws Stopped {
        return LineComments.facts(signs, formats, utf8, cancelled);
    }

    /**
     * Parses a text and finds its facts with one run of the query for declarations. Comments are looked at only in
     * texts with something like an annotation. {@link Recovery} looks for what syntax errors hide; errors that only
     * {@link Macros} cause do not count. A tree that has no error and cannot be right is made again without what misled
     * the parser, as the query for declarations tells.
     *
     * @param formats of the annotations
     * @param cancelled asked often; true ends it
     * @throws Cancelled if that ended it while parsing
     * @throws Stopped if that ended it while searching
     */
    public static FileFacts of(
            UsableLanguage grammar,
            AnnotationFormats formats,
            byte[] utf8,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        String language = grammar.language().name();
        Macros macros = Macros.in(language, utf8, cancelled);
        var text = new Masked(
                utf8,
                macros == null ? KotlinHeaders.joined(language, utf8, cancelled) : macros.text(),
                macros == null ? raw -> raw : macros::widened);
        FileFacts facts = null;
        for (int left = MOST_READINGS; facts == null; left--) {
            Raw raw;
            try (Tree tree = parser.parse(grammar.nativeLanguage(), text.utf8, text.utf8.length, cancelled)) {
                Query symbols = grammar.symbols();
                raw = symbols == null ? Raw.NOTHING : Declarations.raw(symbols, tree, tree.root(), cursor, cancelled);
                if (raw.misleading().isEmpty() || left == 1) {
                    facts = of(grammar, formats, text, raw, tree.root(), parser, cursor, cancelled);
                }
            }
            text = text.with(raw.without(text.utf8));
        }
        return facts;
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

    private static FileFacts of(
            UsableLanguage grammar,
            AnnotationFormats formats,
            Masked text,
            Raw raw,
            Node root,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        List<Range> errors = SyntaxErrors.in(grammar, root, cursor, cancelled);
        if (errors.isEmpty()) {
            Declarations declarations = Declarations.of(raw.declared(), text.widened);
            List<Note> notes = notes(grammar, formats, text.utf8, root, declarations, cursor, cancelled);
            return raw.misleading().isEmpty()
                    ? new FileFacts(root.hasError(), null, declarations.symbols(), notes)
                    : new FileFacts(root.hasError(), null, declarations.symbols(), notes, misread(text, raw));
        }
        var recovery = new Recovery(grammar, formats, parser, cursor, cancelled);
        recovery.look(new SourceText(text.original), text.utf8, errors);
        Declarations declarations = recovery.declarations(raw.declared(), text.widened);
        List<Note> notes = recovery.notes(notes(grammar, formats, text.utf8, root, declarations, cursor, cancelled));
        var gaps = new ArrayList<>(recovery.gaps());
        misread(text, raw).forEach(gap -> SyntaxErrors.add(gaps, gap));
        return new FileFacts(true, null, declarations.symbols(), notes, gaps);
    }

    /** The lines around which the tree cannot be right, although it has no error. */
    private static List<Gap> misread(Masked text, Raw raw) {
        var lines = new SourceText(text.original);
        var gaps = new ArrayList<Gap>();
        raw.misleading().stream()
                .sorted(Comparator.comparingInt(Misleading::start))
                .forEach(each ->
                        SyntaxErrors.add(gaps, new Gap(lines.row(each.start()) + 1, lines.row(each.end() - 1) + 1)));
        return gaps;
    }

    private static List<Note> notes(
            UsableLanguage grammar,
            AnnotationFormats formats,
            byte[] utf8,
            Node root,
            Declarations declarations,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Stopped {
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
