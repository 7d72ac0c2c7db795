package io.precinct.cases.query;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** A statement that grows, with its arguments. Values only ever come in as arguments. Not thread-safe. */
public final class Sql {
    private final StringBuilder text = new StringBuilder(1024);
    private final List<@Nullable Object> arguments = new ArrayList<>();

    /** A statement that begins so. */
    public static Sql of(String text, @Nullable Object... arguments) {
        return new Sql().add(text, arguments);
    }

    /**
     * Appends text.
     *
     * @param text fixed in the program, with {@code ?} for each argument
     * @param arguments String, Integer, Long, Boolean, LocalDate, OffsetDateTime, Instant or {@code String[]}
     */
    public Sql add(String text, @Nullable Object... arguments) {
        this.text.append(text);
        this.arguments.addAll(Arrays.asList(arguments));
        return this;
    }

    /** Appends another statement. */
    public Sql add(Sql other) {
        text.append(other.text);
        arguments.addAll(other.arguments);
        return this;
    }

    /** The text so far. */
    public String text() {
        return text.toString();
    }

    /** Reads a row. */
    @FunctionalInterface
    public interface Row<T extends @Nullable Object> {
        /** Reads the present row. */
        T read(ResultSet row) throws SQLException;
    }

    /** Runs it as a query, on the connection itself: lists are read too often for anything in between. */
    public <T extends @Nullable Object> List<T> list(Handle handle, Row<T> row) {
        try (PreparedStatement statement = prepared(handle);
                ResultSet rows = statement.executeQuery()) {
            List<T> result = new ArrayList<>();
            while (rows.next()) {
                result.add(row.read(rows));
            }
            return result;
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    /**
     * What two queries that were sent together found.
     *
     * @param first rows of the first
     * @param number what the second counted
     */
    public record Counted<T extends @Nullable Object>(List<T> first, long number) {}

    /** As {@link #list}, followed by a statement that ends in a query of one row with one number; in one round trip. */
    public <T extends @Nullable Object> Counted<T> counted(Handle handle, Row<T> row, Sql number) {
        Sql both = new Sql().add(this).add(";\n").add(number);
        try (PreparedStatement statement = both.prepared(handle)) {
            statement.execute();
            List<T> first = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    first.add(row.read(rows));
                }
            }
            long last = 0;
            while (statement.getMoreResults()) {
                try (ResultSet rows = statement.getResultSet()) {
                    last = rows.next() ? rows.getLong(1) : last;
                }
            }
            return new Counted<>(first, last);
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    /** As {@link #list}, for a query of one row with one number. */
    public long number(Handle handle) {
        return list(handle, row -> row.getLong(1)).getFirst();
    }

    /** Runs it as an update; returns the number of rows it touched. */
    public int update(Handle handle) {
        try (PreparedStatement statement = prepared(handle)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    private PreparedStatement prepared(Handle handle) throws SQLException {
        PreparedStatement statement = handle.getConnection().prepareStatement(text.toString());
        try {
            for (int i = 0; i < arguments.size(); i++) {
                bind(handle, statement, i + 1, arguments.get(i));
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static void bind(Handle handle, PreparedStatement statement, int at, @Nullable Object argument)
            throws SQLException {
        switch (argument) {
            case String string -> statement.setString(at, string);
            case Instant time -> statement.setObject(at, time.atOffset(ZoneOffset.UTC));
            case String[] texts -> {
                Array array = handle.getConnection().createArrayOf("text", texts);
                statement.setArray(at, array);
            }
            case null -> statement.setNull(at, java.sql.Types.NULL);
            default -> statement.setObject(at, argument);
        }
    }
}
