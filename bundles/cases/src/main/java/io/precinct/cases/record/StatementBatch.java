package io.precinct.cases.record;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Statements that go to the server together, in order, in one round trip: the driver pipelines the parts of a statement that
 * are separated by semicolons, and prepares each of them. Not thread-safe.
 */
public final class StatementBatch {
    /** More at once would only make long statements that are never the same twice. */
    private static final int TOGETHER = 48;

    private final List<String> statements = new ArrayList<>();
    private final List<List<@Nullable Object>> arguments = new ArrayList<>();

    /**
     * Adds a statement that returns nothing.
     *
     * @param sql with {@code ?} for each argument, without a semicolon
     * @param args String, Integer, Long, Boolean, LocalDate, OffsetDateTime, Instant, {@code String[]} or null
     */
    public StatementBatch add(String sql, @Nullable Object... args) {
        statements.add(sql);
        arguments.add(Collections.unmodifiableList(Arrays.asList(args)));
        return this;
    }

    /** Adds all statements of another. */
    StatementBatch addAll(StatementBatch other) {
        statements.addAll(other.statements);
        arguments.addAll(other.arguments);
        return this;
    }

    /** Sends what was added, and is empty then. */
    public void execute(Handle handle) {
        for (int from = 0; from < statements.size(); from += TOGETHER) {
            int to = Math.min(from + TOGETHER, statements.size());
            send(handle.getConnection(), statements.subList(from, to), arguments.subList(from, to));
        }
        statements.clear();
        arguments.clear();
    }

    private static void send(Connection connection, List<String> sql, List<List<@Nullable Object>> arguments) {
        try (PreparedStatement statement = connection.prepareStatement(String.join(";\n", sql))) {
            int at = 0;
            for (List<@Nullable Object> some : arguments) {
                for (Object argument : some) {
                    bind(connection, statement, ++at, argument);
                }
            }
            boolean rows = statement.execute();
            while (rows || statement.getUpdateCount() >= 0) {
                rows = statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    /** Binds one argument by its type. */
    static void bind(Connection connection, PreparedStatement statement, int at, @Nullable Object argument)
            throws SQLException {
        switch (argument) {
            case null -> statement.setNull(at, java.sql.Types.NULL);
            case String text -> statement.setString(at, text);
            case Integer number -> statement.setInt(at, number);
            case Long number -> statement.setLong(at, number);
            case Boolean truth -> statement.setBoolean(at, truth);
            case Instant time -> statement.setObject(at, Times.stored(time));
            case String[] texts -> statement.setArray(at, connection.createArrayOf("text", texts));
            default -> statement.setObject(at, argument);
        }
    }
}
