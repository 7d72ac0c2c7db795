package io.precinct.api.data;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a frozen map, in the order in which its keys were first put. Not thread-safe; for a single use. */
public final class MapBuilder {
    private static final int IN_LINE = 16;

    private String[] keys;
    private @Nullable Object[] values;
    private int size;
    private @Nullable Map<String, Integer> positions;
    private boolean built;

    MapBuilder(int expected) {
        keys = new String[Math.max(expected, 2)];
        values = new Object[keys.length];
    }

    /**
     * Puts a member; a key put before keeps its place and takes the new value.
     *
     * @param value plain data, frozen on the way in
     * @throws NotPlainData if {@code value} is not plain data
     */
    public MapBuilder put(String key, @Nullable Object value) {
        return putFrozen(key, Data.freeze(value));
    }

    /** Puts every member of {@code map}. */
    public MapBuilder putAll(Map<String, ? extends @Nullable Object> map) {
        map.forEach(this::put);
        return this;
    }

    MapBuilder putFrozen(String key, @Nullable Object value) {
        if (built) {
            throw new IllegalStateException("this map is built");
        }
        int position = position(key);
        if (position >= 0) {
            values[position] = value;
            return this;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        keys[size] = key;
        values[size] = value;
        if (positions != null) {
            positions.put(key, size);
        }
        size++;
        return this;
    }

    private int position(String key) {
        if (size <= IN_LINE) {
            for (int i = 0; i < size; i++) {
                if (keys[i].equals(key)) {
                    return i;
                }
            }
            return -1;
        }
        if (positions == null) {
            positions = new HashMap<>(size * 2);
            for (int i = 0; i < size; i++) {
                positions.put(keys[i], i);
            }
        }
        return positions.getOrDefault(key, -1);
    }

    /** True if {@code key} was put. */
    public boolean contains(String key) {
        return position(key) >= 0;
    }

    /** The frozen map; the builder must not be used again. */
    public Map<String, @Nullable Object> build() {
        built = true;
        return size == 0 ? FrozenMap.EMPTY : new FrozenMap(keys, values, size);
    }
}
