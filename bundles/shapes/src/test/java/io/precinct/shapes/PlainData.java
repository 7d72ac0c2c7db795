package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary plain data and arbitrary shapes. Small alphabets, so that data and shapes meet. */
final class PlainData {
    private static final List<String> PATTERNS =
            List.of("^a", "b$", "^[ab]+$", "a.b", "\\d", "^.{2}$", "(a|b)1", "\\s", "[^a]", "(?i)A", "^\\w*$", "");

    private static final List<Object> BOUNDS = List.of(-1, 0, 1, 2.5, "2026-01-01", "2026-01-02T10:00:00Z", "banana");

    private PlainData() {}

    static Arbitrary<String> keys() {
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(4, Arbitraries.of("a", "b", "c")),
                net.jqwik.api.Tuple.of(2, Arbitraries.of(Matcher.NAMES)),
                net.jqwik.api.Tuple.of(1, texts()));
    }

    static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("ab1 .^$").ofMaxLength(4),
                Arbitraries.of(
                        "2026-01-01", "2026-01-02T10:00:00Z", "\uD83D\uDE00a", "0b2f5a4e-7a51-4f0b-8f1d-0d3c5a1e9b77"),
                Arbitraries.strings().ofMaxLength(300));
    }

    static Arbitrary<Object> numbers() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(-3, 5).asGeneric(),
                Arbitraries.of(1.0, 2.5, -0.0, 1e300, 5e-324).asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.of(
                                new BigInteger("123456789012345678901234567890"),
                                new BigDecimal("1.10"),
                                new BigDecimal("1E+500"))
                        .asGeneric());
    }

    static Arbitrary<Object> scalars() {
        return Arbitraries.oneOf(
                texts().asGeneric(), numbers(), Arbitraries.of(true, false).asGeneric(), Arbitraries.just(null));
    }

    /** Anything, at most {@code depth} levels of maps and lists deep. Frozen. */
    static Arbitrary<Object> data(int depth) {
        return depth == 0
                ? scalars()
                : Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(3, scalars()),
                        net.jqwik.api.Tuple.of(
                                2, data(depth - 1).list().ofMaxSize(4).map(Data::freezeList)),
                        net.jqwik.api.Tuple.of(2, maps(depth).map(map -> (Object) map)));
    }

    /** A frozen map, at most {@code depth} levels deep. */
    static Arbitrary<Map<String, Object>> maps(int depth) {
        return Arbitraries.maps(keys(), data(depth - 1)).ofMaxSize(4).map(map -> Data.freezeMap(map));
    }

    /** Any shape that compiles without a fault, at most {@code depth} levels deep. */
    static Arbitrary<Shape> shapes(int depth) {
        Arbitrary<Shape> leaves = Arbitraries.oneOf(
                Arbitraries.just(Shape.Present.VALUE),
                data(1).map(Shape.Literal::new),
                scalars().map(Shape.Literal::new));
        return depth == 0
                ? leaves
                : Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(1, leaves),
                        net.jqwik.api.Tuple.of(2, fields(depth).map(fields -> (Shape) fields)),
                        net.jqwik.api.Tuple.of(
                                4,
                                matchers(depth).list().ofMinSize(1).ofMaxSize(2).map(Shape.Match::new)));
    }

    static Arbitrary<Shape.Fields> fields(int depth) {
        return Arbitraries.maps(keys(), shapes(depth - 1))
                .ofMaxSize(3)
                .map(map -> new Shape.Fields(new LinkedHashMap<>(map)));
    }

    private static Arbitrary<Matcher> matchers(int depth) {
        Arbitrary<Shape> below = shapes(depth - 1);
        return Arbitraries.oneOf(List.of(
                Arbitraries.of(PATTERNS).map(Matcher.Matches::new),
                Arbitraries.strings().withChars("ab1.").ofMaxLength(2).map(Matcher.Prefix::new),
                data(1).map(Matcher.Contains::new),
                Arbitraries.of("a", "b", "count").list().ofMaxSize(3).map(Matcher.Keys::new),
                Arbitraries.of(BOUNDS).map(Matcher.Gte::new),
                Arbitraries.of(BOUNDS).map(Matcher.Lte::new),
                sizes().map(Matcher.Count::new),
                below.map(Matcher.First::new),
                below.map(element -> new Matcher.Any(element, null)),
                data(1).list().ofMaxSize(3).map(list -> {
                    List<Object> alternatives = Data.freezeList(list);
                    return new Matcher.Any(new Shape.Literal(alternatives), alternatives);
                }),
                below.map(Matcher.Not::new),
                Arbitraries.of(true, false).map(Matcher.Empty::new)));
    }

    private static Arbitrary<Shape> sizes() {
        Arbitrary<Integer> few = Arbitraries.integers().between(-1, 4);
        return Arbitraries.oneOf(
                few.map(Shape.Literal::new),
                Combinators.combine(few, few)
                        .as((from, to) -> new Shape.Match(List.of(new Matcher.Gte(from), new Matcher.Lte(to)))),
                few.map(not -> new Shape.Match(List.of(new Matcher.Not(new Shape.Literal(not))))));
    }
}
