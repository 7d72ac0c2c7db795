package org.example.lending;

import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Condition;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Table;
import java.time.LocalDate;

/** The table of tools, inside a caller's transaction. */
final class ToolTable {
    /** Created or migrated as soon as it is opened. */
    static final Schema SCHEMA = Schema.of("lending", ToolTable.class, "001-lending.sql");

    private static final Table<Tool> TABLE = Table.of(
            "lending.tool",
            Tool.RESOURCE,
            Tool.ID,
            row -> new Tool(
                    row.get(Tool.ID),
                    row.get(Tool.NAME),
                    row.get(Tool.BORROWER),
                    row.get(Tool.DUE),
                    row.get(Tool.VERSION),
                    row.get(Tool.ADDED_AT)));

    private ToolTable() {}

    static Tool insert(Transaction transaction, String id, String name) {
        return transaction
                .createQuery("INSERT INTO lending.tool (id, name) VALUES (:id, :name) RETURNING " + TABLE.columns())
                .bind("id", id)
                .bind("name", name)
                .map(TABLE::map)
                .one();
    }

    static Tool find(Transaction transaction, String id) {
        return there(TABLE.find(transaction, id), id);
    }

    /** The tool, which nobody else changes until the transaction ends. */
    static Tool lock(Transaction transaction, String id) {
        return there(TABLE.lock(transaction, id), id);
    }

    private static Tool there(Tool tool, String id) {
        if (tool == null) {
            throw Refusal.notFound("tool", id);
        }
        return tool;
    }

    /** Whoever borrows twice at once borrows one after the other, or the number of loans could not be held. */
    static void queue(Transaction transaction, String borrower) {
        transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", "lending " + borrower);
    }

    static long loans(Transaction transaction, String borrower) {
        return transaction
                .createQuery("SELECT count(*) FROM lending.tool WHERE borrower = :borrower")
                .bind("borrower", borrower)
                .mapTo(Long.class)
                .one();
    }

    static long overdue(Transaction transaction, LocalDate today) {
        return transaction
                .createQuery("SELECT count(*) FROM lending.tool WHERE due < :today")
                .bind("today", today)
                .mapTo(Long.class)
                .one();
    }

    static Tool lend(Transaction transaction, String id, String borrower, LocalDate due) {
        return transaction
                .createQuery("UPDATE lending.tool SET borrower = :borrower, due = :due, version = version + 1"
                        + " WHERE id = :id RETURNING " + TABLE.columns())
                .bind("id", id)
                .bind("borrower", borrower)
                .bind("due", due)
                .map(TABLE::map)
                .one();
    }

    static Tool putBack(Transaction transaction, String id) {
        return transaction
                .createQuery("UPDATE lending.tool SET borrower = NULL, due = NULL, version = version + 1"
                        + " WHERE id = :id RETURNING " + TABLE.columns())
                .bind("id", id)
                .map(TABLE::map)
                .one();
    }

    /**
     * A page of the tools.
     *
     * @param inPlace only those that are in their place, or only those that are lent; null for both
     */
    static Table.Page<Tool> page(Transaction transaction, Boolean inPlace, ListRequest request) {
        Condition which =
                inPlace == null ? Condition.ANY : Condition.of(inPlace ? "borrower IS NULL" : "borrower IS NOT NULL");
        return TABLE.page(transaction, request, which);
    }
}
