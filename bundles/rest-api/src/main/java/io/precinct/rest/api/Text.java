package io.precinct.rest.api;

import java.nio.charset.StandardCharsets;

/** What can be said of text before it is stored. */
public final class Text {
    private Text() {}

    /** Whether the database can hold it: no NUL, no half of a surrogate pair. */
    public static boolean storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Its length in UTF-8; not counted out where it is surely at most {@code enough}. */
    static long bytes(String text, long enough) {
        return text.length() * 3L <= enough ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
