package io.precinct.shapes;

import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Generators of plain data and of shapes, over small alphabets, so that data often matches a shape. */
final class PlainData {
    private static final List<String> PATTERNS =
            List.of("^a", "b$", "^[ab]+$", "a.b", "\\d", "^.{2}$", "(a|b)1", "\\s", "[^a]", "(?i)A", "^\\w*$", "");

    private static final List<Object> BOUNDS = List.of(-1, 0, 1, 2.5, "2026-01-01", "2026-01-02T10:00:00Z");

    private PlainData() {}

    static Gen<String> keys() {
        return frequency(
                Pair.of(4, pick(List.of("a", "b", "c"))), Pair.of(2, pick(Matcher.NAMES)), Pair.of(1, texts()));
    }

    static Gen<String> texts() {
        return oneOf(
                AnyText.of("ab1 .^$", 4),
                pick(List.of(
                        "2026-01-01", "2026-01-02T10:00:00Z", "\uD83D\uDE00a", "0b2f5a4e-7a51-4f0b-8f1d-0d3c5a1e9b77")),
                AnyText.upTo(300));
    }

    static Gen<Object> numbers() {
        return oneOf(
                AnyData.any(range(-3, 5)),
                pick(List.of(1.0, 2.5, -0.0, 1e300, 5e-324)),
                AnyData.any(AnyData.longs()),
                pick(List.of(
                        new BigInteger("123456789012345678901234567890"),
                        new BigDecimal("1.10"),
                        new BigDecimal("1E+500"))));
    }

    static Gen<Object> scalars() {
        return oneOf(AnyData.any(texts()), numbers(), AnyData.any(booleans()), constant((Object) null));
    }

    /** Any frozen data with at most {@code depth} levels of maps and lists. */
    static Gen<Object> data(int depth) {
        if (depth == 0) {
            return scalars();
        }
        Gen<List<Object>> lists = lists().of(data(depth - 1)).ofSizeBetween(0, 4);
        return frequency(
                Pair.of(3, scalars()),
                Pair.of(2, AnyData.any(lists.map(Data::freezeList))),
                Pair.of(2, AnyData.any(maps(depth))));
    }

    /** A frozen map, at most {@code depth} levels deep. */
    static Gen<Map<String, Object>> maps(int depth) {
        return maps(keys(), data(depth - 1), 4).map(map -> Data.freezeMap(map));
    }

    private static <V> Gen<Map<String, V>> maps(Gen<String> keys, Gen<V> values, int most) {
        Gen<Integer> sizes = range(0, most);
        return random -> {
            int size = sizes.generate(random);
            Map<String, V> map = new LinkedHashMap<>();
            while (map.size() < size) {
                map.put(keys.generate(random), values.generate(random));
            }
            return map;
        };
    }

    /** Any shape that compiles without a fault, at most {@code depth} levels deep. */
    static Gen<Shape> shapes(int depth) {
        Gen<Shape> leaves = oneOf(
                constant(Shape.Present.VALUE),
                data(1).map(Shape.Literal::new),
                scalars().map(Shape.Literal::new));
        if (depth == 0) {
            return leaves;
        }
        Gen<Shape> fields = fields(depth).map(each -> each);
        Gen<Shape> matches = lists().of(matchers(depth)).ofSizeBetween(1, 2).map(Shape.Match::new);
        return frequency(
                Pair.of(1, leaves),
                Pair.of(2, fields),
                Pair.of(4, matches),
                Pair.of(1, items(depth).map(each -> each)));
    }

    private static Gen<Shape.Items> items(int depth) {
        return lists().of(shapes(depth - 1)).ofSizeBetween(0, 3).map(Shape.Items::new);
    }

    static Gen<Shape.Fields> fields(int depth) {
        return maps(keys(), shapes(depth - 1), 3).map(Shape.Fields::new);
    }

    private static Gen<Matcher> matchers(int depth) {
        Gen<Shape> below = shapes(depth - 1);
        return oneOf(
                pick(PATTERNS).map(Matcher.Matches::new),
                AnyText.of("ab1.", 2).map(Matcher.Prefix::new),
                data(1).map(Matcher.Contains::new),
                lists().of(pick(List.of("a", "b", "count"))).ofSizeBetween(0, 3).map(Matcher.Keys::new),
                pick(BOUNDS).map(Matcher.Gte::new),
                pick(BOUNDS).map(Matcher.Lte::new),
                sizes().map(Matcher.Count::new),
                below.map(Matcher.First::new),
                below.map(element -> new Matcher.Any(element, null)),
                lists().of(data(1)).ofSizeBetween(0, 3).map(list -> {
                    List<Object> alternatives = Data.freezeList(list);
                    return new Matcher.Any(new Shape.Literal(alternatives), alternatives);
                }),
                items(depth).map(items -> new Matcher.Any(items, List.copyOf(items.items()))),
                items(depth).map(Matcher.Contains::new),
                below.map(Matcher.Contains::new),
                below.map(Matcher.Every::new),
                below.map(Matcher.Not::new),
                booleans().map(Matcher.Empty::new));
    }

    private static Gen<Shape> sizes() {
        Gen<Integer> few = range(-1, 4);
        return oneOf(
                few.map(Shape.Literal::new),
                few.zip(few, (from, to) -> new Shape.Match(List.of(new Matcher.Gte(from), new Matcher.Lte(to)))),
                few.map(not -> new Shape.Match(List.of(new Matcher.Not(new Shape.Literal(not))))));
    }
}
