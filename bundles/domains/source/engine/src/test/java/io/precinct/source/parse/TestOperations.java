package io.precinct.source.parse;

import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** Work for tests. */
public final class TestOperations {
    private TestOperations() {}

    /** The texts that a query captures, one a line. */
    public static final class Texts implements Operation {
        /** Found by its name. */
        public Texts() {}

        @Override
        public byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled, BadQuery {
            var language = tools.loaded().nativeLanguage();
            var found = new ArrayList<String>();
            try (Query query = Query.compile(language, new String(options, StandardCharsets.UTF_8));
                    Tree tree = tools.parser().parse(language, utf8, utf8.length, tools.cancelled())) {
                var limits = new Cursor.Limits(1_000, tools.cancelled());
                tools.cursor()
                        .run(
                                query,
                                tree.root(),
                                limits,
                                match -> found.add(match.node(0).text()));
            }
            return String.join("\n", found).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Fails. */
    public static final class Fails implements Operation {
        /** Found by its name. */
        public Fails() {}

        @Override
        public byte[] run(ParserTools tools, byte[] utf8, byte[] options) {
            throw new IllegalArgumentException("as told");
        }
    }
}
