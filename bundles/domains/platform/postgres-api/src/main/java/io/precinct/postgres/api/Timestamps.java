package io.precinct.postgres.api;

import io.precinct.api.contract.Type;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts points in time between rows, Java and responses.
 *
 * @since 2.1
 */
public final class Timestamps {
    private Timestamps() {}

    /** Returns the current time, truncated to milliseconds. */
    public static Instant now() {
        return Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Returns ISO 8601 text in UTC with three decimals, so that texts sort like times. The time must not be before the
     * year 0.
     */
    public static String text(Instant time) {
        return (String) Type.time().plain(time);
    }

    /** Returns the time in a column {@code timestamptz}, or null. */
    public static @Nullable Instant read(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** As {@link #read(ResultSet, int)}, by the name of the column. */
    public static @Nullable Instant read(ResultSet row, String column) throws SQLException {
        return read(row, row.findColumn(column));
    }

    /** Returns the time in a column that is never null. */
    public static Instant required(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(read(row, column));
    }

    /** As {@link #required(ResultSet, int)}, by the name of the column. */
    public static Instant required(ResultSet row, String column) throws SQLException {
        return required(row, row.findColumn(column));
    }
}
