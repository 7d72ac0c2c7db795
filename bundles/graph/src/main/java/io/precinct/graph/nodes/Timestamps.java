package io.precinct.graph.nodes;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time as they are served. */
public final class Timestamps {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Timestamps() {}

    /** ISO 8601 in UTC with three decimals, so that text sorts as time does. */
    public static String text(Instant time) {
        return FORMAT.format(time);
    }
}
