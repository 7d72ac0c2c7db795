package io.precinct.cases.export;

import java.util.Locale;

/** Why a case was exported. */
enum Reason {
    MANUAL,
    VERSION,
    ALL,
    AUTO;

    /** Returns the name used in responses and statistics. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Reason of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
