package io.precinct.api.data;

import org.jspecify.annotations.Nullable;

/**
 * Bounds how deeply frozen data is nested, so that whoever walks it may recurse. Every frozen map and list knows its
 * own depth: data that is put together from frozen parts is bounded, too.
 */
final class Depth {
    /** Most levels of maps and lists. */
    static final int MOST = 1000;

    private Depth() {}

    /**
     * The depth of a map or list of these values.
     *
     * @throws NotPlainData where it is beyond {@link #MOST}
     */
    static int above(@Nullable Object[] values, int size) {
        int deepest = 0;
        for (int i = 0; i < size; i++) {
            deepest = switch (values[i]) {
                case FrozenMap map -> Math.max(deepest, map.depth());
                case FrozenList list -> Math.max(deepest, list.depth());
                case null, default -> deepest;
            };
        }
        if (deepest >= MOST) {
            throw new NotPlainData("data is nested deeper than " + MOST + " levels");
        }
        return deepest + 1;
    }
}
