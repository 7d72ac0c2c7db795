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
 * A column of a table. Text, whole numbers, booleans, days and times have columns of the like type ({@code text, bigint
 * or integer, boolean, date, timestamptz}); whatever else is JSON in a column of type {@code text}.
 *
 * @param <V> its values
 * @param name as the table has it
 * @param type of its values
 * @since 1.3
 */
public record Column<V>(String name, Type<V> type) {
    /** A column. */
    public static <V> Column<V> of(String name, Type<V> type) {
        return new Column<>(name, type);
    }

    /** Its value in a row, or null. */
    @Nullable
    V in(ResultSet row) throws SQLException {
        Class<?> carrier = type.carrier();
        if (carrier == Instant.class) {
            Instant time = Timestamps.read(row, name);
            return time == null ? null : type.of(time);
        }
        if (carrier == Long.class) {
            long whole = row.getLong(name); // of any width, which getObject is not
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

    /** What is bound of a value. */
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
