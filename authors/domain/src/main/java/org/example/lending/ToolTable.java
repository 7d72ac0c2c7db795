package org.example.lending;

import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;

/** The table of tools, inside a caller's transaction. */
final class ToolTable {
    /** Created or migrated as soon as it is opened. */
    static final Schema SCHEMA = Schema.of("lending", ToolTable.class, "001-lending.sql");

    private static final String COLUMNS = "id, name, borrower, due, version, added_at";

    private ToolTable() {}

    /**
     * The tools of one page.
     *
     * @param total of all pages
     * @param last sort key of the last one where more follow, else null
     */
    record Page(List<Tool> tools, long total, List<String> last) {}

    static Tool insert(Transaction transaction, String id, String name) {
        return transaction
                .createQuery("INSERT INTO lending.tool (id, name) VALUES (:id, :name) RETURNING " + COLUMNS)
                .bind("id", id)
                .bind("name", name)
                .map(ToolTable::tool)
                .one();
    }

    static Tool find(Transaction transaction, String id) {
        return one(transaction, id, "");
    }

    /** The tool, which nobody else changes until the transaction ends. */
    static Tool lock(Transaction transaction, String id) {
        return one(transaction, id, " FOR UPDATE");
    }

    private static Tool one(Transaction transaction, String id, String lock) {
        return transaction
                .createQuery("SELECT " + COLUMNS + " FROM lending.tool WHERE id = :id" + lock)
                .bind("id", id)
                .map(ToolTable::tool)
                .findOne()
                .orElseThrow(() -> Refusal.notFound("tool", id));
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
                        + " WHERE id = :id RETURNING " + COLUMNS)
                .bind("id", id)
                .bind("borrower", borrower)
                .bind("due", due)
                .map(ToolTable::tool)
                .one();
    }

    static Tool putBack(Transaction transaction, String id) {
        return transaction
                .createQuery("UPDATE lending.tool SET borrower = NULL, due = NULL, version = version + 1"
                        + " WHERE id = :id RETURNING " + COLUMNS)
                .bind("id", id)
                .map(ToolTable::tool)
                .one();
    }

    /**
     * A page of the tools by name.
     *
     * @param inPlace only those that are in their place, or only those that are lent; null for both
     */
    static Page page(Transaction transaction, Boolean inPlace, ListRequest request) {
        String which = inPlace == null ? "true" : inPlace ? "borrower IS NULL" : "borrower IS NOT NULL";
        String beyond = request.after() == null
                ? ""
                : " AND (name, id) " + (request.descending() ? "<" : ">") + " (:after_name, :after_id)";
        String order = request.descending() ? " DESC" : "";
        Query query = transaction
                .createQuery("SELECT " + COLUMNS + " FROM lending.tool WHERE " + which + beyond + " ORDER BY name"
                        + order + ", id" + order + " LIMIT :limit")
                .bind("limit", request.limit() + 1);
        if (request.after() != null) {
            List<String> after = key(request.after());
            query.bind("after_name", after.getFirst()).bind("after_id", after.getLast());
        }
        List<Tool> tools = new ArrayList<>(query.map(ToolTable::tool).list());
        boolean more = tools.size() > request.limit();
        if (more) {
            tools.removeLast();
        }
        long total = transaction
                .createQuery("SELECT count(*) FROM lending.tool WHERE " + which)
                .mapTo(Long.class)
                .one();
        List<String> last =
                more ? List.of(tools.getLast().name(), tools.getLast().id()) : null;
        return new Page(tools, total, last);
    }

    /** The cursor comes from the client. */
    private static List<String> key(List<Object> after) {
        if (after.size() == 2 && after.getFirst() instanceof String name && after.getLast() instanceof String id) {
            return List.of(name, id);
        }
        throw Refusal.invalid("?cursor", "format", "the cursor is not one of this list; begin without", null);
    }

    private static Tool tool(ResultSet row, StatementContext context) throws SQLException {
        return new Tool(
                row.getString("id"),
                row.getString("name"),
                row.getString("borrower"),
                row.getObject("due", LocalDate.class),
                row.getLong("version"),
                row.getObject("added_at", OffsetDateTime.class).toInstant());
    }
}
