package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Declarations.Declared;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.facts.extraction.SyntaxErrors.Range;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** From a text to its facts. Without state of its own; runs in the process or in a worker. */
public final class Extraction {
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
     * {@link Macros} cause do not count.
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
        Macros macros = Macros.in(grammar.language().name(), utf8, cancelled);
        return macros == null
                ? of(grammar, formats, utf8, raw -> raw, parser, cursor, cancelled)
                : of(grammar, formats, macros.text(), macros::widened, parser, cursor, cancelled);
    }

    private static FileFacts of(
            UsableLanguage grammar,
            AnnotationFormats formats,
            byte[] utf8,
            UnaryOperator<Declared> widened,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        try (Tree tree = parser.parse(grammar.nativeLanguage(), utf8, utf8.length, cancelled)) {
            Node root = tree.root();
            Query symbols = grammar.symbols();
            List<Declared> raw = symbols == null ? List.of() : Declarations.raw(symbols, tree, root, cursor, cancelled);
            List<Range> errors = SyntaxErrors.in(grammar, root, cursor, cancelled);
            if (errors.isEmpty()) {
                Declarations declarations = Declarations.of(raw, widened);
                List<Note> notes = notes(grammar, formats, utf8, root, declarations, cursor, cancelled);
                return new FileFacts(root.hasError(), null, declarations.symbols(), notes);
            }
            var recovery = new Recovery(grammar, formats, parser, cursor, cancelled);
            recovery.look(new SourceText(utf8), errors);
            Declarations declarations = recovery.declarations(raw, widened);
            List<Note> notes = recovery.notes(notes(grammar, formats, utf8, root, declarations, cursor, cancelled));
            return new FileFacts(true, null, declarations.symbols(), notes, recovery.gaps());
        }
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
