package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.shape.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table of matchers: the shape of field {@code f}, the payload, the failures. */
class MatcherTableTest {
    private static final Object MISSING = new Object();

    private static Arguments holds(Object shape, Object value) {
        return Arguments.of(shape, value, List.of());
    }

    private static Arguments fails(Object shape, Object value, String... texts) {
        return Arguments.of(shape, value, List.of(texts));
    }

    @ParameterizedTest(name = "{0} against {1}")
    @MethodSource({
        "literals",
        "presence",
        "text",
        "contains",
        "bounds",
        "sizes",
        "elements",
        "negation",
        "several",
        "nested"
    })
    void everyRowOfTheTableHoldsOrFailsAsDecided(Object shape, Object value, List<String> texts) {
        CompiledShape compiled = CompiledShape.of(Shape.fields("f", shape));
        Object payload = value == MISSING ? map("other", 1) : map("f", value);

        assertThat(compiled.failures(payload)).extracting(Failure::text).isEqualTo(texts);
        assertThat(compiled.matches(payload)).isEqualTo(texts.isEmpty());
    }

    static Stream<Arguments> literals() {
        return Stream.of(
                holds(1, 1),
                holds(1, 1L),
                holds(1, 1.0),
                holds(1, new BigDecimal("1.00")),
                holds(new BigInteger("12345678901234567890"), new BigInteger("12345678901234567890")),
                fails(1, "1", "f: expected 1, got \"1\""),
                fails(1, true, "f: expected 1, got true"),
                holds("a", "a"),
                fails("a", "b", "f: expected \"a\", got \"b\""),
                fails("a", null, "f: expected \"a\", got null"),
                holds(false, false),
                fails(false, true, "f: expected false, got true"),
                fails(false, MISSING, "f: expected false, got missing"),
                holds(list("a", 1), list("a", 1.0)),
                fails(list("a", "b"), list("a"), "f: expected [\"a\",\"b\"], got [\"a\"]"),
                fails(list("a"), list("a", "b"), "f: expected [\"a\"], got [\"a\",\"b\"]"),
                fails(list("a", "b"), list("b", "a"), "f: expected [\"a\",\"b\"], got [\"b\",\"a\"]"),
                holds(list(true), list(true)),
                fails(list(true), list(1), "f: expected [true], got [1]"),
                holds(list(map("x", 1, "y", 2)), list(map("y", 2, "x", 1))),
                fails(list(map("x", 1)), list(map("x", 1, "y", 2)), "f: expected [{\"x\":1}], got [{\"x\":1,\"y\":2}]"),
                holds(map(), map()),
                fails(map(), map("x", 1), "f: expected {}, got {\"x\":1}"),
                fails(list(), MISSING, "f: expected [], got missing"));
    }

    static Stream<Arguments> presence() {
        return Stream.of(
                holds(true, false),
                holds(true, null),
                holds(true, list()),
                fails(true, MISSING, "f: expected true, got missing"),
                holds(null, null),
                fails(null, 0, "f: expected null, got 0"),
                fails(null, "", "f: expected null, got \"\""),
                fails(null, MISSING, "f: expected null, got missing"),
                holds(map("any", list(true)), true),
                fails(map("any", list(true)), false, "f: expected {\"any\":[true]}, got false"),
                holds(map("x", true), map("x", null, "y", 1)),
                fails(map("x", true), map("y", 1), "f.x: expected true, got missing"),
                fails(map("x", true), "x", "f: expected {\"x\":true}, got \"x\""),
                fails(map("x", true), MISSING, "f: expected {\"x\":true}, got missing"),
                fails(
                        map("x", map("y", 1), "z", true),
                        map("x", map("y", 2)),
                        "f.x.y: expected 1, got 2",
                        "f.z: expected true, got missing"),
                holds(map("matches", "b", "size", 3), map("matches", "b", "size", 3)),
                fails(
                        map("matches", "b", "size", 3),
                        map("matches", "abc", "size", 3),
                        "f.matches: expected \"b\", got \"abc\""));
    }

    static Stream<Arguments> text() {
        return Stream.of(
                holds(map("matches", "^h"), "hi"),
                holds(map("matches", "ell"), "hello"),
                fails(map("matches", "^h"), "bye", "f: expected {\"matches\":\"^h\"}, got \"bye\""),
                fails(map("matches", "1"), 1, "f: expected {\"matches\":\"1\"}, got 1"),
                fails(map("matches", ""), null, "f: expected {\"matches\":\"\"}, got null"),
                fails(map("matches", ""), MISSING, "f: expected {\"matches\":\"\"}, got missing"),
                holds(map("prefix", "he"), "hello"),
                holds(map("prefix", ""), "x"),
                fails(map("prefix", "el"), "hello", "f: expected {\"prefix\":\"el\"}, got \"hello\""),
                fails(map("prefix", ""), list(), "f: expected {\"prefix\":\"\"}, got []"),
                holds(map("prefix", "a.b"), "a.b"),
                fails(map("prefix", "a.b"), "axb", "f: expected {\"prefix\":\"a.b\"}, got \"axb\""));
    }

    static Stream<Arguments> contains() {
        return Stream.of(
                holds(map("contains", "ell"), "hello"),
                fails(map("contains", "Ell"), "hello", "f: expected {\"contains\":\"Ell\"}, got \"hello\""),
                fails(map("contains", 1), "1", "f: expected {\"contains\":1}, got \"1\""),
                fails(map("contains", list("h")), "hello", "f: expected {\"contains\":[\"h\"]}, got \"hello\""),
                holds(map("contains", "a"), list("b", "a")),
                holds(map("contains", 2), list(1, 2.0)),
                holds(map("contains", null), list(1, null)),
                holds(map("contains", map("x", 1)), list(map("x", 1))),
                fails(
                        map("contains", map("x", 1)),
                        list(map("x", 1, "y", 2)),
                        "f: expected {\"contains\":{\"x\":1}}, got" + " [{\"x\":1,\"y\":2}]"),
                fails(map("contains", "a"), list("ab"), "f: expected {\"contains\":\"a\"}, got [\"ab\"]"),
                holds(map("contains", list("a", "b")), list("b", "c", "a")),
                fails(
                        map("contains", list("a", "b")),
                        list("a"),
                        "f: expected {\"contains\":[\"a\",\"b\"]}, got [\"a\"]"),
                holds(map("contains", list()), list()),
                holds(map("contains", list(list(1))), list(list(1))),
                holds(map("contains", "k"), map("k", null)),
                fails(map("contains", "k"), map("l", "k"), "f: expected {\"contains\":\"k\"}, got {\"l\":\"k\"}"),
                fails(map("contains", "k"), 7, "f: expected {\"contains\":\"k\"}, got 7"),
                fails(map("contains", "k"), MISSING, "f: expected {\"contains\":\"k\"}, got missing"),
                holds(map("keys", list("a", "b")), map("b", 1, "a", null, "c", 2)),
                holds(map("keys", "a"), map("a", 1)),
                holds(map("keys", list()), map()),
                fails(map("keys", list("a", "b")), map("a", 1), "f: expected {\"keys\":[\"a\",\"b\"]}, got {\"a\":1}"),
                fails(map("keys", list()), list(), "f: expected {\"keys\":[]}, got []"),
                fails(map("keys", list("a")), MISSING, "f: expected {\"keys\":[\"a\"]}, got missing"));
    }

    static Stream<Arguments> bounds() {
        return Stream.of(
                holds(map("gte", 5), 5),
                holds(map("gte", 5), 5.0001),
                holds(map("gte", 5), new BigInteger("99999999999999999999")),
                fails(map("gte", 5), 4.9999, "f: expected {\"gte\":5}, got 4.9999"),
                holds(map("lte", 5), -1),
                holds(map("lte", 5), 5.0),
                fails(map("lte", 5), 6, "f: expected {\"lte\":5}, got 6"),
                fails(map("gte", 5), "6", "f: expected {\"gte\":5}, got \"6\""),
                fails(map("gte", 5), null, "f: expected {\"gte\":5}, got null"),
                fails(map("gte", 5), list(6), "f: expected {\"gte\":5}, got [6]"),
                fails(map("lte", 5), MISSING, "f: expected {\"lte\":5}, got missing"),
                holds(map("gte", "2026-01-31"), "2026-01-31"),
                holds(map("gte", "2026-01-31"), "2026-01-31T00:00:00Z"),
                holds(map("lte", "2026-01-31T00:00:00Z"), "2026-01-31"),
                holds(map("gte", "2026-01-31T10:00:00+02:00"), "2026-01-31T08:00:00Z"),
                fails(
                        map("gte", "2026-01-31T10:00:00+02:00"),
                        "2026-01-31T07:59:59.999Z",
                        "f: expected {\"gte\":\"2026-01-31T10:00:00+02:00\"}, got \"2026-01-31T07:59:59.999Z\""),
                fails(map("gte", "2026-01-31"), "later", "f: expected {\"gte\":\"2026-01-31\"}, got \"later\""),
                fails(map("gte", "2026-01-31"), 20270101, "f: expected {\"gte\":\"2026-01-31\"}, got 20270101"),
                fails(map("gte", 20260131), "2027-01-01", "f: expected {\"gte\":20260131}, got \"2027-01-01\""),
                // A bound without time is the whole day in UTC; a value without time is its beginning.
                holds(map("lte", "2024-12-31"), "2024-12-31"),
                holds(map("lte", "2024-12-31"), "2024-12-31T15:00:00Z"),
                holds(map("lte", "2024-12-31"), "2024-12-31T23:59:59.999999999Z"),
                fails(
                        map("lte", "2024-12-31"),
                        "2025-01-01T00:00:00Z",
                        "f: expected {\"lte\":\"2024-12-31\"}, got \"2025-01-01T00:00:00Z\""),
                fails(
                        map("lte", "2024-12-31"),
                        "2024-12-31T23:30:00-05:00",
                        "f: expected {\"lte\":\"2024-12-31\"}, got \"2024-12-31T23:30:00-05:00\""),
                holds(map("gte", "2024-12-31", "lte", "2024-12-31"), "2024-12-31T12:00:00Z"),
                fails(
                        map("gte", "2024-12-31"),
                        "2024-12-30T23:59:59Z",
                        "f: expected {\"gte\":\"2024-12-31\"}, got \"2024-12-30T23:59:59Z\""),
                holds(map("lte", "2024-12-31T10:00:00Z"), "2024-12-31"),
                fails(
                        map("gte", "2024-12-31T10:00:00Z"),
                        "2024-12-31",
                        "f: expected {\"gte\":\"2024-12-31T10:00:00Z\"}, got \"2024-12-31\""));
    }

    static Stream<Arguments> sizes() {
        return Stream.of(
                holds(map("count", 2), list(1, 2)),
                holds(map("count", 1), map("a", 1)),
                holds(map("count", 2), "a\uD83D\uDE00"),
                fails(map("count", 3), "a\uD83D\uDE00", "f: expected {\"count\":3}, got \"a\uD83D\uDE00\""),
                fails(map("count", 3), list(1), "f: expected {\"count\":3}, got [1]"),
                fails(map("count", 3), 3, "f: expected {\"count\":3}, got 3"),
                fails(map("count", 0), null, "f: expected {\"count\":0}, got null"),
                fails(map("count", 0), MISSING, "f: expected {\"count\":0}, got missing"),
                holds(map("count", map("gte", 1, "lte", 2)), list(1, 2)),
                fails(
                        map("count", map("gte", 1, "lte", 2)),
                        list(),
                        "f: expected {\"count\":{\"gte\":1,\"lte\":2}}, got []"),
                holds(map("empty", true), null),
                holds(map("empty", true), ""),
                holds(map("empty", true), list()),
                holds(map("empty", true), map()),
                fails(map("empty", true), 0, "f: expected {\"empty\":true}, got 0"),
                fails(map("empty", true), false, "f: expected {\"empty\":true}, got false"),
                fails(map("empty", true), MISSING, "f: expected {\"empty\":true}, got missing"),
                holds(map("empty", false), 0),
                holds(map("empty", false), " "),
                fails(map("empty", false), null, "f: expected {\"empty\":false}, got null"),
                fails(map("empty", false), map(), "f: expected {\"empty\":false}, got {}"),
                fails(map("empty", false), MISSING, "f: expected {\"empty\":false}, got missing"));
    }

    static Stream<Arguments> elements() {
        return Stream.of(
                holds(map("first", 1), list(1, 2)),
                holds(map("first", true), list((Object) null)),
                fails(map("first", 1), list(2, 1), "f[0]: expected 1, got 2"),
                fails(
                        map("first", map("name", map("matches", "^h"))),
                        list(map("name", "bye")),
                        "f[0].name: expected {\"matches\":\"^h\"}, got \"bye\""),
                fails(map("first", map("name", true)), list(map()), "f[0].name: expected true, got missing"),
                fails(map("first", map("first", 1)), list(list(2)), "f[0][0]: expected 1, got 2"),
                fails(map("first", true), list(), "f: expected {\"first\":true}, got []"),
                fails(map("first", true), map("0", 1), "f: expected {\"first\":true}, got {\"0\":1}"),
                fails(map("first", true), "abc", "f: expected {\"first\":true}, got \"abc\""),
                fails(map("first", true), MISSING, "f: expected {\"first\":true}, got missing"),
                holds(map("any", map("gte", 3)), list(1, 5)),
                fails(map("any", map("gte", 3)), list(1, 2), "f: expected {\"any\":{\"gte\":3}}, got [1,2]"),
                fails(map("any", map("gte", 3)), 5, "f: expected {\"any\":{\"gte\":3}}, got 5"),
                holds(map("any", "a"), list("b", "a")),
                fails(map("any", "a"), "a", "f: expected {\"any\":\"a\"}, got \"a\""),
                holds(map("any", list("a", "b")), "b"),
                holds(map("any", list(1)), 1.0),
                fails(map("any", list("a", "b")), "c", "f: expected {\"any\":[\"a\",\"b\"]}, got \"c\""),
                holds(map("any", list("a", "b")), list("x", "b")),
                fails(map("any", list("a", "b")), list("x"), "f: expected {\"any\":[\"a\",\"b\"]}, got [\"x\"]"),
                fails(map("any", list("a")), list(), "f: expected {\"any\":[\"a\"]}, got []"),
                holds(map("any", list((Object) null)), null),
                fails(map("any", true), list(), "f: expected {\"any\":true}, got []"),
                fails(map("any", list("a")), MISSING, "f: expected {\"any\":[\"a\"]}, got missing"));
    }

    static Stream<Arguments> negation() {
        return Stream.of(
                holds(map("not", "a"), "b"),
                holds(map("not", "a"), null),
                fails(map("not", "a"), "a", "f: expected {\"not\":\"a\"}, got \"a\""),
                fails(map("not", "a"), MISSING, "f: expected {\"not\":\"a\"}, got missing"),
                fails(map("not", null), null, "f: expected {\"not\":null}, got null"),
                fails(map("not", null), MISSING, "f: expected {\"not\":null}, got missing"),
                holds(map("not", map("matches", "^h")), "bye"),
                holds(map("not", map("matches", "^h")), 7),
                fails(map("not", map("matches", "^h")), "hi", "f: expected {\"not\":{\"matches\":\"^h\"}}, got \"hi\""),
                holds(map("not", map("not", 1)), 1),
                holds(map("not", map("x", true)), map("y", 1)),
                fails(map("not", map("x", true)), map("x", 1), "f: expected {\"not\":{\"x\":true}}, got {\"x\":1}"));
    }

    static Stream<Arguments> nested() {
        Object items = list(map("id", 3, "name", "a"), map("id", 100));
        return Stream.of(
                holds(list(map("gte", 1), 7), list(1, 7)),
                fails(list(map("gte", 1), 7), list(0, 7), "f[0]: expected {\"gte\":1}, got 0"),
                fails(list(map("gte", 1), 7), list(1, 8), "f[1]: expected 7, got 8"),
                fails(list(map("gte", 1), 7), list(1), "f: expected [{\"gte\":1},7], got [1]"),
                fails(list(map("gte", 1)), 1, "f: expected [{\"gte\":1}], got 1"),
                fails(list(map("gte", 1)), MISSING, "f: expected [{\"gte\":1}], got missing"),
                holds(list(list(map("prefix", "a")), true), list(list("ab"), true)),
                fails(list(map("gte", 1), true), list(1, false), "f[1]: expected true, got false"),
                holds(list(map("id", map("gte", 1))), list(map("id", 3, "name", "a"))),
                fails(
                        list(map("id", map("gte", 5))),
                        list(map("id", 3, "name", "a")),
                        "f[0].id: expected {\"gte\":5}, got 3"),
                holds(map("not", list(map("gte", 1))), list(0)),
                fails(map("not", list(map("gte", 1))), list(1), "f: expected {\"not\":[{\"gte\":1}]}, got [1]"),
                holds(map("contains", map("id", map("gte", 100))), items),
                fails(
                        map("contains", map("id", map("gte", 101))),
                        items,
                        "f: expected {\"contains\":{\"id\":{\"gte\":101}}}, got [{\"id\":3,\"name\":\"a\"},{\"id\":100}]"),
                holds(map("contains", map("gte", 100)), list(1, 100)),
                fails(
                        map("not", map("contains", map("gte", 100))),
                        list(1, 100),
                        "f: expected" + " {\"not\":{\"contains\":{\"gte\":100}}}, got [1,100]"),
                holds(map("not", map("contains", map("gte", 100))), list(1, 99)),
                fails(
                        map("contains", map("prefix", "a")),
                        "abc",
                        "f: expected {\"contains\":{\"prefix\":\"a\"}}, got \"abc\""),
                holds(map("contains", list(map("gte", 5), "x")), list("x", 5)),
                fails(
                        map("contains", list(map("gte", 5), "x")),
                        list("x", 4),
                        "f: expected" + " {\"contains\":[{\"gte\":5},\"x\"]}, got [\"x\",4]"),
                holds(map("any", list(map("gte", 3), "x")), 5),
                holds(map("any", list(map("gte", 3), "x")), list(1, "x")),
                fails(
                        map("any", list(map("gte", 3), "x")),
                        list(1, 2),
                        "f: expected" + " {\"any\":[{\"gte\":3},\"x\"]}, got [1,2]"),
                fails(
                        map("not", map("any", list(map("gte", 3), 7))),
                        list(3),
                        "f: expected" + " {\"not\":{\"any\":[{\"gte\":3},7]}}, got [3]"),
                holds(map("first", list(map("gte", 1), 2)), list(list(1, 2), 0)),
                fails(map("first", list(map("gte", 1), 2)), list(list(0, 2)), "f[0][0]: expected {\"gte\":1}, got 0"),
                holds(map("every", map("gte", 1)), list(1, 2)),
                holds(map("every", 1), list(1, 1.0)),
                fails(
                        map("every", map("gte", 1)),
                        list(1, 0, -1),
                        "f[1]: expected {\"gte\":1}, got 0",
                        "f[2]: expected {\"gte\":1}, got -1"),
                fails(
                        map("every", map("name", map("prefix", "a"))),
                        list(map("name", "a"), map()),
                        "f[1].name: expected {\"prefix\":\"a\"}, got missing"),
                fails(map("every", map("gte", 1)), list(), "f: expected {\"every\":{\"gte\":1}}, got []"),
                fails(map("every", map("gte", 1)), 1, "f: expected {\"every\":{\"gte\":1}}, got 1"),
                fails(map("every", true), MISSING, "f: expected {\"every\":true}, got missing"),
                holds(map("not", map("any", map("not", map("gte", 1)))), list()));
    }

    static Stream<Arguments> several() {
        return Stream.of(
                holds(map("gte", 1, "lte", 5), 3),
                fails(map("gte", 1, "lte", 5), 7, "f: expected {\"lte\":5}, got 7"),
                fails(
                        map("gte", 1, "lte", 5),
                        "x",
                        "f: expected {\"gte\":1}, got \"x\"",
                        "f: expected {\"lte\":5}, got \"x\""),
                fails(
                        map("gte", 1, "lte", 5),
                        MISSING,
                        "f: expected {\"gte\":1}, got missing",
                        "f: expected {\"lte\":5}, got missing"),
                fails(
                        map("count", 2, "first", map("id", 7)),
                        list(map("id", 8)),
                        "f: expected {\"count\":2}, got [{\"id\":8}]",
                        "f[0].id: expected 7, got 8"));
    }
}
