package io.precinct.cases.record;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Points in time with milliseconds: what the database keeps and what is served. */
public final class Times {
    private Times() {}

    /** Now, to the millisecond. */
    public static Instant now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** ISO 8601 in UTC with three decimals, so that text sorts as time does. */
    public static String text(Instant time) {
        OffsetDateTime utc = time.atOffset(ZoneOffset.UTC);
        var text = new StringBuilder(24);
        digits(text, utc.getYear(), 1000).append('-');
        digits(text, utc.getMonthValue(), 10).append('-');
        digits(text, utc.getDayOfMonth(), 10).append('T');
        digits(text, utc.getHour(), 10).append(':');
        digits(text, utc.getMinute(), 10).append(':');
        digits(text, utc.getSecond(), 10).append('.');
        return digits(text, utc.getNano() / 1_000_000, 100).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int place) {
        int rest = number;
        for (int p = place; p > 0; p /= 10) {
            text.append((char) ('0' + rest / p % 10));
            rest %= p;
        }
        return text;
    }

    static @Nullable OffsetDateTime stored(@Nullable Instant time) {
        return time == null ? null : time.atOffset(ZoneOffset.UTC);
    }
}
