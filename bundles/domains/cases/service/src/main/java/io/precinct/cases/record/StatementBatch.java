package io.precinct.cases.record;

import io.precinct.postgres.api.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Sends several statements to the server in order, in one round trip: the driver pipelines the parts of a statement
 * that are separated by semicolons, and prepares each part. JDBI has no equivalent: it batches statements without
 * arguments, or one statement with many arguments, and exposes only the first result. So this class uses the connection
 * itself, for the most frequent reads and writes; all others use JDBI. Not thread-safe.
 */
public final class StatementBatch {
    /** A larger number would only create long statement texts that hardly ever repeat. */
    private static final int TOGETHER = 48;

    private final List<String> statements = new ArrayList<>();
    private final List<List<@Nullable Object>> arguments = new ArrayList<>();

    /** Reads a row. */
    @FunctionalInterface
    public interface Row<T extends @Nullable Object> {
        /** Reads the present row. */
        T read(ResultSet row) throws SQLException;
    }

    /** Reads the results of queries that were sent together. */
    @FunctionalInterface
    public interface Reader<T extends @Nullable Object> {
        /** Reads the results, which are valid only during the call. */
        T read(Results results) throws SQLException;
    }

    /** The results of queries in order, positioned at the first result. */
    public static final class Results {
        private final PreparedStatement statement;

        private Results(PreparedStatement statement) {
            this.statement = statement;
        }

        /** Returns the rows of the current result. Call it once per result. */
        public <T extends @Nullable Object> List<T> rows(Row<T> row) throws SQLException {
            List<T> read = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    read.add(row.read(rows));
                }
            }
            return read;
        }

        /** Moves to the next result; returns false if there is none. */
        public boolean next() throws SQLException {
            return statement.getMoreResults();
        }
    }

    /**
     * Adds a statement that returns nothing.
     *
     * @param sql one statement without a semicolon, with {@code ?} for each argument
     * @param args arguments of the types that {@link #read} accepts
     */
    public StatementBatch add(String sql, @Nullable Object... args) {
        statements.add(sql);
        arguments.add(Collections.unmodifiableList(Arrays.asList(args)));
        return this;
    }

    /** Adds all statements of another batch. */
    StatementBatch addAll(StatementBatch other) {
        statements.addAll(other.statements);
        arguments.addAll(other.arguments);
        return this;
    }

    /** Sends all statements and empties the batch. */
    public void execute(Transaction transaction) {
        for (int from = 0; from < statements.size(); from += TOGETHER) {
            int to = Math.min(from + TOGETHER, statements.size());
            List<@Nullable Object> some = new ArrayList<>();
            for (List<@Nullable Object> each : arguments.subList(from, to)) {
                some.addAll(each);
            }
            read(transaction, String.join(";\n", statements.subList(from, to)), some, _ -> 0);
        }
        statements.clear();
        arguments.clear();
    }

    /**
     * Sends queries together, and reads their results.
     *
     * @param sql the queries, separated by semicolons, with {@code ?} for each argument
     * @param arguments of all queries, in order: String, Integer, Long, Boolean, LocalDate, OffsetDateTime, Instant,
     *     {@code String[]}, {@code Long[]} or null
     */
    public static <T extends @Nullable Object> T read(
            Transaction transaction, String sql, List<? extends @Nullable Object> arguments, Reader<T> reader) {
        try (PreparedStatement statement = transaction.connection().prepareStatement(sql)) {
            for (int i = 0; i < arguments.size(); i++) {
                bind(statement, i + 1, arguments.get(i));
            }
            statement.execute();
            return reader.read(new Results(statement));
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    private static void bind(PreparedStatement statement, int at, @Nullable Object argument) throws SQLException {
        switch (argument) {
            case null -> statement.setNull(at, Types.NULL);
            case String text -> statement.setString(at, text);
            case Integer number -> statement.setInt(at, number);
            case Long number -> statement.setLong(at, number);
            case Boolean truth -> statement.setBoolean(at, truth);
            case Instant time -> statement.setObject(at, time.atOffset(ZoneOffset.UTC));
            case String[] texts ->
                statement.setArray(at, statement.getConnection().createArrayOf("text", texts));
            case Long[] numbers ->
                statement.setArray(at, statement.getConnection().createArrayOf("bigint", numbers));
            default -> statement.setObject(at, argument);
        }
    }
}
