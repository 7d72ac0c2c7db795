package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Requests a part of a list, and how its items are shown.
 *
 * @param limit most items
 * @param after key of the last item of the part before, from {@link ResultPage#next}; null for the first part. It comes
 *     from a client: anything but a key of the list is a {@link SourceFault} 400 {@code bad_cursor}
 * @param context lines shown before and after an item, 0 to 50
 * @param encoding what columns count
 * @param cut whether texts that are too long for an answer are cut, with a {@link Cut}; else they are whole, for a
 *     caller that compares or searches them
 * @since 1.0; cut since 1.7
 */
public record PageRequest(int limit, @Nullable String after, int context, PositionEncoding encoding, boolean cut) {
    /** A request for whole texts. */
    public PageRequest(int limit, @Nullable String after, int context, PositionEncoding encoding) {
        this(limit, after, context, encoding, false);
    }

    /**
     * Requests {@code limit} items with as little text as possible: long texts are cut, and no lines are
     * shown around them.
     *
     * @since 1.7
     */
    public static PageRequest brief(int limit, @Nullable String after) {
        return new PageRequest(limit, after, 0, PositionEncoding.UTF_8, true);
    }

    /** The first {@code limit} items with three lines around and columns in bytes. */
    public static PageRequest first(int limit) {
        return new PageRequest(limit, null, 3, PositionEncoding.UTF_8);
    }
}
