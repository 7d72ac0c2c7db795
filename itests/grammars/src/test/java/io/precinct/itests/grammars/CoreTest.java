package io.precinct.itests.grammars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import io.precinct.testkit.TestGrammar;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests Precinct's patch of tree-sitter's core ({@code bundles/lib/tree-sitter/core.patch}) with every grammar. */
class CoreTest {
    static final List<Grammar> GRAMMARS = GrammarsTest.GRAMMARS;
    private static final int QUERIES = Integer.getInteger("precinct.core.queries", 24);
    private static final int TEXTS = 4;

    @TempDir
    private Path folder;

    /**
     * The patch skips subtrees in which no pattern can begin. A query with an additional pattern that can begin
     * anywhere skips nothing, like the unpatched core. So the matches of its other patterns must be the same.
     */
    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void whatIsPassedOverHoldsNoMatch(Grammar grammar) throws Exception {
        // A fixed seed, so that failures are reproducible.
        var random = new Random(grammar.name().hashCode());
        NativeLanguage language = load(grammar);
        int compared = 0;
        try (var parser = new Parser();
                var cursor = new Cursor()) {
            for (String text : texts(grammar, random)) {
                try (Tree tree = parser.parse(language, text.getBytes(StandardCharsets.UTF_8))) {
                    for (String query : queries(grammar, language, random)) {
                        List<String> pruned = matches(language, query, tree, cursor);
                        if (pruned != null) {
                            assertThat(pruned)
                                    .as("%s on%n%s", query, text)
                                    .isEqualTo(matches(language, query + "\n(_) @anything", tree, cursor));
                            compared += pruned.size();
                        }
                    }
                }
            }
        } finally {
            language.close();
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void aPatternWhoseNodeNothingCanFollowIsRefusedLikeAnyThatNeverMatches() throws Exception {
        try (NativeLanguage ruby = load(ShippedGrammars.grammar("ruby"))) {
            assertThatThrownBy(() -> Query.compile(ruby, "(right_assignment_list (do)* @a) @b"))
                    .isInstanceOfSatisfying(
                            BadQuery.class,
                            refused -> assertThat(refused.kind()).isEqualTo(BadQuery.Kind.STRUCTURE));
        }
    }

    private NativeLanguage load(Grammar grammar) throws Exception {
        // Loads the core through the test kit.
        TestGrammar.of(grammar).close();
        Library library = grammar.language().library();
        URL source = Objects.requireNonNull(library.files().get(Library.platform()));
        Path file = folder.resolve("grammar.so");
        try (InputStream in = source.openStream()) {
            Files.copy(in, file);
        }
        return NativeLanguage.load(file, library.symbol());
    }

    /** The sample, and variants with pieces cut out, because syntax errors lead to nodes without text. */
    private static List<String> texts(Grammar grammar, Random random) {
        String sample = Text.of(CoreTest.class, "/samples/" + grammar.name() + "/source.txt");
        var texts = new ArrayList<>(List.of(sample, ""));
        for (int i = 0; i < TEXTS; i++) {
            int from = random.nextInt(sample.length());
            int to = Math.min(sample.length(), from + 1 + random.nextInt(20));
            texts.add(sample.substring(0, from) + sample.substring(to));
        }
        return texts;
    }

    /** The grammar's own queries, and generated ones of random node types: alone, nested, side by side. */
    private static List<String> queries(Grammar grammar, NativeLanguage language, Random random) {
        var queries = new ArrayList<String>();
        for (String own : List.of(
                Objects.requireNonNullElse(grammar.language().symbols(), ""),
                Objects.requireNonNullElse(grammar.language().highlights(), ""))) {
            if (!own.isBlank()) {
                queries.add(own);
            }
        }
        List<String> types = language.namedTypes();
        for (int i = 0; i < QUERIES; i++) {
            String one = types.get(random.nextInt(types.size()));
            String other = types.get(random.nextInt(types.size()));
            queries.add(
                    switch (i % 6) {
                        case 0 -> "(" + one + ") @a";
                        case 1 -> "(" + one + " (_) @a) @b";
                        case 2 -> "(" + one + " (" + other + ")* @a) @b";
                        case 3 -> "((" + one + ") @a . (" + other + ")? @b)";
                        case 4 -> "[(" + one + ") (" + other + ")] @a (ERROR) @b";
                        default -> "(_ (" + one + ") @a) (MISSING) @b";
                    });
        }
        return queries;
    }

    /** All matches except for those that capture {@code anything}; null if the query is invalid. */
    private static List<String> matches(NativeLanguage language, String text, Tree tree, Cursor cursor) {
        try (Query query = Query.compile(language, text)) {
            return cursor.matches(query, tree.root()).stream()
                    .map(match -> match.pattern() + " "
                            + match.captures().stream()
                                    .map(one -> one.name() + "@" + one.node().startByte() + "-"
                                            + one.node().endByte() + one.node().type())
                                    .toList())
                    .filter(match -> !match.contains("[anything@"))
                    .sorted()
                    .toList();
        } catch (BadQuery e) {
            return null;
        }
    }
}
