package io.precinct.cases.record;

import io.precinct.cases.api.CaseStatus;
import io.precinct.events.api.Events;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
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
    public @Nullable CaseWithNotes find(Handle handle, String id) {
        return CaseLimits.CASE_ID.matcher(id).matches() ? new CaseRows(handle).find(id) : null;
    }

    /**
     * As {@link #find}.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public CaseWithNotes get(Handle handle, String id) {
        CaseWithNotes found = find(handle, id);
        if (found == null) {
            throw Refusal.notFound("case", id);
        }
        return found;
    }

    /**
     * Those of these cases that are there, with their notes, by id: all of one moment, in a transaction that writes too,
     * though nothing is locked.
     */
    public static Map<String, CaseWithNotes> findWhole(Handle handle, Collection<String> ids) {
        return new CaseRows(handle).findWhole(ids);
    }

    /** Those of these ids that are ids of cases. */
    public Set<String> existing(Handle handle, Collection<String> ids) {
        return new CaseRows(handle).existing(ids);
    }

    /** Keeps a case from being deleted until the transaction ends, and from nothing else; false if there is none. */
    public boolean hold(Handle handle, String id) {
        return locked(handle, id, "FOR KEY SHARE");
    }

    /** Locks a case for its deletion: waits for those that {@link #hold} it, and they wait from here on. */
    public void lockForDeletion(Handle handle, String id) {
        locked(handle, id, "FOR UPDATE");
    }

    /**
     * Makes other callers of this method wait with the same id until the transaction ends. Needed if the client chooses the
     * id of a new case: there is no row yet that could be locked.
     */
    public void lockForCreation(Handle handle, String id) {
        handle.createQuery("SELECT pg_advisory_xact_lock(hashtextextended(?, 11))")
                .bind(0, id)
                .mapTo(String.class)
                .one();
    }

    private static boolean locked(Handle handle, String id, String strength) {
        return handle.createQuery("SELECT 1 FROM cases.task WHERE id = ? " + strength)
                .bind(0, id)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    /** The case on top of the stack of a principal, with its notes, or null. */
    public @Nullable CaseWithNotes top(Handle handle, String principal) {
        return new CaseRows(handle).findTop(principal);
    }

    /** Those of these cases that are there, without notes, in the order asked for. */
    public List<Task> findAll(Handle handle, List<String> ids) {
        return new CaseRows(handle).findAll(ids);
    }

    /**
     * Begins a mutation; it must be {@linkplain Mutation#finish finished} in the same transaction.
     *
     * @param operation its name, for the listeners
     * @param actor who does it
     */
    public Mutation mutation(Handle handle, String operation, String actor) {
        return new Mutation(handle, events, listeners, operation, actor);
    }

    /**
     * Writes a case exactly so, as sync does: no note, no event, and no listener is called. Existing notes keep their positions, new
     * ones are appended in the order given, missing ones are deleted; the version is one above what was there, and a case
     * that is not active leaves every stack, which the caller has locked.
     *
     * @param versionIfNew the version of a case that was not there
     */
    public CaseWithNotes syncWrite(
            Handle handle,
            String id,
            Values values,
            List<Note> notes,
            Instant createdAt,
            Instant updatedAt,
            long versionIfNew) {
        CaseRows rows = new CaseRows(handle);
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
        batch.execute(handle);
        return new CaseWithNotes(after, open.notes());
    }

    /** Deletes a case as sync does; false if there was none. */
    public boolean syncDelete(Handle handle, String id) {
        return handle.createUpdate("DELETE FROM cases.task WHERE id = ?")
                        .bind(0, id)
                        .execute()
                > 0;
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
