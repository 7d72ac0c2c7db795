package io.precinct.postgres.api;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Points in time: how rows hold them and how they are served.
 *
 * @since 2.1
 */
public final class Timestamps {
    private static final int LAST_OF_FOUR_DIGITS = 9999;

    private Timestamps() {}

    /** Now, to the millisecond. */
    public static Instant now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** ISO 8601 in UTC with three decimals, so that text sorts as time does; not before the year 0. */
    public static String text(Instant time) {
        OffsetDateTime utc = time.atOffset(ZoneOffset.UTC);
        var text = new StringBuilder(24);
        if (utc.getYear() > LAST_OF_FOUR_DIGITS) {
            text.append('+').append(utc.getYear() / (LAST_OF_FOUR_DIGITS + 1));
        }
        digits(text, utc.getYear() % (LAST_OF_FOUR_DIGITS + 1), 1000).append('-');
        digits(text, utc.getMonthValue(), 10).append('-');
        digits(text, utc.getDayOfMonth(), 10).append('T');
        digits(text, utc.getHour(), 10).append(':');
        digits(text, utc.getMinute(), 10).append(':');
        digits(text, utc.getSecond(), 10).append('.');
        return digits(text, utc.getNano() / 1_000_000, 100).append('Z').toString();
    }

    /** Faster than a {@code DateTimeFormatter}, which matters in lists. */
    private static StringBuilder digits(StringBuilder text, int number, int place) {
        int rest = number;
        for (int p = place; p > 0; p /= 10) {
            text.append((char) ('0' + rest / p % 10));
            rest %= p;
        }
        return text;
    }

    /** The time in a column {@code timestamptz}, or null. */
    public static @Nullable Instant read(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** As {@link #read(ResultSet, int)}, by the name of the column. */
    public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
        return read(row, row.findColumn(column));
    }

    /** The time in a column that is never null. */
    public static Instant required(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(read(row, column));
    }

    /** As {@link #required(ResultSet, int)}, by the name of the column. */
    public static Instant required(ResultSet row, String column) throws SQLException {
        return required(row, row.findColumn(column));
    }
}
