package io.precinct.treesitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadQueryTest {
    private static NativeLanguage java;

    @BeforeAll
    static void load() throws Exception {
        java = JavaGrammar.load();
    }

    @AfterAll
    static void close() {
        java.close();
    }

    @Test
    void aTypeThatDoesNotExistIsToldWithItsPlaceAndTheNearest() {
        BadQuery bad = refused("; größe\n(class_body\n  (metod_declaration) @m)");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.NODE_TYPE);
        assertThat(bad.word()).isEqualTo("metod_declaration");
        assertThat(bad.row()).isEqualTo(2);
        assertThat(bad.column()).isEqualTo(3);
        assertThat(bad.offset()).isEqualTo(25);
        assertThat(bad.suggestions()).first().isEqualTo("method_declaration");
    }

    @Test
    void aFieldThatDoesNotExistIsTold() {
        BadQuery bad = refused("(method_declaration nam: (identifier))");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.FIELD);
        assertThat(bad.word()).isEqualTo("nam");
        assertThat(bad.suggestions()).contains("name");
    }

    @Test
    void aCaptureThatThePatternLacksIsTold() {
        BadQuery bad = refused("((identifier) @name (#eq? @nam \"x\"))");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.CAPTURE);
        assertThat(bad.word()).isEqualTo("nam");
        assertThat(bad.suggestions()).containsExactly("name");
    }

    @Test
    void aPatternThatCanNeverMatchIsTold() {
        assertThat(refused("(identifier (class_body))").kind()).isEqualTo(BadQuery.Kind.STRUCTURE);
    }

    @Test
    void anUnknownPredicateIsRefusedByItsName() {
        BadQuery bad = refused("(class_body) @b\n((identifier) @n\n(#equal? @n \"x\"))");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.PREDICATE);
        assertThat(bad.word()).isEqualTo("equal?");
        assertThat(bad.row()).isEqualTo(2);
        assertThat(bad.column()).isEqualTo(2);
        assertThat(bad).hasMessageContaining("#equal?").hasMessageContaining("#any-of?");
        assertThat(refused("((identifier) @n (#mtch? @n \"x\"))").suggestions()).contains("match?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((identifier) @n (#eq? @n))",
                "((identifier) @n (#eq? \"x\" @n))",
                "((identifier) @n (#match? @n \"(\"))",
                "((identifier) @n (#match? @n \"(((f{1000}){1000}){1000})\"))",
                "((identifier) @n (#not-match? @n \"(((f{1000}){1000}){1000})\"))",
                "((identifier) @n (#match? @n @n))",
                "((identifier) @n (#match? @n \"(a)\\\\1\"))",
                "((identifier) @n (#any-of? @n))",
                "((identifier) @n (#any-any-of? @n \"x\"))",
                "((identifier) @n (#any-set! @n \"x\"))",
                "((identifier) @n (#not-strip! @n \"x\"))",
                "((identifier) @n (#set!))"
            })
    void aPredicateWithWrongArgumentsIsRefused(String query) {
        assertThat(refused(query).kind()).isEqualTo(BadQuery.Kind.PREDICATE);
    }

    @Test
    void aThousandPatternsOfAllowedSizeAreRefusedToo() {
        BadQuery bad = refused("((identifier) @n " + "(#match? @n \"(f{1000}){2}\")".repeat(1000) + ")");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.PREDICATE);
        assertThat(bad).hasMessageContaining("allowed together");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                ")",
                "(identifier",
                "(identifier) @",
                "\"",
                "(#eq?",
                "größe",
                "[",
                "((identifier) @n (# @n))",
                "\0"
            })
    void textThatIsNoQueryIsRefused(String query) {
        assertThat(refused(query)).isNotNull();
    }

    @Test
    void aPredicateBesideItsPatternIsRefusedSinceItWouldChangeNothing() {
        BadQuery bad = refused("(identifier) @n\n(#eq? @n \"x\")");
        assertThat(bad.kind()).isEqualTo(BadQuery.Kind.PREDICATE);
        assertThat(bad.row()).isEqualTo(1);
        assertThat(bad).hasMessageContaining("parentheses");
        assertThat(refused("(identifier) @n ( ; why\n #set! a \"b\")").word()).isEqualTo("set!");
    }

    @Test
    void nestingThatWouldExhaustTheStackIsRefused() {
        for (String level : List.of("(", "[", "(_ ", "name: ", "((", "name: (", "[name: [")) {
            assertThat(refused(level.repeat(60_000)).kind()).isEqualTo(BadQuery.Kind.SYNTAX);
        }
        assertThat(refused("((identifier) @n (#eq? @n \"" + "(".repeat(200) + "\") (nothing))")
                        .kind())
                .isEqualTo(BadQuery.Kind.NODE_TYPE);
    }

    @Test
    void aClosedLanguageTakesNoQueries() throws Exception {
        NativeLanguage other = JavaGrammar.load();
        other.close();
        other.close();
        assertThatThrownBy(() -> Query.compile(other, "(identifier)")).isInstanceOf(IllegalStateException.class);
    }

    private static BadQuery refused(String query) {
        long before = TreeSitter.live().get("query");
        BadQuery bad = catchThrowableOfType(
                BadQuery.class, () -> Query.compile(java, query).close());
        assertThat(bad).as(query.substring(0, Math.min(80, query.length()))).isNotNull();
        assertThat(TreeSitter.live().get("query")).isEqualTo(before);
        return bad;
    }
}
