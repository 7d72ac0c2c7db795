package io.precinct.api.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of maps that are made over and over, in their order: the rows of a list, the notes of a case. Such maps are
 * built without looking at the keys again, and share what finding a member and writing JSON need. Immutable.
 *
 * <pre>{@code
 * static final Keys POINT = Keys.of("x", "y");
 * Map<String, Object> point = POINT.map(3, 4);
 * }</pre>
 */
public final class Keys {
    private final String[] names;
    private final Map<String, Integer> positions;
    private final int[] canonical;
    private final byte[][] json;
    private final boolean ordered;

    private Keys(String[] names) {
        this.names = names;
        this.positions = HashMap.newHashMap(names.length);
        this.json = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            if (positions.put(names[i], i) != null) {
                throw new IllegalArgumentException("keys are distinct, and \"" + names[i] + "\" is there twice");
            }
            json[i] = (Json.compact(names[i]) + ':').getBytes(StandardCharsets.UTF_8);
            Json.canonical(names[i]);
        }
        this.canonical = order(names.length, i -> names[i]);
        this.ordered = IntStream.range(0, names.length).allMatch(i -> canonical[i] == i);
    }

    /** The positions of this many names in the order of RFC 8785 §3.2.3. */
    static int[] order(int size, IntFunction<String> name) {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparing(name::apply))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * These keys.
     *
     * @throws IllegalArgumentException if one appears twice, or contains half a surrogate pair
     */
    public static Keys of(String... names) {
        return new Keys(names.clone());
    }

    /** As {@link #of(String...)}. */
    public static Keys of(List<String> names) {
        return new Keys(names.toArray(String[]::new));
    }

    /** How many there are. */
    public int size() {
        return names.length;
    }

    /**
     * A frozen map of these keys.
     *
     * @param values in the order of the keys; plain data, frozen on the way in
     * @throws NotPlainData if a value is not plain data
     * @throws IllegalArgumentException if there are more or fewer values than keys
     */
    public Map<String, @Nullable Object> map(@Nullable Object... values) {
        if (values.length != names.length) {
            throw new IllegalArgumentException("there are " + names.length + " keys " + Arrays.toString(names)
                    + ", got " + values.length + " values");
        }
        var frozen = new @Nullable Object[values.length];
        for (int i = 0; i < values.length; i++) {
            frozen[i] = Data.freeze(values[i]);
        }
        return names.length == 0 ? FrozenMap.EMPTY : new FrozenMap(this, names, positions, frozen);
    }

    /** The positions of the keys in the order of RFC 8785 §3.2.3, by the UTF-16 code units of their names. */
    int canonical(int i) {
        return canonical[i];
    }

    /** All of those positions; must not be changed. */
    int[] canonical() {
        return canonical;
    }

    /** Whether the keys are already in that order. */
    boolean ordered() {
        return ordered;
    }

    /** A key as JSON with its colon, UTF-8; must not be changed. */
    byte[] json(int i) {
        return json[i];
    }
}
