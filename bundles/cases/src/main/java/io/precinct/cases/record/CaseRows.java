package io.precinct.cases.record;

import io.precinct.postgres.api.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Cases read in a transaction, each in one round trip.
 *
 * @param transaction the one to read in
 */
record CaseRows(Transaction transaction) {
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
        return StatementBatch.read(transaction, sql, List.of(argument, argument), results -> {
            List<Task> task = results.rows(TaskRows::task);
            if (task.isEmpty()) {
                return null;
            }
            results.next();
            return new CaseWithNotes(task.getFirst(), results.rows(row -> TaskRows.note(row, 1)));
        });
    }

    /** As {@link #lock}, without the notes. */
    @Nullable
    Task lockRow(String id) {
        return transaction
                .select(LOCK_ROW, id)
                .map((row, _) -> TaskRows.task(row))
                .findOne()
                .orElse(null);
    }

    /** Cases and notes as the rows have them, in any order. Not thread-safe. */
    private static final class Found {
        private final List<Task> tasks = new ArrayList<>();
        private final Map<String, List<Note>> notes = new HashMap<>();

        boolean note(String taskId, Note note) {
            return notes.computeIfAbsent(taskId, _ -> new ArrayList<>()).add(note);
        }

        /** A row of {@link #FIND_WHOLE}. */
        Found add(ResultSet row) throws SQLException {
            String noteOf = row.getString(TaskRows.COLUMN_COUNT + NOTE_COLUMN_COUNT + 1);
            if (noteOf == null) {
                tasks.add(TaskRows.task(row));
            } else {
                note(noteOf, TaskRows.note(row, TaskRows.COLUMN_COUNT + 1));
            }
            return this;
        }

        List<CaseWithNotes> cases() {
            return tasks.stream()
                    .map(task -> new CaseWithNotes(task, notes.getOrDefault(task.id(), List.of())))
                    .toList();
        }
    }

    /** Those of these cases that are there, locked in the order of their ids. */
    List<CaseWithNotes> lockAll(Collection<String> ids) {
        String[] wanted = ids.toArray(String[]::new);
        return StatementBatch.read(transaction, LOCK_ALL, List.of(wanted, wanted), results -> {
            var found = new Found();
            results.rows(row -> found.tasks.add(TaskRows.task(row)));
            results.next();
            results.rows(row -> found.note(row.getString(NOTE_COLUMN_COUNT + 1), TaskRows.note(row, 1)));
            return found.cases();
        });
    }

    /** Those of these ids that are ids of cases. */
    Set<String> existing(Collection<String> ids) {
        return transaction
                .createQuery("SELECT id FROM cases.task WHERE id = ANY (?)")
                .bindArray(0, String.class, ids)
                .mapTo(String.class)
                .set();
    }

    /** Those of these cases that are there, with their notes, by id; all of one moment though nothing is locked. */
    Map<String, CaseWithNotes> findWhole(Collection<String> ids) {
        return transaction
                .createQuery(FIND_WHOLE)
                .bindArray(0, String.class, ids)
                .bindArray(1, String.class, ids)
                .reduceResultSet(new Found(), (found, row, _) -> found.add(row))
                .cases()
                .stream()
                .collect(Collectors.toMap(each -> each.task().id(), Function.identity()));
    }

    /** Those of these cases that are there, without notes, in the order asked for. */
    List<Task> findAll(List<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Map<String, Task> found = transaction
                .createQuery(FIND_ALL)
                .bindArray(0, String.class, ids)
                .map((row, _) -> TaskRows.task(row))
                .collect(Collectors.toMap(Task::id, Function.identity()));
        return ids.stream().map(found::get).filter(Objects::nonNull).toList();
    }
}
