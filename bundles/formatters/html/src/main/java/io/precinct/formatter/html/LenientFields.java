package io.precinct.formatter.html;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain data without relying on its shape, because any boundary may write its own {@code _trace}.
 */
final class LenientFields {
    private LenientFields() {}

    @SuppressWarnings("unchecked") // plain data: the keys of a map are strings
    static @Nullable Map<String, @Nullable Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : null;
    }

    static List<?> list(Map<String, @Nullable Object> map, String key) {
        return map.get(key) instanceof List<?> list ? list : List.of();
    }

    static String text(Map<String, @Nullable Object> map, String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    static double number(Map<String, @Nullable Object> map, String key) {
        return map.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    /** True if {@code value} is a list that is not empty, all its elements maps with a string {@code key}. */
    static boolean mapsNamed(@Nullable Object value, String key) {
        return value instanceof List<?> list
                && !list.isEmpty()
                && list.stream()
                        .allMatch(element -> element instanceof Map<?, ?> map && map.get(key) instanceof String);
    }
}
