package io.precinct.rest.api;

import io.precinct.api.contract.Type;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Timestamps;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table. Text, whole numbers, booleans, days and times have columns of the matching type ({@code text,
 * bigint or integer, boolean, date, timestamptz}); all other values are stored as JSON in a column of type {@code
 * text}.
 *
 * @param <V> the values
 * @param name the name in the table
 * @param type the type of the values
 * @since 1.3
 */
public record Column<V>(String name, Type<V> type) {
    /** Returns a column. */
    public static <V> Column<V> of(String name, Type<V> type) {
        return new Column<>(name, type);
    }

    /** Returns the value in a row, or null. */
    @Nullable
    V in(ResultSet row) throws SQLException {
        Class<?> carrier = type.carrier();
        if (carrier == Instant.class) {
            Instant time = Timestamps.read(row, name);
            return time == null ? null : type.of(time);
        }
        if (carrier == Long.class) {
            long whole = row.getLong(name); // of any integer width, which getObject does not support
            return row.wasNull() ? null : type.of(whole);
        }
        if (carrier == Boolean.class || carrier == LocalDate.class) {
            Object value = row.getObject(name, carrier);
            return value == null ? null : type.of(value);
        }
        String text = row.getString(name);
        if (text == null) {
            return null;
        }
        return carrier == String.class ? type.of(text) : document(text);
    }

    private @Nullable V document(String json) {
        Object plain = StoredJson.read(json);
        return plain == null ? null : Form.stored(name, plain, type);
    }

    /** Returns the SQL argument to bind for a value. */
    @Nullable
    Object bound(@Nullable V value) {
        if (value == null) {
            return null;
        }
        Class<?> carrier = type.carrier();
        boolean scalar = carrier == String.class
                || carrier == Long.class
                || carrier == Boolean.class
                || carrier == LocalDate.class
                || carrier == Instant.class;
        return scalar ? type.carried(value) : Json.compact(type.plain(value));
    }
}
