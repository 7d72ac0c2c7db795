package io.precinct.cases.record;

import io.precinct.cases.api.CaseStatus;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
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
 * Reads and locks cases in the database, inside a caller's transaction. Only a {@link Mutation} or sync changes cases.
 */
public final class CaseStore {
    /**
     * Two statements in one round trip. Read transactions use one snapshot, and write transactions hold the lock, so a
     * case is never combined with notes of another moment.
     */
    static final String FIND = "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ?;\nSELECT "
            + TaskRows.NOTE_COLUMNS + " FROM cases.note WHERE task_id = ? ORDER BY position";

    private static final String FIND_TOP = FIND.replace(
            "= ?", "= (SELECT s.task_id FROM cases.stack s WHERE s.principal = ? ORDER BY s.position DESC LIMIT 1)");

    /**
     * One statement, hence one snapshot in any transaction: each row is a case or a note. Two statements would see
     * different moments in a transaction that writes and holds no lock.
     */
    private static final String FIND_WHOLE = "SELECT " + TaskRows.COLUMNS + ", " + TaskRows.noteColumns("n.")
            + ", n.task_id FROM (SELECT * FROM cases.task WHERE id = ANY (?)) t"
            + " FULL JOIN (SELECT * FROM cases.note WHERE task_id = ANY (?)) n ON false"
            + " ORDER BY n.task_id, n.position";

    private static final String FIND_ALL = "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ANY (?)";

    /** A case that was created again is not in the trash. */
    static final String LEAVE_TRASH =
            "UPDATE cases.departure SET label = NULL, detective = NULL, content = NULL WHERE id = ?";

    private CaseStore() {}

    /**
     * Returns a case with its notes, or null. Both are of one moment if the transaction only reads, or holds the case
     * locked.
     */
    public static @Nullable CaseWithNotes find(Transaction transaction, String id) {
        return CaseLimits.CASE_ID.matcher(id).matches() ? read(transaction, FIND, id) : null;
    }

    /**
     * As {@link #find}.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public static CaseWithNotes get(Transaction transaction, String id) {
        CaseWithNotes found = find(transaction, id);
        if (found == null) {
            throw Refusal.notFound("case", id);
        }
        return found;
    }

    /** Returns the case on top of a principal's stack, with its notes, or null. */
    public static @Nullable CaseWithNotes top(Transaction transaction, String principal) {
        return read(transaction, FIND_TOP, principal);
    }

    /** Returns the label of a case, or null if there is no such case. */
    public static @Nullable String label(Transaction transaction, String id) {
        return transaction
                .select("SELECT label FROM cases.task WHERE id = ?", id)
                .mapTo(String.class)
                .findOne()
                .orElse(null);
    }

    private static @Nullable CaseWithNotes read(Transaction transaction, String sql, String argument) {
        return StatementBatch.read(
                transaction, sql, List.of(argument, argument), results -> TaskRows.withNotes(results));
    }

    /** Collects cases and notes from rows in any order. Not thread-safe. */
    static final class Found {
        private final List<Task> tasks = new ArrayList<>();
        private final Map<String, List<Note>> notes = new HashMap<>();

        boolean task(ResultSet row) throws SQLException {
            return tasks.add(TaskRows.task(row));
        }

        /** Adds a note. The note columns begin at column {@code first}; the id of the case follows them. */
        boolean note(ResultSet row, int first) throws SQLException {
            return notes.computeIfAbsent(row.getString(first + TaskRows.NOTE_COLUMN_COUNT), _ -> new ArrayList<>())
                    .add(TaskRows.note(row, first));
        }

        /** Adds a row of {@link #FIND_WHOLE}. */
        private Found taskOrNote(ResultSet row) throws SQLException {
            int first = TaskRows.COLUMN_COUNT + 1;
            if (row.getString(first + TaskRows.NOTE_COLUMN_COUNT) == null) {
                task(row);
            } else {
                note(row, first);
            }
            return this;
        }

        List<CaseWithNotes> cases() {
            return tasks.stream()
                    .map(task -> new CaseWithNotes(task, notes.getOrDefault(task.id(), List.of())))
                    .toList();
        }
    }

    /**
     * Returns the cases among these ids that exist, with their notes, by id. All are of one moment, even in a
     * transaction that writes and holds no lock.
     */
    public static Map<String, CaseWithNotes> findWhole(Transaction transaction, Collection<String> ids) {
        return transaction
                .createQuery(FIND_WHOLE)
                .bindArray(0, String.class, ids)
                .bindArray(1, String.class, ids)
                .reduceResultSet(new Found(), (found, row, _) -> found.taskOrNote(row))
                .cases()
                .stream()
                .collect(Collectors.toMap(each -> each.task().id(), Function.identity()));
    }

    /** Returns the cases among these ids that exist, without notes, in the order of {@code ids}. */
    public static List<Task> findAll(Transaction transaction, List<String> ids) {
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

    /** Returns the ids among these that belong to existing cases. */
    public static Set<String> existing(Transaction transaction, Collection<String> ids) {
        return transaction
                .createQuery("SELECT id FROM cases.task WHERE id = ANY (?)")
                .bindArray(0, String.class, ids)
                .mapTo(String.class)
                .set();
    }

    /** Prevents only the deletion of a case until the transaction ends; returns false if there is no such case. */
    public static boolean hold(Transaction transaction, String id) {
        return locked(transaction, id, "FOR KEY SHARE");
    }

    /** Locks a case for a change, as a {@link Mutation} does; returns false if there is no such case. */
    public static boolean lock(Transaction transaction, String id) {
        return locked(transaction, id, "FOR NO KEY UPDATE");
    }

    /**
     * Locks a case for its deletion. Waits for transactions that {@link #hold} the case; later ones wait for this
     * transaction.
     */
    public static void lockForDeletion(Transaction transaction, String id) {
        locked(transaction, id, "FOR UPDATE");
    }

    /**
     * Makes other callers of this method wait for the same id until the transaction ends. Needed if a client chooses
     * the id of a new case, because no row exists yet that could be locked.
     */
    public static void lockForCreation(Transaction transaction, String id) {
        transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 11))", id);
    }

    /**
     * As {@link #lockForCreation(Transaction, String)}, for several ids. All callers must pass their ids in the same
     * order.
     */
    public static void lockForCreation(Transaction transaction, List<String> ids) {
        StatementBatch.read(
                transaction,
                "SELECT pg_advisory_xact_lock(hashtextextended(id, 11)) FROM unnest(?::text[]) AS id",
                List.of((Object) ids.toArray(String[]::new)),
                _ -> 0);
    }

    /** Returns the last version of a deleted case; 0 if no case with this id was deleted. */
    static long lastVersion(Transaction transaction, String id) {
        return lastVersions(transaction, List.of(id)).getOrDefault(id, 0L);
    }

    /** Returns the last versions of the deleted cases among these ids, by id. */
    public static Map<String, Long> lastVersions(Transaction transaction, Collection<String> ids) {
        return transaction
                .createQuery("SELECT id, version FROM cases.departure WHERE id = ANY (?)")
                .bindArray(0, String.class, ids)
                .map((row, _) -> Map.entry(row.getString(1), row.getLong(2)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    private static boolean locked(Transaction transaction, String id, String strength) {
        return transaction
                .select("SELECT 1 FROM cases.task WHERE id = ? " + strength, id)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    /**
     * Adds the statements that write a case exactly as given, for sync: adds no note and no event, and calls no
     * listener. Existing notes keep their positions, new notes are appended in the given order, missing notes are
     * deleted. The version becomes one above the stored version. A case that is not active leaves every stack; the
     * caller has locked the stacks.
     *
     * @param there the stored case, locked by the caller, or null if the case is new
     * @param versionIfNew the version of a new case
     * @param more whether data of the case that is stored elsewhere has changed
     * @return the case after the write
     */
    public static CaseWithNotes syncWrite(
            StatementBatch batch,
            @Nullable CaseWithNotes there,
            String id,
            Values values,
            List<Note> notes,
            Instant createdAt,
            Instant updatedAt,
            long versionIfNew,
            boolean more) {
        OpenCase open = there == null
                ? new OpenCase(id, versionIfNew - 1, values, createdAt, updatedAt, "sync")
                : new OpenCase(there.task(), there.notes(), updatedAt, "sync").set(values);
        merge(open, notes);
        if (there != null && !more && !open.dirty()) {
            return there;
        }
        Task after = open.stamped(updatedAt, open.version() + 1);
        TaskWrites.write(open, after, batch);
        Relations.arrived(open, "sync", updatedAt, batch);
        if (there == null && versionIfNew > 1) {
            batch.add(LEAVE_TRASH, id);
        }
        if (there != null && after.status() != CaseStatus.ACTIVE) {
            batch.add("DELETE FROM cases.stack WHERE task_id = ?", id);
        }
        return new CaseWithNotes(after, open.notes());
    }

    /** Deletes a case for sync; {@code content} goes to the trash. */
    public static void syncDelete(Transaction transaction, String id, DepartedContent content, String by) {
        StatementBatch batch = new StatementBatch();
        batch.add("DELETE FROM cases.task WHERE id = ?", id);
        content.store(batch, id, DepartedContent.Via.SYNC, by);
        batch.execute(transaction);
    }

    private static void merge(OpenCase open, List<Note> notes) {
        Map<String, Note> wanted = new HashMap<>();
        notes.forEach(note -> wanted.put(note.noteId(), note));
        for (Note there : open.notes()) {
            Note note = wanted.remove(there.noteId());
            if (note == null) {
                open.remove(there);
            } else if (!note.at(there.position()).equals(there)) {
                open.replace(there, note.at(there.position()));
            }
        }
        for (Note note : notes) {
            if (wanted.remove(note.noteId()) != null) {
                open.append(note);
            }
        }
    }
}
