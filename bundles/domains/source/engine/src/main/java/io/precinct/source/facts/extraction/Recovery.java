package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.facts.extraction.TopLevel.Piece;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds what syntax errors hide: the part of the text with the errors is cut at its top-level lines, and each piece is
 * parsed by itself, so that an error is confined to its piece. No byte is parsed more than once more. Confined to a
 * thread.
 */
// @req:source-incomplete
final class Recovery {
    private final UsableLanguage grammar;
    private final AnnotationFormats formats;
    private final Parser parser;
    private final Cursor cursor;
    private final BooleanSupplier cancelled;

    private final List<Piece> pieces = new ArrayList<>();
    /** Pieces without an error that could hide something. */
    private final List<Piece> whole = new ArrayList<>();

    private final List<Declared> declared = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private long hidden;

    Recovery(
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
     * Parses the pieces that contain errors.
     *
     * @param text the file's
     * @param parsed what the parser sees of it, of the same length
     */
    void look(SourceText text, byte[] parsed, List<SyntaxErrors.Range> errors) throws Cancelled, Stopped {
        for (Piece piece : TopLevel.around(text, errors)) {
            pieces.add(piece);
            look(text, Arrays.copyOfRange(parsed, piece.start(), piece.end()), piece);
        }
    }

    private void look(SourceText text, byte[] utf8, Piece piece) throws Cancelled, Stopped {
        try (Tree tree = parser.parse(grammar.nativeLanguage(), utf8, utf8.length, cancelled)) {
            List<SyntaxErrors.Range> errors = SyntaxErrors.in(grammar, tree.root(), cursor, cancelled);
            for (SyntaxErrors.Range each : errors) {
                hidden += each.end() - each.start();
                int first = text.row(piece.start() + each.start());
                int last = text.row(piece.start() + Math.max(each.start(), each.end() - 1));
                SyntaxErrors.add(gaps, new Gap(first + 1, last + 1));
            }
            if (errors.isEmpty()) {
                whole.add(piece);
            }
            Query symbols = grammar.symbols();
            List<Declared> raw = symbols == null
                    ? List.of()
                    : Declarations.raw(symbols, tree, tree.root(), cursor, cancelled)
                            .declared();
            raw.forEach(each -> declared.add(each.moved(piece.start())));
            if (formats.any(utf8)) {
                new Comments(
                                grammar.language().comments(),
                                formats,
                                new SourceText(utf8),
                                tree.root(),
                                Declarations.of(new ArrayList<>(raw)))
                        .annotations(grammar.docstrings(), cursor, cancelled)
                        .forEach(note -> notes.add(note.moved(piece.start())));
            }
        }
    }

    /** How many bytes stay hidden. */
    long hidden() {
        return hidden;
    }

    /** The lines that stay hidden. */
    List<Gap> gaps() {
        return gaps;
    }

    /**
     * All declarations: those of the whole text, replaced by those of pieces that parsed better.
     *
     * @param widened gives each its range
     */
    Declarations declarations(List<Declared> ofText, UnaryOperator<Declared> widened) {
        var names = new HashSet<Long>();
        declared.forEach(each -> names.add(each.key()));
        var all = new ArrayList<>(declared);
        for (Declared each : ofText) {
            Piece piece = at(pieces, each.nameStart());
            if (piece == null) {
                all.add(each);
            } else if (!names.contains(each.key()) && at(whole, each.nameStart()) == null) {
                // An error made it swallow the text that follows.
                all.add(each.end() > piece.end() ? each.until(piece.end()) : each);
            }
        }
        return Declarations.of(all, widened);
    }

    /** All annotations, in the order of the text. */
    List<Note> notes(List<Note> ofText) {
        var marks = new HashSet<Integer>();
        notes.forEach(note -> marks.add(note.markStart()));
        var all = new ArrayList<>(notes);
        for (Note note : ofText) {
            if (!marks.contains(note.markStart()) && at(whole, note.markStart()) == null) {
                all.add(note);
            }
        }
        all.sort(Comparator.comparingInt(Note::markStart));
        return all;
    }

    /** @param sorted pieces in the order of the text, none within another */
    private static @Nullable Piece at(List<Piece> sorted, int at) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Piece piece = sorted.get(middle);
            if (piece.end() <= at) {
                low = middle + 1;
            } else if (piece.start() > at) {
                high = middle - 1;
            } else {
                return piece;
            }
        }
        return null;
    }
}
