package io.precinct.source.api;

import java.util.Locale;

/** What a column counts. */
public enum PositionEncoding {
    /** Bytes of the text in UTF-8. */
    UTF_8,
    /** UTF-16 code units, as editors count. */
    UTF_16,
    /** Code points. */
    UTF_32;

    /** The form that clients write: {@code utf-8}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
