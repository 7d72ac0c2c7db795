package io.precinct.treesitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredicateTest {
    private static final String SOURCE = """
            class A {
              void größe() { log(""); }
              static void plain() { log("grün"); warn("x"); }
            }
            """;

    private static NativeLanguage java;
    private static Parser parser;
    private static Cursor cursor;
    private static Tree tree;

    @BeforeAll
    static void parse() throws Exception {
        java = JavaGrammar.load();
        parser = new Parser();
        cursor = new Cursor();
        tree = parser.parse(java, JavaGrammar.utf8(SOURCE));
    }

    @AfterAll
    static void close() {
        tree.close();
        cursor.close();
        parser.close();
        java.close();
    }

    @Test
    void textsBeyondAsciiAreComparedWhole() throws Exception {
        assertThat(found("(method_declaration name: ((identifier) @n (#eq? @n \"größe\")))"))
                .containsExactly("größe");
        assertThat(
                        found(
                                "; Größe, €, 🙂\n((string_literal) @s (#eq? @s \"\\\"grün\\\"\"))\n((identifier) @n (#eq? @n \"A\"))"))
                .containsExactly("A", "\"grün\"");
        assertThat(found("((identifier) @n (#match? @n \"^gr[öo]ße$\"))")).containsExactly("größe");
        assertThat(found("((string_fragment) @s (#match? @s \"ü\"))")).containsExactly("grün");
    }

    @Test
    void anEmptyTextIsAText() throws Exception {
        assertThat(found("((identifier) @n (#eq? @n \"\"))")).isEmpty();
        assertThat(found("(method_declaration name: ((identifier) @n (#not-eq? @n \"\")))"))
                .containsExactly("größe", "plain");
        assertThat(found("((identifier) @n (#any-of? @n \"\" \"plain\"))")).containsExactly("plain");
        assertThat(found("((identifier) @n (#match? @n \"\") (#eq? @n \"A\"))")).containsExactly("A");
    }

    @ParameterizedTest
    @CsvSource({"eq?", "not-eq?", "any-eq?", "match?", "not-match?", "any-of?", "not-any-of?"})
    void aCaptureThatAMatchLacksFulfilsEveryCondition(String predicate) throws Exception {
        String query = "(method_declaration (modifiers)? @m name: (identifier) @n (#" + predicate + " @m \"static\"))";
        assertThat(found(query)).contains("größe");
    }

    @Test
    void anAbsentCaptureIsNoDifferentFromAnotherCapture() throws Exception {
        assertThat(found("(method_declaration (modifiers)? @m name: ((identifier) @n (#eq? @m @n)))"))
                .containsExactly("größe");
    }

    @Test
    void formsOfConditions() throws Exception {
        assertThat(found("(method_declaration name: ((identifier) @n (#not-match? @n \"^p\")))"))
                .containsExactly("größe");
        assertThat(found("(method_invocation name: ((identifier) @n (#not-any-of? @n \"log\" \"info\")))"))
                .containsExactly("warn");
        String calls = "(block (expression_statement (method_invocation name: (identifier) @n))+ ";
        assertThat(found(calls + "(#eq? @n \"log\"))")).containsExactly("log");
        assertThat(found(calls + "(#any-eq? @n \"warn\"))")).containsExactly("log", "warn");
        assertThat(found(calls + "(#any-not-match? @n \"^l\"))")).containsExactly("log", "warn");
        assertThat(found("((identifier) @n (#eq? @n \"A\") (#is-not? local) (#set! kind \"x\") (#strip! @n \"x\"))"))
                .containsExactly("A");
    }

    @Test
    void whatIsSetIsTold() throws Exception {
        try (Query query = Query.compile(java, "((identifier) @n (#set! kind \"größe\") (#set! flag))")) {
            assertThat(query.properties(0)).isEqualTo(Map.of("kind", "größe", "flag", ""));
        }
    }

    @Test
    void textsThatAFileMustContainAreToldWhereTheyAreKnown() throws Exception {
        assertThat(literals("((identifier) @n (#eq? @n \"log\"))")).containsExactly("log");
        assertThat(literals("((identifier) @n (#any-of? @n \"a\" \"b\")) ((identifier) @m (#eq? @m \"größe\"))"))
                .containsExactly("a", "b", "größe");
        assertThat(literals("(method_declaration (modifiers)? @m (#eq? @m \"static\"))"))
                .isEmpty();
        assertThat(literals("((identifier) @n (#not-eq? @n \"log\"))")).isEmpty();
        assertThat(literals("((identifier) @n (#eq? @n \"log\")) (class_body) @b"))
                .isEmpty();
        assertThat(literals("([(identifier) @n (class_body)] (#eq? @n \"log\"))"))
                .isEmpty();
    }

    private static List<String> literals(String text) throws Exception {
        try (Query query = Query.compile(java, text)) {
            return query.literals();
        }
    }

    private static List<String> found(String text) throws Exception {
        try (Query query = Query.compile(java, text)) {
            return cursor.matches(query, tree.root()).stream()
                    .flatMap(match -> match.captures().stream())
                    .filter(capture -> !capture.name().equals("m"))
                    .map(capture -> capture.node().text())
                    .toList();
        }
    }

    @Test
    void aTextWithAZeroByteIsKeptWhole() throws Exception {
        assertThat(new String(new byte[] {'a', 0, 'b'}, StandardCharsets.UTF_8)).hasSize(3);
        try (Query query = Query.compile(java, "((identifier) @n (#any-of? @n \"a\\0b\" \"A\"))")) {
            assertThat(query.literals()).containsExactly("a\0b", "A");
        }
    }
}
