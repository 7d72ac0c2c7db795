package io.precinct.api.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns plain data into frozen data, or names the place at which it is not plain. */
final class Freezer {
    private Freezer() {}

    /** The path from the root to a value; it only becomes text if something is wrong there. */
    private record Place(@Nullable Place parent, Object step, int depth) {
        static Place of(@Nullable Place parent, Object step) {
            int depth = parent == null ? 1 : parent.depth + 1;
            if (depth > Extent.DEEPEST) {
                throw new NotPlainData("data is nested deeper than " + Extent.DEEPEST + " levels, or contains itself");
            }
            return new Place(parent, step, depth);
        }

        static String text(@Nullable Place place) {
            if (place == null) {
                return "the value";
            }
            String above = place.parent == null ? "" : text(place.parent);
            return place.step instanceof Integer index
                    ? above + "[" + index + "]"
                    : above.isEmpty() ? String.valueOf(place.step) : above + "." + place.step;
        }
    }

    static @Nullable Object freeze(@Nullable Object value, @Nullable Place place) {
        return switch (value) {
            case null -> null;
            case String s -> s;
            case Boolean b -> b;
            case Integer i -> i;
            case Long l -> l;
            case Double d -> finite(d, place);
            case Float f -> finite(Double.parseDouble(f.toString()), place);
            case Short s -> s.intValue();
            case Byte b -> b.intValue();
            case BigInteger i -> i;
            case BigDecimal d -> d;
            case FrozenMap map -> map;
            case FrozenList list -> list;
            case Map<?, ?> map -> freezeMap(map, place);
            case List<?> list -> freezeList(list, place);
            default ->
                throw new NotPlainData(Place.text(place) + " is of "
                        + value.getClass().getName() + "; plain data is map, list, string, number, boolean or null");
        };
    }

    static Map<String, @Nullable Object> freezeMap(Map<?, ?> map, @Nullable Place place) {
        if (map instanceof FrozenMap frozen) {
            return frozen;
        }
        var builder = new MapBuilder(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new NotPlainData("a key of " + Place.text(place) + " is not a string: " + entry.getKey());
            }
            Object value = entry.getValue();
            builder.putFrozen(key, isLeaf(value) ? value : freeze(value, Place.of(place, key)));
        }
        return builder.build();
    }

    static List<@Nullable Object> freezeList(List<?> list, @Nullable Place place) {
        if (list instanceof FrozenList frozen) {
            return frozen;
        }
        var builder = new ListBuilder(list.size());
        int index = 0;
        for (Object value : list) {
            builder.addFrozen(isLeaf(value) ? value : freeze(value, Place.of(place, index)));
            index++;
        }
        return builder.build();
    }

    private static boolean isLeaf(@Nullable Object value) {
        return value instanceof String
                || value == null
                || value instanceof FrozenMap
                || value instanceof FrozenList
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean;
    }

    private static Double finite(double value, @Nullable Place place) {
        if (!Double.isFinite(value)) {
            throw new NotPlainData(Place.text(place) + " is " + value + "; numbers must be finite");
        }
        return value;
    }
}
