package io.precinct.api.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain data: map (insertion-ordered, text keys), list, string, number, boolean, null. It is the only kind of value
 * that crosses between bundles, so that no plug-in depends on another's classes and no class loader is kept alive by a
 * payload.
 *
 * <p>Frozen data is deeply immutable and therefore free to share between threads. Freezing what is already frozen costs
 * nothing, so data may be frozen at every border.
 */
public final class Data {
    private Data() {}

    /**
     * Returns {@code value} as deeply immutable plain data.
     *
     * @param value maps with text keys, lists, strings, finite numbers, booleans, null, nested at will
     * @return an equal value; the same object if it was frozen before
     * @throws NotPlainData if a value is of another type; the message names the place and the type
     */
    public static @Nullable Object freeze(@Nullable Object value) {
        return Freezer.freeze(value, null);
    }

    /** As {@link #freeze}, for a map. */
    public static Map<String, @Nullable Object> freezeMap(Map<?, ?> map) {
        return Freezer.freezeMap(map, null);
    }

    /** As {@link #freeze}, for a list. */
    public static List<@Nullable Object> freezeList(List<?> list) {
        return Freezer.freezeList(list, null);
    }

    /**
     * The same data, which keeps its JSON and digest from their first use on: for answers that are given again and
     * again. They take about as much memory as the data.
     */
    public static Map<String, @Nullable Object> remembered(Map<?, ?> map) {
        Map<String, @Nullable Object> frozen = freezeMap(map);
        if (frozen instanceof FrozenMap kept) {
            kept.remember();
        }
        return frozen;
    }

    /** A frozen map of alternating keys and values, in that order: {@code Data.map("id", 7, "label", "x")}. */
    public static Map<String, @Nullable Object> map(@Nullable Object... keysAndValues) {
        if (keysAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "Data.map takes pairs of key and value, got " + keysAndValues.length + " arguments");
        }
        var builder = new MapBuilder(keysAndValues.length / 2);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            if (!(keysAndValues[i] instanceof String key)) {
                throw new IllegalArgumentException(
                        "argument " + i + " of Data.map is a key and must be a string, got " + keysAndValues[i]);
            }
            builder.put(key, keysAndValues[i + 1]);
        }
        return builder.build();
    }

    /** A frozen list of these elements. */
    public static List<@Nullable Object> list(@Nullable Object... elements) {
        return freezeList(Arrays.asList(elements));
    }

    /** A builder of a frozen map that keeps the order of its first {@code put}s. Not thread-safe. */
    public static MapBuilder mapBuilder() {
        return new MapBuilder(8);
    }

    /** A builder of a frozen list. Not thread-safe. */
    public static ListBuilder listBuilder() {
        return new ListBuilder(8);
    }

    /**
     * Deep equality of plain data. Numbers are equal when their mathematical values are (1 equals 1.0), the order of map
     * members does not matter, and a string never equals a number.
     */
    public static boolean equal(@Nullable Object a, @Nullable Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Number x && b instanceof Number y) {
            return compare(x, y) == 0;
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return equalMaps(x, y);
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return equalLists(x, y);
        }
        return a.equals(b);
    }

    /** Compares two finite numbers by mathematical value. */
    public static int compare(Number a, Number b) {
        if (isLong(a) && isLong(b)) {
            return Long.compare(a.longValue(), b.longValue());
        }
        return decimal(a).compareTo(decimal(b));
    }

    private static boolean equalMaps(Map<?, ?> x, Map<?, ?> y) {
        if (x.size() != y.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : x.entrySet()) {
            Object other = y.get(entry.getKey());
            if (other == null && !y.containsKey(entry.getKey()) || !equal(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalLists(List<?> x, List<?> y) {
        if (x.size() != y.size()) {
            return false;
        }
        Iterator<?> other = y.iterator();
        for (Object element : x) {
            if (!equal(element, other.next())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLong(Number n) {
        return n instanceof Long || n instanceof Integer || n instanceof Short || n instanceof Byte;
    }

    private static BigDecimal decimal(Number n) {
        return switch (n) {
            case BigDecimal d -> d;
            case BigInteger i -> new BigDecimal(i);
            case Double d -> new BigDecimal(d.toString());
            case Float f -> new BigDecimal(f.toString());
            default -> BigDecimal.valueOf(n.longValue());
        };
    }
}
