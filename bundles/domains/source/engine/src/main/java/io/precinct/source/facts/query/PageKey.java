package io.precinct.source.facts.query;

import io.precinct.source.api.SourceFault;
import org.jspecify.annotations.Nullable;

/**
 * The end of a part of a list: the path of the last item, its start, and its place among the items with that start.
 * Lists are sorted in this order. Clients receive it as text and send it back.
 *
 * @param start byte offset, or the number of a match within its file
 * @param nth among the items of the file with the same start, from 0
 */
public record PageKey(String path, int start, int nth) {
    /** A start behind everything that a file has. */
    static final int BEHIND = Integer.MAX_VALUE;

    /** Before everything. */
    static final PageKey FIRST = new PageKey("", -1, 0);

    /**
     * Reads a key.
     *
     * @throws SourceFault 400 {@code bad_cursor} if it is none
     */
    public static PageKey of(@Nullable String text) {
        if (text == null) {
            return FIRST;
        }
        int dot = text.indexOf('.');
        int slash = text.indexOf('/');
        if (dot < 1 || slash < dot + 2 || slash + 1 == text.length()) {
            throw bad();
        }
        return new PageKey(text.substring(slash + 1), number(text, 0, dot), number(text, dot + 1, slash));
    }

    private static int number(String text, int from, int to) {
        try {
            return Integer.parseUnsignedInt(text, from, to, 10) & Integer.MAX_VALUE;
        } catch (NumberFormatException e) {
            throw bad();
        }
    }

    private static SourceFault bad() {
        return SourceFault.of(400, "bad_cursor", "the cursor is not one that an earlier answer to this list gave");
    }

    /** Whether an item of the same file comes after it. */
    boolean isBefore(int otherStart, int otherNth) {
        return start < otherStart || (start == otherStart && nth < otherNth);
    }

    @Override
    public String toString() {
        return start + "." + nth + "/" + path;
    }
}
