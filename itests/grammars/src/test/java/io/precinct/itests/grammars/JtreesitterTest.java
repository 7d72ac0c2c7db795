package io.precinct.itests.grammars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.treesitter.jtreesitter.Language;
import io.github.treesitter.jtreesitter.Node;
import io.github.treesitter.jtreesitter.Query;
import io.github.treesitter.jtreesitter.QueryCursor;
import io.github.treesitter.jtreesitter.Tree;
import io.precinct.testkit.TestGrammar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what jtreesitter offers to authors, and its faults. If the test of a fault fails, a new version of jtreesitter
 * no longer has that fault, and code of our own can be removed ({@code docs/decisions.md}). Faults that end the process
 * are not tested: cancelling a query, and using a node of a closed tree.
 */
class JtreesitterTest {
    private final TestGrammar grammar = TestGrammar.of(ShippedGrammars.grammar("java"));

    @AfterEach
    void close() {
        grammar.close();
    }

    @Test
    void aTreeIsWalkedByNodesThatCountInBytes() {
        try (Tree tree = grammar.parse("class A { void größe() {} }")) {
            Node type = tree.getRootNode().getNamedChild(0).orElseThrow();
            assertThat(type.getType()).isEqualTo("class_declaration");

            Node method = type.getChildByFieldName("body")
                    .orElseThrow()
                    .getNamedChild(0)
                    .orElseThrow();
            Node name = method.getChildByFieldName("name").orElseThrow();
            assertThat(name.getText()).isEqualTo("größe");
            assertThat(name.getEndByte() - name.getStartByte()).isEqualTo(7);
            assertThat(name.getParent()).contains(method);
        }
    }

    @Test
    void aGrammarClosesItsTreesAndIsRefusedAfterwards() {
        TestGrammar closed = TestGrammar.of(ShippedGrammars.grammar("java"));
        closed.parse("class A {}").close();
        Tree left = closed.parse("class B {}");
        Language language = left.getLanguage();
        assertThat(language.getSymbolCount()).isPositive();

        closed.close();

        assertThatThrownBy(left::getRootNode).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(language::getSymbolCount).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatTheCoreIsTooOldForIsRefusedByName() {
        try (Tree tree = grammar.parse("class A {}");
                Query query = new Query(tree.getLanguage(), "(identifier) @name");
                var cursor = new QueryCursor(query)) {
            assertThatThrownBy(() -> cursor.setContainingByteRange(0, 1))
                    .isInstanceOf(LinkageError.class)
                    .hasMessageContaining("ts_query_cursor_set_containing_byte_range");
        }
    }

    @Test
    void wrongAQueryLosesAByteOfItsEndForEachItHasBeyondAscii() {
        try (Tree tree = grammar.parse("class A {}");
                Query query = new Query(tree.getLanguage(), "; é\n(identifier) @name")) {
            assertThat(query.getCaptureNames()).containsExactly("nam");
        }
    }

    @Test
    void wrongAnEmptyTextInAPredicateIsRefused() {
        try (Tree tree = grammar.parse("class A {}")) {
            assertThatThrownBy(() -> new Query(tree.getLanguage(), "((identifier) @name (#eq? @name \"\"))"))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void wrongAnUnknownPredicateFiltersNothing() {
        assertThat(matches("class A {}", "((identifier) @name (#huh? @name))")).isOne();
    }

    @Test
    void wrongACaptureThatAMatchLacksDoesNotFulfilACondition() {
        String query = "(method_declaration (modifiers)? @modifiers name: (identifier) (#eq? @modifiers \"static\"))";

        assertThat(matches("class A { static void f() {} }", query)).isOne();
        assertThat(matches("class A { void f() {} }", query)).isZero();
    }

    private long matches(String text, String pattern) {
        try (Tree tree = grammar.parse(text);
                Query query = new Query(tree.getLanguage(), pattern);
                var cursor = new QueryCursor(query)) {
            return cursor.findMatches(tree.getRootNode()).count();
        }
    }
}
