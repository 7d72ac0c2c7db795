package io.precinct.source.facts;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.FileFacts.Note;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** From a text to its facts. Without state of its own; runs in the process or in a worker. */
final class Extraction {
    private Extraction() {}

    /**
     * Parses a text and finds its facts.
     *
     * @param symbols query for declarations, or null for a language without
     * @param docstrings query for strings that count as comments, or null
     * @param cancelled asked often; true ends it
     * @throws Cancelled where it was ended so
     */
    static FileFacts of(
            Language language,
            io.precinct.treesitter.NativeLanguage parser,
            @Nullable Query symbols,
            @Nullable Query docstrings,
            byte[] utf8,
            Parser with,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Declarations.Incomplete {
        try (Tree tree = with.parse(parser, utf8, utf8.length, cancelled)) {
            Node root = tree.root();
            Declarations declarations = symbols == null
                    ? Declarations.none()
                    : Declarations.find(symbols, tree, root, cursor, cancelled);
            List<Note> notes = Mark.any(utf8)
                    ? new Comments(language.comments(), new SourceText(utf8), root, declarations)
                            .annotations(docstrings, cursor, cancelled)
                    : List.of();
            return new FileFacts(root.hasError(), null, declarations.symbols(), notes);
        }
    }
}
