package io.precinct.rest.api;

import io.precinct.api.contract.Type;

/**
 * Checks and converts text from clients: whether it can be stored and is one line, how to search for it, and how to
 * show it.
 */
public final class Text {
    private Text() {}

    /** Whether the database can store it: no NUL, no half of a surrogate pair. */
    public static boolean storable(String text) {
        return Type.isText(text);
    }

    /**
     * Returns true if every reader treats the text as one line: no character ends a line or controls a device; tabs are
     * allowed.
     */
    public static boolean isOneLine(String text) {
        return text.chars().allMatch(c -> c == '\t' || !Character.isISOControl(c) && c != '\u2028' && c != '\u2029');
    }

    /** Returns the {@code LIKE} pattern for values that contain this text literally. */
    public static String likePattern(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    /** Returns the text, shortened for a message if necessary. */
    public static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
