package io.precinct.cases.record;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Cases read in a transaction, each in one round trip. Plain JDBC: these are the statements of the hottest path.
 *
 * @param handle the transaction
 */
record CaseRows(Handle handle) {
    /**
     * Two statements in one round trip. Transactions that read have one snapshot, and those that write hold the lock: a case
     * never comes with the notes of another moment.
     */
    private static final String FIND = "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ?;\nSELECT "
            + TaskRows.NOTE_COLUMNS + " FROM cases.note WHERE task_id = ? ORDER BY position";

    private static final String FIND_TOP = FIND.replace(
            "= ?", "= (SELECT s.task_id FROM cases.stack s WHERE s.principal = ? ORDER BY s.position DESC LIMIT 1)");

    /**
     * One statement, hence one snapshot in whatever transaction: each row is a case or a note. Two statements would see
     * different moments if the transaction writes and holds no lock.
     */
    private static final String FIND_WHOLE = "SELECT " + TaskRows.COLUMNS + ", " + TaskRows.noteColumns("n.")
            + ", n.task_id FROM (SELECT * FROM cases.task WHERE id = ANY (?)) t"
            + " FULL JOIN (SELECT * FROM cases.note WHERE task_id = ANY (?)) n ON false"
            + " ORDER BY n.task_id, n.position";

    /** As {@link #FIND}; the second begins, and sees what is committed, once the first has its lock. */
    private static final String LOCK = FIND.replace(";", " FOR NO KEY UPDATE;");

    private static final String LOCK_ROW =
            "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ? FOR NO KEY UPDATE";

    private static final String LOCK_ALL = "SELECT " + TaskRows.COLUMNS
            + " FROM cases.task t WHERE t.id = ANY (?) ORDER BY t.id FOR NO KEY UPDATE;\nSELECT "
            + TaskRows.NOTE_COLUMNS
            + ", task_id FROM cases.note WHERE task_id = ANY (?) ORDER BY task_id, position";

    private static final String FIND_ALL = "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ANY (?)";

    private static final int NOTE_COLUMN_COUNT = 9;

    /** Statements on rows. */
    @FunctionalInterface
    private interface Read<T extends @Nullable Object> {
        T from(PreparedStatement statement) throws SQLException;
    }

    private <T extends @Nullable Object> T query(String sql, Read<T> read) {
        try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
            return read.from(statement);
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }

    /** A case with its notes, or null. */
    @Nullable
    CaseWithNotes find(String id) {
        return find(FIND, id);
    }

    /** The case on top of the stack of a principal, with its notes, or null. */
    @Nullable
    CaseWithNotes findTop(String principal) {
        return find(FIND_TOP, principal);
    }

    /** As {@link #find}, with its row locked. */
    @Nullable
    CaseWithNotes lock(String id) {
        return find(LOCK, id);
    }

    private @Nullable CaseWithNotes find(String sql, String argument) {
        return query(sql, statement -> {
            statement.setString(1, argument);
            statement.setString(2, argument);
            statement.execute();
            Task task;
            try (ResultSet rows = statement.getResultSet()) {
                task = rows.next() ? TaskRows.task(rows) : null;
            }
            if (task == null) {
                return null;
            }
            statement.getMoreResults();
            var notes = new ArrayList<Note>(task.noteCount());
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    notes.add(TaskRows.note(rows, 1));
                }
            }
            return new CaseWithNotes(task, notes);
        });
    }

    /** As {@link #lock}, without the notes. */
    @Nullable
    Task lockRow(String id) {
        return query(LOCK_ROW, statement -> {
            statement.setString(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? TaskRows.task(rows) : null;
            }
        });
    }

    /** Those of these cases that are there, locked in the order of their ids. */
    List<CaseWithNotes> lockAll(Collection<String> ids) {
        return query(LOCK_ALL, statement -> {
            var array = statement.getConnection().createArrayOf("text", ids.toArray());
            statement.setArray(1, array);
            statement.setArray(2, array);
            statement.execute();
            var tasks = new ArrayList<Task>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    tasks.add(TaskRows.task(rows));
                }
            }
            statement.getMoreResults();
            Map<String, List<Note>> notes = new HashMap<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    notes.computeIfAbsent(rows.getString(NOTE_COLUMN_COUNT + 1), _ -> new ArrayList<>())
                            .add(TaskRows.note(rows, 1));
                }
            }
            return tasks.stream()
                    .map(task -> new CaseWithNotes(task, notes.getOrDefault(task.id(), List.of())))
                    .toList();
        });
    }

    /** Those of these ids that are ids of cases. */
    Set<String> existing(Collection<String> ids) {
        return query("SELECT id FROM cases.task WHERE id = ANY (?)", statement -> {
            statement.setArray(1, statement.getConnection().createArrayOf("text", ids.toArray()));
            Set<String> existing = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    existing.add(rows.getString(1));
                }
            }
            return existing;
        });
    }

    /** Those of these cases that are there, with their notes, by id; all of one moment though nothing is locked. */
    Map<String, CaseWithNotes> findWhole(Collection<String> ids) {
        return query(FIND_WHOLE, statement -> {
            var array = statement.getConnection().createArrayOf("text", ids.toArray());
            statement.setArray(1, array);
            statement.setArray(2, array);
            var tasks = new ArrayList<Task>();
            Map<String, List<Note>> notes = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String noteOf = rows.getString(TaskRows.COLUMN_COUNT + NOTE_COLUMN_COUNT + 1);
                    if (noteOf == null) {
                        tasks.add(TaskRows.task(rows));
                    } else {
                        notes.computeIfAbsent(noteOf, _ -> new ArrayList<>())
                                .add(TaskRows.note(rows, TaskRows.COLUMN_COUNT + 1));
                    }
                }
            }
            Map<String, CaseWithNotes> cases = new HashMap<>();
            tasks.forEach(task ->
                    cases.put(task.id(), new CaseWithNotes(task, notes.getOrDefault(task.id(), List.of()))));
            return cases;
        });
    }

    /** Those of these cases that are there, without notes, in the order asked for. */
    List<Task> findAll(List<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Map<String, Task> found = query(FIND_ALL, statement -> {
            statement.setArray(1, statement.getConnection().createArrayOf("text", ids.toArray()));
            var tasks = new HashMap<String, Task>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Task task = TaskRows.task(rows);
                    tasks.put(task.id(), task);
                }
            }
            return tasks;
        });
        return ids.stream().map(found::get).filter(java.util.Objects::nonNull).toList();
    }
}
