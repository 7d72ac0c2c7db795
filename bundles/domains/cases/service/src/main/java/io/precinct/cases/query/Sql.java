package io.precinct.cases.query;

import io.precinct.cases.record.StatementBatch;
import io.precinct.postgres.api.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Builds a statement with its arguments. Values enter a statement only as arguments. Not thread-safe. */
public final class Sql {
    private final StringBuilder text = new StringBuilder(1024);
    private final List<@Nullable Object> arguments = new ArrayList<>();

    /** Starts a statement with this text. */
    public static Sql of(String text, @Nullable Object... arguments) {
        return new Sql().add(text, arguments);
    }

    /**
     * Appends text.
     *
     * @param text a constant of the program, with {@code ?} for each argument
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

    /** Returns the text so far. */
    public String text() {
        return text.toString();
    }

    /** Returns the query so far. */
    public Query query(Transaction transaction) {
        return transaction.select(text.toString(), arguments.toArray());
    }

    /**
     * The results of two queries that were sent together.
     *
     * @param first the rows of the first query
     * @param number the count that the second query returned
     */
    public record Counted<T extends @Nullable Object>(List<T> first, long number) {}

    /**
     * Runs this query and a second statement in one round trip. The second must end in a query of one row with one
     * number.
     */
    public <T extends @Nullable Object> Counted<T> counted(
            Transaction transaction, StatementBatch.Row<T> row, Sql number) {
        Sql both = new Sql().add(this).add(";\n").add(number);
        return StatementBatch.read(transaction, both.text(), both.arguments, results -> {
            List<T> first = results.rows(row);
            long last = 0;
            while (results.next()) {
                last = results.rows(each -> each.getLong(1)).getFirst();
            }
            return new Counted<>(first, last);
        });
    }
}
