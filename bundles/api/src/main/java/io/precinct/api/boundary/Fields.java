package io.precinct.api.boundary;

import io.precinct.api.data.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Typed reading of a map of plain data. A value that is missing or of another type is a {@link BadInput} that names the
 * place, answered as 422 by the framework. Text from paths, queries and headers is converted if a number or a boolean
 * is requested.
 *
 * @param place place of the map in the request, such as {@code params}
 * @param map plain data
 */
public record Fields(String place, Map<String, @Nullable Object> map) {
    private static final int LONGEST = 100;

    /** The unconverted value, or null. */
    public @Nullable Object get(String key) {
        return map.get(key);
    }

    /** True if the key is present, whatever its value. */
    public boolean has(String key) {
        return map.containsKey(key);
    }

    /** A required string. */
    public String text(String key) {
        return map.get(key) instanceof String text ? text : bad(key, "a string");
    }

    /** A string, or {@code otherwise} if the key is absent or null. */
    public String text(String key, String otherwise) {
        return map.get(key) == null ? otherwise : text(key);
    }

    /** A string, or null if the key is absent or null. */
    public @Nullable String optionalText(String key) {
        return map.get(key) == null ? null : text(key);
    }

    /** A required integer. */
    public long integer(String key) {
        return switch (map.get(key)) {
            case Integer i -> i;
            case Long l -> l;
            case Double d when d == Math.rint(d) && Math.abs(d) < 1L << 53 -> d.longValue();
            case String s when s.matches("[+-]?[0-9]{1,18}") -> Long.parseLong(s);
            case null, default -> bad(key, "an integer");
        };
    }

    /** An integer, or {@code otherwise} if the key is absent or null. */
    public long integer(String key, long otherwise) {
        return map.get(key) == null ? otherwise : integer(key);
    }

    /** A required number. */
    public double number(String key) {
        return switch (map.get(key)) {
            case Number n -> n.doubleValue();
            case String s when s.matches("[+-]?[0-9]{1,18}(\\.[0-9]{1,18})?") -> Double.parseDouble(s);
            case null, default -> bad(key, "a number");
        };
    }

    /** A required boolean. */
    public boolean truth(String key) {
        return switch (map.get(key)) {
            case Boolean b -> b;
            case String s when s.equals("true") || s.equals("1") -> true;
            case String s when s.equals("false") || s.equals("0") -> false;
            case null, default -> bad(key, "true or false");
        };
    }

    /** A boolean, or {@code otherwise} if the key is absent or null. */
    public boolean truth(String key, boolean otherwise) {
        return map.get(key) == null ? otherwise : truth(key);
    }

    /** A required list. */
    @SuppressWarnings("unchecked")
    public List<@Nullable Object> list(String key) {
        return map.get(key) instanceof List<?> list ? (List<@Nullable Object>) list : bad(key, "a list");
    }

    /** A required nested map. */
    @SuppressWarnings("unchecked")
    public Fields fields(String key) {
        return map.get(key) instanceof Map<?, ?> nested
                ? new Fields(place + "." + key, (Map<String, @Nullable Object>) nested)
                : bad(key, "a map");
    }

    private <T> T bad(String key, String expected) {
        throw new BadInput(place + "." + key, expected, map.containsKey(key) ? shown(map.get(key)) : "missing");
    }

    /** The received value, short enough for a message; only the kind of a map or list. */
    private static String shown(@Nullable Object got) {
        return switch (got) {
            case Map<?, ?> map -> "a map";
            case List<?> list -> "a list";
            case String text when text.length() > LONGEST -> Json.compact(text.substring(0, LONGEST) + "…");
            case null, default -> Json.compact(got);
        };
    }
}
