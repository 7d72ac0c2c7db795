package io.precinct.api.data;

import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The members of a map in the order of RFC 8785 §3.2.3: by the UTF-16 code units of their names. */
final class SortedMembers implements BiConsumer<Object, @Nullable Object> {
    /** Up to this many, sorting while collecting is quickest; beyond, its cost would grow with the square. */
    private static final int FEW = 24;

    private final String[] keys;
    private final @Nullable Object[] values;
    private int size;

    private SortedMembers(int expected) {
        keys = new String[expected];
        values = new Object[expected];
    }

    static SortedMembers of(Map<?, ?> map) {
        var members = new SortedMembers(map.size());
        if (map.size() <= FEW) {
            map.forEach(members);
        } else {
            map.keySet().toArray(members.keys);
            Arrays.sort(members.keys);
            for (String key : members.keys) {
                members.values[members.size++] = map.get(key);
            }
        }
        return members;
    }

    int size() {
        return size;
    }

    String key(int i) {
        return keys[i];
    }

    @Nullable
    Object value(int i) {
        return values[i];
    }

    @Override
    public void accept(Object name, @Nullable Object value) {
        String key = (String) name;
        int at = size++;
        while (at > 0 && keys[at - 1].compareTo(key) > 0) {
            keys[at] = keys[at - 1];
            values[at] = values[at - 1];
            at--;
        }
        keys[at] = key;
        values[at] = value;
    }
}
