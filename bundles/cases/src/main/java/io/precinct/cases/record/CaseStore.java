package io.precinct.cases.record;

import io.precinct.cases.api.CaseStatus;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cases in the database. Stateless, hence thread-safe. */
public final class CaseStore {
    private final Events events;
    private final List<ChangeListener> listeners;

    /** Cases whose changes these listeners learn of. */
    public CaseStore(Events events, List<ChangeListener> listeners) {
        this.events = events;
        this.listeners = List.copyOf(listeners);
    }

    /** A case with its notes, or null; of one moment where the transaction only reads, or holds the case locked. */
    public @Nullable CaseWithNotes find(Transaction transaction, String id) {
        return CaseLimits.CASE_ID.matcher(id).matches() ? new CaseRows(transaction).find(id) : null;
    }

    /**
     * As {@link #find}.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public CaseWithNotes get(Transaction transaction, String id) {
        CaseWithNotes found = find(transaction, id);
        if (found == null) {
            throw Refusal.notFound("case", id);
        }
        return found;
    }

    /**
     * Those of these cases that are there, with their notes, by id: all of one moment, in a transaction that writes too,
     * though nothing is locked.
     */
    public static Map<String, CaseWithNotes> findWhole(Transaction transaction, Collection<String> ids) {
        return new CaseRows(transaction).findWhole(ids);
    }

    /** Those of these ids that are ids of cases. */
    public Set<String> existing(Transaction transaction, Collection<String> ids) {
        return new CaseRows(transaction).existing(ids);
    }

    /** Keeps a case from being deleted until the transaction ends, and from nothing else; false if there is none. */
    public boolean hold(Transaction transaction, String id) {
        return locked(transaction, id, "FOR KEY SHARE");
    }

    /** Locks a case for its deletion: waits for those that {@link #hold} it, and they wait from here on. */
    public void lockForDeletion(Transaction transaction, String id) {
        locked(transaction, id, "FOR UPDATE");
    }

    /**
     * Makes other callers of this method wait with the same id until the transaction ends. Needed if the client chooses the
     * id of a new case: there is no row yet that could be locked.
     */
    public void lockForCreation(Transaction transaction, String id) {
        transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 11))", id);
    }

    private static boolean locked(Transaction transaction, String id, String strength) {
        return transaction
                .select("SELECT 1 FROM cases.task WHERE id = ? " + strength, id)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    /** The case on top of the stack of a principal, with its notes, or null. */
    public @Nullable CaseWithNotes top(Transaction transaction, String principal) {
        return new CaseRows(transaction).findTop(principal);
    }

    /** Those of these cases that are there, without notes, in the order asked for. */
    public List<Task> findAll(Transaction transaction, List<String> ids) {
        return new CaseRows(transaction).findAll(ids);
    }

    /**
     * Begins a mutation; it must be {@linkplain Mutation#finish finished} in the same transaction.
     *
     * @param operation its name, for the listeners
     * @param actor who does it
     */
    public Mutation mutation(Transaction transaction, String operation, String actor) {
        return new Mutation(transaction, events, listeners, operation, actor);
    }

    /**
     * Writes a case exactly so, as sync does: no note, no event, and no listener is called. Existing notes keep their positions, new
     * ones are appended in the order given, missing ones are deleted; the version is one above what was there, and a case
     * that is not active leaves every stack, which the caller has locked.
     *
     * @param versionIfNew the version of a case that was not there
     */
    public CaseWithNotes syncWrite(
            Transaction transaction,
            String id,
            Values values,
            List<Note> notes,
            Instant createdAt,
            Instant updatedAt,
            long versionIfNew) {
        CaseRows rows = new CaseRows(transaction);
        CaseWithNotes there = rows.lock(id);
        OpenCase open = there == null
                ? new OpenCase(id, values, createdAt, updatedAt, "sync")
                : new OpenCase(there.task(), there.notes(), updatedAt, "sync").set(values);
        merge(open, notes);
        if (there != null && !open.dirty()) {
            return there;
        }
        Task after = open.stamped(
                updatedAt, there == null ? versionIfNew : there.task().version() + 1);
        StatementBatch batch = new StatementBatch();
        TaskWrites.write(open, after, batch);
        if (after.status() != CaseStatus.ACTIVE) {
            batch.add("DELETE FROM cases.stack WHERE task_id = ?", id);
        }
        batch.execute(transaction);
        return new CaseWithNotes(after, open.notes());
    }

    /** Deletes a case as sync does; false if there was none. */
    public boolean syncDelete(Transaction transaction, String id) {
        return transaction.execute("DELETE FROM cases.task WHERE id = ?", id) > 0;
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
        for (Note note : new ArrayList<>(notes)) {
            if (wanted.remove(note.noteId()) != null) {
                open.append(note);
            }
        }
    }
}
