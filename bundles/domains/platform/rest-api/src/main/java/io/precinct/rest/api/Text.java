package io.precinct.rest.api;

import io.precinct.api.contract.Type;

/** Text from clients: whether it can be stored, whether it is one line, and how it is looked for and shown. */
public final class Text {
    private Text() {}

    /** Whether the database can hold it: no NUL, no half of a surrogate pair. */
    public static boolean storable(String text) {
        return Type.isText(text);
    }

    /** True if any reader takes it for one line: no character ends a line or controls a device; a tab is allowed. */
    public static boolean isOneLine(String text) {
        return text.chars().allMatch(c -> c == '\t' || !Character.isISOControl(c) && c != '\u2028' && c != '\u2029');
    }

    /** The pattern of {@code LIKE} for what contains this text as it is. */
    public static String likePattern(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    /** Short enough for a message. */
    public static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
