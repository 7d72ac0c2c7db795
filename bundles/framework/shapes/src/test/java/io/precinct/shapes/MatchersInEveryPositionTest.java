package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.testing.AnyData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/**
 * What scenarios expect, against {@link WrittenExpectation}: the engine gives the same result, or its reader refuses the
 * scenario.
 */
class MatchersInEveryPositionTest {
    /**
     * A position in which an expectation may stand.
     *
     * @param around the notation around it
     * @param data data that has a value in this position, and some that has not
     */
    private record Position(
            String name,
            Function<@Nullable Object, Object> around,
            Function<@Nullable Object, List<@Nullable Object>> data) {}

    private static final List<Position> POSITIONS = List.of(
            new Position("field", x -> map("a", x), v -> List.of(map("a", v), map("a", v, "b", 1), map("b", v))),
            new Position("second field", x -> map("b", true, "a", x), v -> List.of(map("a", v, "b", 1), map("a", v))),
            new Position("item", x -> list(x), v -> List.of(list(v), list(v, v), list(), map("a", v))),
            new Position("second item", x -> list(true, x), v -> List.of(list(true, v), list(false, v), list(v))),
            new Position("contains", x -> map("contains", x), v -> List.of(list("z", v), list("z"), list())),
            new Position(
                    "contains list",
                    x -> map("contains", list("z", x)),
                    v -> List.of(list(v, "z"), list(v), list("z"))),
            new Position("first", x -> map("first", x), v -> List.of(list(v, "z"), list("z", v), list())),
            new Position("any", x -> map("any", x), v -> List.of(list("z", v), list("z"), list())),
            new Position(
                    "any list", x -> map("any", list("z", x)), v -> List.of(list(v), list("y"), list(), map("a", v))),
            new Position("every", x -> map("every", x), v -> List.of(list(v, v), list(v, "z"), list())),
            new Position("not", x -> map("not", x), v -> List.of(list(v), map("a", v))),
            new Position("beside", x -> map("not", x, "empty", false), v -> List.of(list(v), list())));

    private static final List<Object> MATCHERS = List.of(
            map("matches", "^a"),
            map("prefix", "ab"),
            map("contains", "a"),
            map("contains", 2),
            map("contains", list(1, 2)),
            map("contains", map("id", 1)),
            map("keys", list("id")),
            map("keys", "n"),
            map("gte", 2),
            map("lte", 1.5),
            map("gte", 1, "lte", 2),
            map("gte", "2024-12-31"),
            map("lte", "2024-12-31"),
            map("lte", "2024-12-31T10:00:00Z"),
            map("count", 2),
            map("count", map("gte", 1)),
            map("count", map("any", list(0, map("gte", 2)))),
            map("first", 1),
            map("any", 2),
            map("any", list(true, 1)),
            map("every", map("gte", 1)),
            map("every", 1),
            map("not", 1),
            map("not", map("id", true)),
            map("empty", true),
            map("empty", false));

    private static final List<@Nullable Object> VALUES = list(
            null,
            true,
            false,
            0,
            1,
            2,
            1.5,
            7L,
            "",
            "a",
            "abc",
            "z",
            "2024-12-30",
            "2024-12-31",
            "2024-12-31T10:00:00Z",
            "2024-12-31T18:00:00Z",
            "2025-01-01T00:00:00Z",
            list(),
            list(1),
            list(1, 2),
            list(2, 1.0),
            list("a", 2),
            list(map("id", 1)),
            list(map("id", 1, "n", 2), 0),
            map(),
            map("id", 1),
            map("id", 2, "n", null),
            map("a", 1));

    @Test
    void everyMatcherMeansTheSameInEveryPositionWithinEveryPosition() {
        int scenarios = 0;
        int passed = 0;
        int failed = 0;
        for (Position outer : POSITIONS) {
            for (Position inner : POSITIONS) {
                for (Object matcher : MATCHERS) {
                    Object expected = outer.around().apply(inner.around().apply(matcher));
                    CompiledShape compiled = accepted(expected);
                    if (outer.name().equals("every") && inner.name().endsWith("item")) {
                        assertThat(compiled).as("every of a list is ambiguous").isNull();
                        continue;
                    }
                    assertThat(compiled)
                            .as("%s in %s", Json.compact(matcher), Json.compact(expected))
                            .isNotNull();
                    scenarios++;
                    for (Object value : dataFor(outer, inner)) {
                        boolean holds = agreed(expected, compiled, value);
                        passed += holds ? 1 : 0;
                        failed += holds ? 0 : 1;
                    }
                }
            }
        }
        assertThat(scenarios).isGreaterThan(2_000);
        assertThat(Math.min(passed, failed) / (double) (passed + failed)).isGreaterThan(0.1);
    }

    private static List<@Nullable Object> dataFor(Position outer, Position inner) {
        var data = new ArrayList<@Nullable Object>(VALUES);
        for (Object value : VALUES) {
            for (Object around : inner.data().apply(value)) {
                data.addAll(outer.data().apply(around));
            }
        }
        return data;
    }

    @Test
    void anyScenarioMeansWhatIsWrittenOrIsRefused() {
        var counts = new LinkedHashMap<String, Integer>();
        Gen<List<Object>> data =
                lists().of(oneOf(pick(VALUES), PlainData.data(2))).ofSize(12);
        qt().withExamples(4_000).forAll(notation(3), data).checkAssert((expected, values) -> {
            CompiledShape compiled = accepted(expected);
            counts.merge(compiled == null ? "refused" : "accepted", 1, Integer::sum);
            if (compiled != null) {
                for (Object value : values) {
                    counts.merge(agreed(expected, compiled, value) ? "passed" : "failed", 1, Integer::sum);
                }
            }
        });
        assertThat(counts.get("accepted")).isGreaterThan(2_000);
        assertThat(counts.get("refused")).isGreaterThan(100);
        assertThat(counts.get("passed")).isGreaterThan(1_000);
        assertThat(counts.get("failed")).isGreaterThan(1_000);
    }

    /** The compiled expectation of the field {@code f}, or null if it is refused. */
    private static @Nullable CompiledShape accepted(@Nullable Object expected) {
        var faults = new ArrayList<Object>();
        var fields = ExpectationReader.readFields(map("f", expected), faults::add);
        CompiledShape compiled = CompiledShape.compile(fields, faults::add);
        return faults.isEmpty() ? compiled : null;
    }

    /** The result that both agree on. */
    private static boolean agreed(@Nullable Object expected, CompiledShape compiled, @Nullable Object value) {
        boolean holds = WrittenExpectation.holds(expected, value);
        var payload = map("f", value);

        List<Failure> failures = compiled.failures(payload);
        boolean agreed = compiled.matches(payload) == holds
                && failures.isEmpty() == holds
                && failures.stream().allMatch(failure -> failure.within("f"));
        if (!agreed) {
            throw new AssertionError(Json.compact(expected) + " against " + Json.compact(value) + ": expected "
                    + (holds ? "a match" : "a failure") + ", got " + failures);
        }
        return holds;
    }

    /** What people might write: mostly sound, with a slip now and then. */
    private static Gen<Object> notation(int depth) {
        Gen<Object> scalars = pick(list(null, true, false, 0, 1, 2, 1.5, "", "a", "ab", "z", "2024-12-31"));
        if (depth == 0) {
            return scalars;
        }
        Gen<Object> below = notation(depth - 1);
        Gen<String> keys = frequency(
                Pair.of(12, pick(List.of("a", "b", "id"))), Pair.of(1, pick(List.of("count", "lt", "prefx"))));
        Gen<Object> lists = AnyData.any(lists().of(below).ofSizeBetween(0, 3).map(Data::freezeList));
        return frequency(
                Pair.of(2, scalars),
                Pair.of(2, maps(keys, _ -> below, 2)),
                Pair.of(2, lists),
                Pair.of(5, maps(pick(io.precinct.api.shape.Matcher.NAMES), name -> argument(name, below, lists), 2)));
    }

    private static Gen<Object> argument(String matcher, Gen<Object> below, Gen<Object> lists) {
        return switch (matcher) {
            case "matches" -> AnyData.any(pick(List.of("^a", "b$", "z")));
            case "prefix" -> AnyData.any(pick(List.of("", "a", "ab")));
            case "keys" -> pick(List.of("a", list("a", "id"), list()));
            case "gte", "lte" ->
                frequency(
                        Pair.of(12, pick(List.of(0, 1, 2.5, "2024-12-31", "2024-12-31T10:00:00Z"))), Pair.of(1, below));
            case "count" ->
                frequency(
                        Pair.of(6, AnyData.any(range(-1, 3))),
                        Pair.of(3, pick(List.of(map("gte", 1), map("lte", 2, "gte", 1), map("not", 2)))),
                        Pair.of(1, below));
            case "empty" -> AnyData.any(pick(List.of(true, false)));
            case "any", "contains" -> oneOf(below, lists);
            default -> below;
        };
    }

    private static Gen<Object> maps(Gen<String> keys, Function<String, Gen<Object>> values, int most) {
        Gen<Integer> sizes = frequency(Pair.of(4, constant(1)), Pair.of(1, range(1, most)));
        return random -> {
            int size = sizes.generate(random);
            Map<String, Object> map = new LinkedHashMap<>();
            while (map.size() < size) {
                String key = keys.generate(random);
                map.put(key, values.apply(key).generate(random));
            }
            return Data.freezeMap(map);
        };
    }
}
