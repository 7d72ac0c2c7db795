package io.precinct.api.data;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places in a text of the first few maps that were written into it. */
final class WrittenMaps {
    /** The payloads of one request; tracking more would cost more than it saves. */
    private static final int MOST = 4;

    private final @Nullable Map<?, ?>[] maps = new Map<?, ?>[MOST];
    private final int[] starts = new int[MOST];
    private final int[] ends = new int[MOST];
    private int size;

    void add(Map<?, ?> map, int start, int end) {
        if (size < MOST) {
            maps[size] = map;
            starts[size] = start;
            ends[size++] = end;
        }
    }

    /** The position of this very map, or -1. */
    @SuppressWarnings("ReferenceEquality") // equal content would cost more to find than to write
    int find(Map<?, ?> map) {
        for (int i = 0; i < size; i++) {
            if (maps[i] == map) {
                return i;
            }
        }
        return -1;
    }

    int start(int at) {
        return starts[at];
    }

    int end(int at) {
        return ends[at];
    }
}
