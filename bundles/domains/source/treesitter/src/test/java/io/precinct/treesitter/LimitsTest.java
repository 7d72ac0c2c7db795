package io.precinct.treesitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {
    private static final byte[] LARGE =
            JavaGrammar.utf8("class A {" + " int f(int a) { return a * (a + 1); }\n".repeat(40_000) + "}");

    private final NativeLanguage java = load();
    private final Parser parser = new Parser();
    private final Cursor cursor = new Cursor();

    @BeforeEach
    void severalTreesMayBeOpenAtOnce() {
        assertThat(java.users()).isZero();
    }

    @AfterEach
    void close() {
        cursor.close();
        parser.close();
        java.close();
    }

    @Test
    void aParseEndsAtItsDeadlineAndTheParserIsUsableAfterIt() {
        long start = System.nanoTime();
        assertThatThrownBy(() -> parser.parse(java, LARGE, LARGE.length, Deadline.in(Duration.ofMillis(5))))
                .isInstanceOf(Cancelled.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        assertThat(java.users()).isZero();
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class B {}"))) {
            assertThat(tree.root().namedChild(0).namedChild(0).text()).isEqualTo("B");
        }
    }

    @Test
    void aQueryEndsAtItsDeadlineAndTheCursorIsUsableAfterIt() throws Exception {
        try (Tree tree = parser.parse(java, LARGE);
                Query query = Query.compile(java, "(class_body (_) @a (_) @b)");
                Query simple = Query.compile(java, "(class_declaration name: (identifier) @n)")) {
            var outcome = cursor.run(
                    query,
                    tree.root(),
                    new Cursor.Limits(Integer.MAX_VALUE, Deadline.in(Duration.ofMillis(20))),
                    match -> true);
            assertThat(outcome.cancelled()).isTrue();
            assertThat(cursor.matches(simple, tree.root())).hasSize(1);
        }
    }

    @Test
    void whatASupplierThrowsReachesTheCallerAndNotNativeCode() {
        assertThatThrownBy(() -> parser.parse(java, LARGE, LARGE.length, () -> {
                    throw new IllegalArgumentException("mine");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mine");
        assertThat(java.users()).isZero();
    }

    @Test
    void aMatchLimitThatWasHitIsTold() throws Exception {
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class A {" + " int f;".repeat(200) + "}"));
                Query query = Query.compile(java, "(class_body (_) @a (_) @b)")) {
            List<Integer> some = new ArrayList<>();
            var outcome = cursor.run(query, tree.root(), Cursor.Limits.matches(8), m -> some.add(m.size()));
            assertThat(outcome.exceededMatchLimit()).isTrue();
            assertThat(outcome.cancelled()).isFalse();
            List<QueryMatch> all = cursor.matches(query, tree.root());
            assertThat(all).hasSizeGreaterThan(some.size());
        }
    }

    @Test
    void aSinkThatHasEnoughEndsTheRun() throws Exception {
        try (Tree tree = parser.parse(java, LARGE);
                Query query = Query.compile(java, "(identifier) @n")) {
            List<String> texts = new ArrayList<>();
            cursor.run(query, tree.root(), Cursor.Limits.matches(64), match -> {
                texts.add(match.node(0).text());
                return texts.size() < 3;
            });
            assertThat(texts).containsExactly("A", "f", "a");
        }
    }

    @Test
    void aQueryThatRunsAndALanguageInUseAreNotClosed() throws Exception {
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class A {}"));
                Query query = Query.compile(java, "(identifier) @n")) {
            cursor.run(query, tree.root(), Cursor.Limits.matches(64), match -> {
                assertThatThrownBy(query::close).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(cursor::close).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(java::close).isInstanceOf(IllegalStateException.class);
                return true;
            });
        }
    }

    @Test
    void aNodeOfAClosedTreeIsRefused() {
        Tree tree = parser.parse(java, JavaGrammar.utf8("class A {}"));
        Node root = tree.root();
        tree.close();
        assertThatThrownBy(root::type).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(tree::root).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTreeOfAnotherGenerationIsNotQueried() throws Exception {
        try (NativeLanguage other = JavaGrammar.load();
                Query query = Query.compile(other, "(identifier) @n");
                Tree tree = parser.parse(java, JavaGrammar.utf8("class A {}"))) {
            assertThatThrownBy(() -> cursor.matches(query, tree.root())).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void deepNestingOfSourceIsParsedAndQueried() throws Exception {
        byte[] deep = JavaGrammar.utf8("class A { int f = " + "(".repeat(50_000) + "1" + ")".repeat(50_000) + "; }");
        try (Tree tree = parser.parse(java, deep);
                Query query = Query.compile(java, "(decimal_integer_literal) @n")) {
            assertThat(cursor.matches(query, tree.root())).hasSize(1);
        }
    }

    @Test
    void aFileThatIsNoLibraryIsRefusedWithTheLoadersReason(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.so"), "no library");
        assertThatThrownBy(() -> NativeLanguage.load(file, "tree_sitter_java"))
                .isInstanceOf(BadLanguage.class)
                .hasMessageStartingWith("x.so cannot be loaded: ")
                .hasMessageMatching("(?s).*(too short|header|mach-o).*");
        assertThatThrownBy(() -> NativeLanguage.load(JavaGrammar.LIBRARY, "tree_sitter_lua"))
                .isInstanceOf(BadLanguage.class)
                .hasMessageContaining("has no function tree_sitter_lua");
    }

    private static NativeLanguage load() {
        try {
            return JavaGrammar.load();
        } catch (BadLanguage e) {
            throw new AssertionError(e);
        }
    }
}
