package io.precinct.testing;

import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Generators of plain data: maps, lists, texts, numbers, booleans, null; not frozen. */
public final class AnyData {
    private static final long LARGEST = (1L << 53) - 1;

    private AnyData() {}

    /** Any data with at most three levels of maps and lists; its numbers are doubles or integers below 2^53. */
    public static Gen<@Nullable Object> data(Gen<String> texts) {
        Gen<@Nullable Object> leaf =
                oneOf(any(texts), any(wholes()), any(decimals()), any(booleans()), constant((Object) null));
        return nested(leaf, texts, 3);
    }

    /** These leaves, or lists and maps of at most four members each, nested at most {@code deepest} levels. */
    public static Gen<@Nullable Object> nested(Gen<@Nullable Object> leaves, Gen<String> names, int deepest) {
        // Shallow data more often: a failure at the bottom of deep data is hard to shrink.
        List<Pair<Integer, Gen<@Nullable Object>>> levels = new ArrayList<>();
        Gen<@Nullable Object> level = leaves;
        for (int weight = deepest + 1; weight > 0; weight--) {
            levels.add(Pair.of(weight, level));
            level = containers(names, level);
        }
        return frequency(levels);
    }

    private static Gen<@Nullable Object> containers(Gen<String> names, Gen<@Nullable Object> inner) {
        Gen<Map<String, @Nullable Object>> maps = lists().of(names.zip(inner, Pair::of))
                .ofSizeBetween(0, 4)
                .map(members -> {
                    Map<String, @Nullable Object> map = new LinkedHashMap<>();
                    members.forEach(member -> map.put(member._1, member._2));
                    return map;
                });
        return oneOf(any(lists().of(inner).ofSizeBetween(0, 4)), any(maps));
    }

    /** Integers that a double represents exactly, including small ones. */
    public static Gen<Long> wholes() {
        return longRange(-LARGEST, LARGEST)
                .zip(range(0, 52), (whole, shift) -> whole >> shift)
                .mix(pick(List.of(0L, 1L, -1L, LARGEST, -LARGEST)), 10);
    }

    /** Integers of any size, small ones as often as large ones. */
    public static Gen<Long> longs() {
        return longRange(Long.MIN_VALUE, Long.MAX_VALUE)
                .zip(range(0, 63), (whole, shift) -> whole >> shift)
                .mix(pick(List.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE)), 10);
    }

    /**
     * Finite doubles without subnormal ones: of some subnormal doubles Java prints two digits and JSON one, so the
     * decimals differ.
     */
    public static Gen<Double> decimals() {
        return doubles()
                .any()
                .map(value -> Double.isFinite(value) && Math.abs(value) >= Double.MIN_NORMAL ? value : 0.0)
                .mix(range(-100_000, 100_000).map(hundredths -> hundredths / 100.0), 40)
                .mix(pick(List.of(0.0, 1.0, -1.0, 0.01, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL)), 5);
    }

    /** The same values, typed as objects. */
    public static Gen<@Nullable Object> any(Gen<?> values) {
        return values::generate;
    }
}
