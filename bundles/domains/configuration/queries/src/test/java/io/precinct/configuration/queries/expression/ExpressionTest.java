package io.precinct.configuration.queries.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.precinct.configuration.queries.document.BadDocument;
import io.precinct.configuration.queries.document.Format;
import io.precinct.configuration.queries.document.Located;
import io.precinct.source.api.FileText;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ExpressionTest {
    private static final Located DOCUMENT = document(
            "{\"a\": {\"b\": [{\"n\": 1, \"s\": \"x\"}, {\"n\": 3, \"s\": \"y\"}, {\"n\": 2}]}, \"t\": true, \"z\": null}");

    private static Located document(String json) {
        try {
            return Format.JSON.read(new FileText(json, "UTF-8", "lf")).getFirst();
        } catch (BadDocument e) {
            throw new AssertionError(e);
        }
    }

    private static Located ask(String expression) throws BadExpression {
        return ask(expression, DOCUMENT);
    }

    private static Located ask(String expression, Located document) throws BadExpression {
        return result(expression, document).value();
    }

    private static Expression.Result result(String expression, Located document) throws BadExpression {
        return Expression.parse(expression).apply(document, Deadline.in(Duration.ofSeconds(50)), false);
    }

    private static BadExpression fault(String expression) {
        return catchThrowableOfType(BadExpression.class, () -> ask(expression));
    }

    @Test
    void resultsAreThoseOfJmesPath() throws BadExpression {
        assertThat(ask("a.b[?n > `1`].s").plain()).isEqualTo(List.of("y"));
        assertThat(ask("a.b[].n | sum(@)").plain()).isEqualTo(6L);
        assertThat(ask("avg(a.b[].n)").plain()).isEqualTo(2.0);
        assertThat(ask("sort_by(a.b, &n)[-1].{k: s, all: length(@)}").plain()).isEqualTo(Map.of("k", "y", "all", 2L));
        assertThat(ask("nothing.there").plain()).isNull();
        assertThat(ask("to_string(a.b[0])").plain()).isEqualTo("{\"n\":1,\"s\":\"x\"}");
        assertThat(ask("keys(@)").plain()).isEqualTo(List.of("a", "t", "z"));
        assertThat(ask("`{\"a\": [1, 2.5]}`.a[1]").plain()).isEqualTo(2.5);
    }

    @Test
    void valuesAreEqualByWhatTheyHold() throws BadExpression {
        assertThat(ask("a.b[?s == 'x'].n").plain()).isEqualTo(List.of(1L));
        assertThat(ask("a.b[0] == `{\"s\": \"x\", \"n\": 1.0}`").plain()).isEqualTo(true);
        assertThat(ask("a.b[*].n == `[1, 3, 2]`").plain()).isEqualTo(true);
        assertThat(ask("a.b[0] == `{\"s\": \"x\"}` || t == z").plain()).isEqualTo(false);
        assertThat(ask("contains(a.b[].s, 'y')").plain()).isEqualTo(true);
        assertThat(ask("[?@ == `1`]", document("[1, 2, 1.0, \"1\"]")).plain()).isEqualTo(List.of(1L, 1.0));
    }

    /** 2^60 comparisons. */
    @Test
    void comparisonsEndWithTheTime() throws BadExpression {
        String deep = "(@" + " | [@, @]".repeat(60) + ")";
        Expression comparison = Expression.parse(deep + " == " + deep);

        assertThatThrownBy(() -> comparison.apply(DOCUMENT, Deadline.in(Duration.ofMillis(100)), false))
                .isInstanceOf(Deadline.Passed.class);
    }

    @Test
    void aResultThatAnotherSecretMightChangeIsKnown() throws BadExpression {
        Located masked = document("{\"a\": {\"p\": \"***\", \"n\": \"x\"}, \"b\": [\"y\", \"u://v:***@w\"]}");
        for (String expression : List.of(
                "length(a.p)",
                "a.p == 'x'",
                "'x' != b[1]",
                "contains(b, 'x')",
                "starts_with(a.p, '*')",
                "join(',', b)",
                "sort(b)",
                "max(b)",
                "to_number(a.p)",
                "reverse(a.p)",
                "b[?@ == 'y']",
                "{q: a.p} == {q: 'x'}")) {
            assertThat(result(expression, masked).ofPlaceholder())
                    .as(expression)
                    .isTrue();
        }
        for (String expression : List.of(
                "@",
                "a.p",
                "a.n == 'x'",
                "b[*]",
                "length(b)",
                "length(a.n)",
                "{q: a.p, r: b}",
                "values(a)",
                "b[::-1]")) {
            assertThat(result(expression, masked).ofPlaceholder())
                    .as(expression)
                    .isFalse();
        }
    }

    @Test
    void whatIsBelowAPlaceholderIsMasked() throws BadExpression {
        Located masked = document("{\"db\": \"***\", \"url\": \"u://v:***@w\", \"n\": \"x\"}");
        for (String expression : List.of(
                "db.password",
                "db.a.b",
                "db[0]",
                "db[0].a",
                "db[*].a",
                "db.*",
                "db[]",
                "db[?a == 'b']",
                "keys(db)",
                "db.password | length(keys(@))")) {
            Expression.Result result = masking(expression, masked);
            assertThat(result.value().plain()).as(expression).isEqualTo("***");
            assertThat(result.ofPlaceholder()).as(expression).isTrue();
        }
        for (String expression : List.of(
                "db && n",
                "!db",
                "db || n",
                "[db, n][?@]",
                "type(db)",
                "to_string(db)",
                "db | type(@)",
                "map(&type(@), [n, db])")) {
            assertThat(masking(expression, masked).ofPlaceholder())
                    .as(expression)
                    .isTrue();
        }
        Expression.Result type = masking("type(@)", masked.members().get("db"));
        assertThat(type.value().plain()).isEqualTo("string");
        assertThat(type.ofPlaceholder()).isTrue();
        for (String expression : List.of("type(@)", "type(n)", "type(url)", "{a: db, b: db}", "[db]")) {
            assertThat(masking(expression, masked).ofPlaceholder())
                    .as(expression)
                    .isFalse();
        }
        for (String expression : List.of("url.host", "n.a", "n[0]", "none.a")) {
            assertThat(masking(expression, masked).value().plain())
                    .as(expression)
                    .isNull();
            assertThat(masking(expression, masked).ofPlaceholder())
                    .as(expression)
                    .isFalse();
        }
        assertThat(ask("db.password", masked).plain()).isNull();
        assertThat(ask("db[0]", masked).plain()).isNull();
        assertThatThrownBy(() -> masking("keys(n)", masked)).isInstanceOf(BadExpression.class);
    }

    private static Expression.Result masking(String expression, Located document) throws BadExpression {
        return Expression.parse(expression).apply(document, Deadline.in(Duration.ofSeconds(50)), true);
    }

    @Test
    void textsBecomeNumbersOfAnyLength() throws BadExpression {
        Located texts = document("{\"big\": \"12345678901234567890123\", \"least\": \"-9223372036854775809\","
                + " \"most\": \"9223372036854775807\", \"all\": [\"9223372036854775808\", \"7\", \"x\"]}");
        assertThat(ask("to_number(big)", texts).plain()).isEqualTo(new BigInteger("12345678901234567890123"));
        assertThat(ask("to_number(least)", texts).plain()).isEqualTo(new BigInteger("-9223372036854775809"));
        assertThat(ask("to_number(most)", texts).plain()).isEqualTo(Long.MAX_VALUE);
        assertThat(ask("all[*].to_number(@)", texts).plain())
                .isEqualTo(List.of(new BigInteger("9223372036854775808"), 7L));
        assertThat(ask("all[?to_number(@) > `9223372036854775807`] | [0]", texts)
                        .plain())
                .isEqualTo("9223372036854775808");
        assertThat(ask("{a: to_number(big) == `12345678901234567890123`, b: !to_number('x')}", texts)
                        .plain())
                .isEqualTo(Map.of("a", true, "b", true));
        assertThat(ask("map(&to_number(@), all)[0]", texts).plain()).isEqualTo(new BigInteger("9223372036854775808"));
        assertThat(fault("to_number()")).isNotNull();
        assertThat(fault("to_number('1', '2')")).isNotNull();
    }

    @Test
    void aValueOfTheDocumentIsFoundAgain() throws BadExpression {
        assertThat(ask("a.b[1].s").pointer()).isEqualTo("/a/b/1/s");
        assertThat(ask("sort_by(a.b, &n)").elements().stream().map(Located::pointer))
                .containsExactly("/a/b/0", "/a/b/2", "/a/b/1");
        assertThat(ask("a.b[*].n").isInDocument()).isFalse();
        assertThat(ask("a.b[*].n").elements()).allMatch(Located::isInDocument);
        assertThat(ask("length(a.b)").isInDocument()).isFalse();
        assertThat(ask("`1`").isInDocument()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "a.[; syntax; 3",
                "a b; syntax; 2",
                "'x; syntax; 2",
                "foo(@); unknown_function; -1",
                "length(t); invalid_type; -1",
                "length(&t); invalid_type; -1",
                "to_number(&t); invalid_type; -1",
                "length(); invalid_arity; -1",
                "a.b[::0]; invalid_value; -1",
            })
    void aBadExpressionSaysWhatIsWrong(String expression, String kind, int offset) {
        BadExpression fault = fault(expression);

        assertThat(fault).isNotNull();
        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.offset()).isEqualTo(offset);
        assertThat(fault.getMessage()).isNotBlank();
    }

    /** A value may be a secret, and the text of a fault is shown to others. */
    @Test
    void aFaultNamesTheTypeOfAValueAndNotTheValue() {
        Located values = document("{\"s\": \"hunter2\", \"n\": 4711, \"t\": true, \"z\": null}");
        Map.of("sum([s])", "a text", "sum([t])", "a truth value", "sum([z])", "null", "join('', [n])", "a number")
                .forEach((expression, found) -> assertThatThrownBy(() -> ask(expression, values))
                        .as(expression)
                        .isInstanceOf(BadExpression.class)
                        .hasMessageContaining("found " + found)
                        .hasMessageNotContainingAny("hunter2", "4711", "true"));
    }

    @Test
    void whatIsNestedDeeplyIsRefused() {
        assertThat(fault("!".repeat(60_000) + "a").kind()).isEqualTo("syntax");
        assertThat(fault("(".repeat(60_000)).kind()).isEqualTo("syntax");
        assertThat(fault("`" + "[".repeat(60_000)).kind()).isEqualTo("syntax");
        assertThat(fault("[".repeat(2_000) + "@" + "]".repeat(2_000)).kind()).isIn("syntax", "too_large");
    }

    /** 2^60 values, 2^60 characters, and 10^9 steps. */
    @Test
    void whatMultipliesIsRefused() {
        assertThat(fault("@" + " | [@, @]".repeat(60)).kind()).isEqualTo("too_large");
        assertThat(fault("[a]" + " | [@, @][]".repeat(60)).kind()).isEqualTo("too_large");
        assertThat(fault("a.b[0].s" + " | join('', [@, @])".repeat(60)).kind()).isEqualTo("too_large");
        assertThat(fault("to_string(@" + " | [@, @]".repeat(60) + ")").kind()).isEqualTo("too_large");
        assertThat(fault("sum([`1e308`, `1e308`])").kind()).isEqualTo("invalid_value");
    }

    @Test
    void aNumberWrittenShortDoesNotTakeAGigabyte() {
        assertThat(fault("sum([to_number('1e999999999'), `1`])")).isNotNull();
    }

    @Test
    void timeIsOver() throws BadExpression {
        Located many = document("[" + "1,".repeat(3_000) + "1]");
        Expression slow = Expression.parse("@[?sum($) > `0`]".replace("$", "`[1, 2, 3]`"));
        var passed = new Deadline(() -> 1, 0);

        assertThatThrownBy(() -> slow.apply(many, passed, false)).isInstanceOf(Deadline.Passed.class);
    }
}
