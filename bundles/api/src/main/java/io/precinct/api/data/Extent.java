package io.precinct.api.data;

import org.jspecify.annotations.Nullable;

/**
 * The depth of frozen data and the approximate length of its text, both in one {@code long}. Every frozen map and list
 * knows its own: data that is assembled from frozen parts is bounded, too, even if it contains one part a million
 * times.
 */
final class Extent {
    /** Most levels of maps and lists, so that code that walks data may recurse. */
    static final int DEEPEST = 1000;

    private static final int DEPTH_BITS = 10;
    private static final long DEPTH = (1 << DEPTH_BITS) - 1;

    /** Larger sizes are not distinguished. */
    private static final long LARGEST = Long.MAX_VALUE >>> DEPTH_BITS + 1;

    /** Size of a number, a truth value or null with its separator. */
    private static final int PLAIN = 8;

    /** Size of the marks around a text, a key, or everything. */
    private static final int MARKS = 3;

    private Extent() {}

    /** Levels of maps and lists. */
    static int depth(long extent) {
        return (int) (extent & DEPTH);
    }

    /**
     * Approximate number of characters of its JSON: characters that have to be escaped count as one, numbers as eight.
     */
    static long size(long extent) {
        return extent >>> DEPTH_BITS;
    }

    /**
     * The extent of a list of these values.
     *
     * @throws NotPlainData if it is deeper than {@link #DEEPEST}
     */
    static long of(@Nullable Object[] values, int count) {
        int deepest = 0;
        long size = MARKS;
        for (int i = 0; i < count; i++) {
            long inner = switch (values[i]) {
                case String text -> (long) text.length() + MARKS << DEPTH_BITS;
                case FrozenMap map -> map.extent();
                case FrozenList list -> list.extent();
                case null, default -> PLAIN << DEPTH_BITS;
            };
            deepest = Math.max(deepest, depth(inner));
            size = Math.min(LARGEST, size + size(inner));
        }
        if (deepest >= DEEPEST) {
            throw new NotPlainData("data is nested deeper than " + DEEPEST + " levels");
        }
        return size << DEPTH_BITS | deepest + 1;
    }

    /** The extent of a map of these keys and values. */
    static long of(String[] keys, @Nullable Object[] values, int count) {
        long size = 0;
        for (int i = 0; i < count; i++) {
            size += keys[i].length() + MARKS;
        }
        return of(values, count) + (size << DEPTH_BITS);
    }
}
