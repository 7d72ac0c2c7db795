package io.precinct.treesitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParseAndQueryTest {
    private static NativeLanguage java;
    private Parser parser;
    private Cursor cursor;

    @BeforeAll
    static void load() throws Exception {
        java = JavaGrammar.load();
    }

    @AfterAll
    static void unload() {
        java.close();
        assertThat(TreeSitter.live())
                .allSatisfy((kind, live) -> assertThat(live).as(kind).isZero());
    }

    @BeforeEach
    void open() {
        parser = new Parser();
        cursor = new Cursor();
    }

    @AfterEach
    void close() {
        cursor.close();
        parser.close();
    }

    @Test
    void aTreeIsWalkedByNodes() {
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class A {\n  int größe() { return 1; }\n}\n"))) {
            Node root = tree.root();
            assertThat(root.type()).isEqualTo("program");
            assertThat(root.parent()).isNull();
            Node type = root.namedChild(0);
            assertThat(type.type()).isEqualTo("class_declaration");
            assertThat(type.namedChild(0).text()).isEqualTo("A");
            assertThat(type.namedChild(2)).isNull();
            Node method = type.namedChild(1).namedChild(0);
            assertThat(method.namedChild(1).text()).isEqualTo("größe");
            assertThat(method.startRow()).isEqualTo(1);
            assertThat(method.startColumn()).isEqualTo(2);
            assertThat(method.endRow()).isEqualTo(1);
            assertThat(method.endColumn()).isEqualTo(29);
            assertThat(method.endByte() - method.startByte()).isEqualTo(27);
            assertThat(method.parent().parent()).isEqualTo(type);
            assertThat(method.hasError()).isFalse();
            assertThat(tree.hasError()).isFalse();
        }
    }

    @Test
    void aQueryShowsItsMatches() throws Exception {
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class A { void a() {} void b() {} }"));
                Query query = Query.compile(java, "(method_declaration name: (identifier) @name) @method")) {
            List<QueryMatch> matches = cursor.matches(query, tree.root());
            assertThat(matches).hasSize(2);
            assertThat(matches.get(1).captures())
                    .extracting(c -> c.name() + "=" + c.node().text())
                    .containsExactly("method=void b() {}", "name=b");
        }
    }

    @Test
    void aLanguageInUseCannotBeClosed() {
        try (Tree tree = parser.parse(java, JavaGrammar.utf8("class A {}"))) {
            assertThatThrownBy(java::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use");
            assertThat(tree.root().type()).isEqualTo("program");
        }
    }
}
