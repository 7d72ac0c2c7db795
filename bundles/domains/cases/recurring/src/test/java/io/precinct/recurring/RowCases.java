package io.precinct.recurring;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores each case as one row, in the caller's transaction. */
public final class RowCases implements Cases {
    private static final Schema SCHEMA = new Schema("rows", List.of(new Schema.Migration("001.sql", """
                    CREATE TABLE rows.task (
                        n bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, label text NOT NULL, template text NOT NULL,
                        date date NOT NULL, due date, previous text, actor text NOT NULL, status text NOT NULL DEFAULT 'parked',
                        updated_at text NOT NULL DEFAULT '')
                    """)));

    private final Database database;

    /** Labels of cases that cannot be created: their creation fails after the row is written. */
    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    private volatile ZoneId zone = ZoneId.of("UTC");

    public RowCases(Databases databases) {
        database = databases.open(SCHEMA);
    }

    /** A generated case. */
    public record Row(
            String id,
            String label,
            LocalDate date,
            @Nullable LocalDate due,
            @Nullable String previous,
            String actor) {}

    public void overdueIn(ZoneId zone) {
        this.zone = zone;
    }

    @Override
    public ZoneId timezone() {
        return zone;
    }

    public void breaks(String label) {
        broken.add(label);
    }

    public void mends(String label) {
        broken.remove(label);
    }

    public void finishes(String id, String status, Instant at) {
        database.write(transaction -> transaction.execute(
                "UPDATE rows.task SET status = ?, updated_at = ? WHERE id = ?", status, at.toString(), id));
    }

    public void forgets(String id) {
        database.write(transaction -> transaction.execute("DELETE FROM rows.task WHERE id = ?", id));
    }

    /** Returns the cases of a template in order of generation. */
    public List<Row> of(String templateId) {
        return database.read(transaction -> transaction
                .createQuery("SELECT * FROM rows.task WHERE template = ? ORDER BY n")
                .bind(0, templateId)
                .map((row, _) -> new Row(
                        row.getString("id"),
                        row.getString("label"),
                        row.getObject("date", LocalDate.class),
                        row.getObject("due", LocalDate.class),
                        row.getString("previous"),
                        row.getString("actor")))
                .list());
    }

    @Override
    public @Nullable Map<String, @Nullable Object> find(String id) {
        return database.read(transaction -> transaction
                .createQuery("SELECT * FROM rows.task WHERE id = ?")
                .bind(0, id)
                .map((row, _) -> data(row))
                .findOne()
                .orElse(null));
    }

    @Override
    public Set<String> existing(Collection<String> ids) {
        return ids.stream().filter(id -> find(id) != null).collect(Collectors.toSet());
    }

    @Override
    public Map<String, @Nullable Object> create(
            Transaction transaction, Map<String, @Nullable Object> fields, Origin origin, String actor) {
        String id = "task-" + UUID.randomUUID();
        String label = String.valueOf(fields.get("label"));
        Object due = fields.get("due_date");
        transaction.execute(
                "INSERT INTO rows.task (id, label, template, date, due, previous, actor) VALUES (?, ?, ?, ?, ?, ?, ?)",
                id,
                label,
                origin.templateId(),
                origin.date(),
                due == null ? null : LocalDate.parse(String.valueOf(due)),
                origin.previous(),
                actor);
        if (broken.contains(label)) {
            throw new IllegalStateException("the case " + label + " cannot be created");
        }
        return Data.map(
                "id", id, "label", label, "status", "pending", "version", 1, "previous_instance_id", origin.previous());
    }

    @Override
    public List<Problem> problems(Map<String, @Nullable Object> fields) {
        List<Problem> problems = new ArrayList<>();
        if (!(fields.get("label") instanceof String label) || label.isBlank()) {
            problems.add(new Problem("/label", "required", "label is required", null));
        }
        if (fields.get("priority") instanceof Number n && n.intValue() > 5) {
            problems.add(new Problem("/priority", "bounds", "priority is 1 to 5", null));
        }
        return problems;
    }

    @Override
    public Assignee assignee(@Nullable String given, @Nullable String stored, @Nullable String user) {
        boolean refused = user != null && "nobody-here".equals(given) && !given.equals(stored);
        return new Assignee(
                given == null ? null : given.strip(),
                refused ? new Problem("/detective", "unknown_person", "there is no user nobody-here", null) : null);
    }

    @Override
    public boolean lock(Transaction transaction, String id) {
        return hold(transaction, id);
    }

    @Override
    public void changed(Transaction transaction, String id, Change change, String actor) {
        throw new UnsupportedOperationException("not of use here");
    }

    @Override
    public boolean hold(Transaction transaction, String id) {
        return transaction
                .createQuery("SELECT 1 FROM rows.task WHERE id = ? FOR KEY SHARE")
                .bind(0, id)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    @Override
    public List<String> listedMembers() {
        return List.of("id", "label", "status", "version", "updated_at", "recurring_template_id", "recurrence_date");
    }

    @Override
    public Instances instances(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
        if (after != null && (after.size() != 1 || !(after.getFirst() instanceof String))) {
            throw new IllegalArgumentException("no key: " + after);
        }
        List<Map<String, @Nullable Object>> all = database.read(transaction -> transaction
                .createQuery("SELECT * FROM rows.task WHERE template = ? ORDER BY n DESC")
                .bind(0, templateId)
                .map((row, _) -> data(row))
                .list());
        int from = 0;
        while (after != null && !all.get(from++).get("id").equals(after.getFirst())) {}
        List<Map<String, @Nullable Object>> part = all.subList(from, Math.min(from + limit, all.size()));
        boolean more = from + part.size() < all.size();
        return new Instances(
                part, all.size(), more ? List.of(String.valueOf(part.getLast().get("id"))) : null);
    }

    private static Map<String, @Nullable Object> data(ResultSet row) throws SQLException {
        return Data.map(
                "id",
                row.getString("id"),
                "label",
                row.getString("label"),
                "status",
                row.getString("status"),
                "version",
                1,
                "updated_at",
                row.getString("updated_at"),
                "recurring_template_id",
                row.getString("template"),
                "recurrence_date",
                row.getString("date"));
    }
}
