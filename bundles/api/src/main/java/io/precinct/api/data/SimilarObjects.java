package io.precinct.api.data;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one array, each of which usually has the members of the one before it, in the same order. They share
 * their {@link Keys}: no duplicates are searched among them, and their names are ordered and printed once.
 */
final class SimilarObjects {
    /** Objects with more members are not compared, so that the memory for each array is bounded. */
    private static final int MOST = 64;

    /** From this many on, it pays to prepare what they share. */
    private static final int MANY = 32;

    private String[] names = {};
    private byte[][] written = {};
    private @Nullable Object[] values = {};
    private @Nullable Keys keys;
    private int alike;

    /** How many members are expected; 0 while nothing is known. */
    int size() {
        return names.length;
    }

    /** A name as it appears after its quotation mark, with its colon; must not be changed. */
    byte[] written(int place) {
        return written[place];
    }

    void value(int place, @Nullable Object value) {
        values[place] = value;
    }

    /** The names and values of this many first places. */
    MapBuilder first(int count) {
        MapBuilder first = Data.mapBuilder();
        for (int i = 0; i < count; i++) {
            first.putFrozen(names[i], values[i]);
        }
        return first;
    }

    /** The map of the values that were put at every place. */
    Map<String, @Nullable Object> map() {
        if (++alike < MANY) {
            return first(names.length).build();
        }
        if (keys == null) {
            keys = Keys.of(names);
        }
        return keys.map(values);
    }

    /** Learns the names of the next objects from this one. */
    void learn(Map<String, @Nullable Object> first) {
        keys = null;
        alike = 0;
        names = first.size() <= MOST ? first.keySet().toArray(String[]::new) : new String[0];
        for (String name : names) {
            if (!plain(name)) {
                names = new String[0];
                break;
            }
        }
        values = new Object[names.length];
        written = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            written[i] = (names[i] + "\":").getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** Whether a name is almost always written in the same way. */
    private static boolean plain(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c >= 0x7F || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }
}
