package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A change of one or more cases in one transaction. Apart from sync, every change of a case is a mutation. A mutation
 * locks the rows it opens, collects the changes, and writes everything at {@link #finish}: the cases, their notes, the
 * statements of the listener and the events. Cases that are needed together are opened together, in the order of their
 * ids, so that two mutations never deadlock. Not thread-safe.
 */
public final class Mutation {
    /** The event topic for everything that happens to cases. */
    public static final String TOPIC = "cases";

    /** The second statement starts once the first has its lock, so it sees everything committed by then. */
    private static final String LOCK = CaseStore.FIND.replace(";", " FOR NO KEY UPDATE;") + ";\n" + Redactions.FIND;

    private static final String LOCK_ROW =
            "SELECT " + TaskRows.COLUMNS + " FROM cases.task t WHERE t.id = ? FOR NO KEY UPDATE;\n" + Redactions.FIND;

    private static final String LOCK_ALL = "SELECT " + TaskRows.COLUMNS
            + " FROM cases.task t WHERE t.id = ANY (?) ORDER BY t.id FOR NO KEY UPDATE;\nSELECT "
            + TaskRows.NOTE_COLUMNS
            + ", task_id FROM cases.note WHERE task_id = ANY (?) ORDER BY task_id, position;\n" + Redactions.FIND_ALL;

    /** The fields that every actor may change in any case. */
    private static final Set<TaskField> LINKS = Set.of(TaskField.CASE_LINKS, TaskField.CONSCIOUSNESS_LINKS);

    private final Transaction transaction;
    private final Events events;
    private final ChangeListener listener;
    private final Cause cause;
    private final Actor actor;
    private final Instant at = Timestamps.now();
    private final Map<String, OpenCase> open = new LinkedHashMap<>();
    private final Map<String, Redactions> redactions = new HashMap<>();
    private final Set<String> restored = new HashSet<>();
    private final List<Events.Event> outbox = new ArrayList<>(2);
    private final StatementBatch batch = new StatementBatch();

    /**
     * Begins a mutation. The caller must {@linkplain #finish finish} it in the same transaction.
     *
     * @param listener called for every case that is written
     * @param cause who makes the change, and by which request
     */
    public Mutation(Transaction transaction, Events events, ChangeListener listener, Cause cause) {
        this.transaction = transaction;
        this.events = events;
        this.listener = listener;
        this.cause = cause;
        this.actor = cause.actor();
    }

    /** Returns the transaction. */
    public Transaction transaction() {
        return transaction;
    }

    /** Returns the name of the actor. */
    public String actor() {
        return actor.name();
    }

    /** Returns the actor with the actor's permissions. */
    public Actor who() {
        return actor;
    }

    /** Returns the time of the change. */
    public Instant at() {
        return at;
    }

    /**
     * Locks a case and reads it with its notes.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public OpenCase open(String id) {
        OpenCase found = openIfThere(id);
        if (found == null) {
            throw Refusal.notFound("case", id);
        }
        return found;
    }

    /** As {@link #open}, but returns null if there is no such case. */
    public @Nullable OpenCase openIfThere(String id) {
        OpenCase known = open.get(id);
        if (known != null || !CaseLimits.CASE_ID.matcher(id).matches()) {
            return known;
        }
        CaseWithNotes withNotes = StatementBatch.read(transaction, LOCK, List.of(id, id, id), results -> {
            List<Task> task = results.rows(TaskRows::task);
            results.next();
            List<Note> notes = results.rows(row -> TaskRows.note(row, 1));
            redactions(results, List.of(id));
            return task.isEmpty() ? null : new CaseWithNotes(task.getFirst(), notes);
        });
        return withNotes == null ? null : hold(withNotes);
    }

    /** Reads the redactions of these cases from the next result. */
    private void redactions(StatementBatch.Results results, Collection<String> ids) throws SQLException {
        var found = new HashMap<String, List<Redactions.Redaction>>();
        results.next();
        results.rows(row ->
                found.computeIfAbsent(row.getString(6), _ -> new ArrayList<>()).add(Redactions.Redaction.read(row)));
        ids.forEach(id -> redactions.put(id, found.containsKey(id) ? new Redactions(found.get(id)) : Redactions.NONE));
    }

    /** Returns the redactions of a case that this mutation has opened, or has looked for. */
    public Redactions redactions(String id) {
        return redactions.getOrDefault(id, Redactions.NONE);
    }

    /** Returns a case that this mutation has opened, or null. */
    public @Nullable OpenCase held(String id) {
        return open.get(id);
    }

    /**
     * As {@link #open}, but without reading the notes, for operations that only add a note: a case may have many notes.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public OpenCase openForNote(String id) {
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            throw Refusal.notFound("case", id);
        }
        List<Task> found = StatementBatch.read(transaction, LOCK_ROW, List.of(id, id), results -> {
            List<Task> rows = results.rows(TaskRows::task);
            redactions(results, List.of(id));
            return rows;
        });
        if (found.isEmpty()) {
            throw Refusal.notFound("case", id);
        }
        Task task = found.getFirst();
        OpenCase held = new OpenCase(task, null, at, actor.name());
        open.put(id, held);
        return held;
    }

    /** Locks the existing cases among these ids, in the order of their ids. */
    public void openAll(Collection<String> ids) {
        var wanted = new TreeSet<String>();
        for (String id : ids) {
            if (!open.containsKey(id) && CaseLimits.CASE_ID.matcher(id).matches()) {
                wanted.add(id);
            }
        }
        if (wanted.size() == 1) {
            openIfThere(wanted.first());
        } else if (!wanted.isEmpty()) {
            lockAll(wanted).forEach(this::hold);
        }
    }

    private List<CaseWithNotes> lockAll(Set<String> wanted) {
        String[] ids = wanted.toArray(String[]::new);
        return StatementBatch.read(transaction, LOCK_ALL, List.of(ids, ids, ids), results -> {
            var found = new CaseStore.Found();
            results.rows(found::task);
            results.next();
            results.rows(row -> found.note(row, 1));
            redactions(results, wanted);
            return found.cases();
        });
    }

    private OpenCase hold(CaseWithNotes withNotes) {
        OpenCase held = new OpenCase(withNotes.task(), withNotes.notes(), at, actor.name());
        open.put(held.id(), held);
        return held;
    }

    /** Begins a new case with an id of its own. */
    public OpenCase create(String id, Values values) {
        return create(id, 0, values, at);
    }

    /**
     * Begins a new case with an id that a client chose. Its versions continue those of an earlier case with this id.
     * The caller has {@linkplain CaseStore#lockForCreation locked} the id and found no such case.
     */
    public OpenCase createAgain(String id, Values values, @Nullable Instant createdAt) {
        long lastVersion = CaseStore.lastVersion(transaction, id);
        if (lastVersion > 0) {
            also(CaseStore.LEAVE_TRASH, id);
        }
        return create(id, lastVersion, values, createdAt == null ? at : createdAt);
    }

    /**
     * As {@link #createAgain}, for a case that comes back from the trash. What it had when it was deleted may stay, even
     * if it equals a redacted text: redactions that arrive later change the trash.
     */
    public OpenCase restore(String id, Values values, @Nullable Instant createdAt) {
        restored.add(id);
        return createAgain(id, values, createdAt);
    }

    private OpenCase create(String id, long lastVersion, Values values, Instant createdAt) {
        OpenCase fresh = new OpenCase(id, lastVersion, values, createdAt, at, actor.name());
        open.put(id, fresh);
        return fresh;
    }

    /** Adds a statement that {@link #finish} executes. */
    public void also(String sql, @Nullable Object... args) {
        batch.add(sql, args);
    }

    /**
     * Redacts texts of a note that this mutation has replaced by its redacted form: they do not come back, and stored
     * events, answers and merge bases lose them. Call it after all other changes.
     *
     * @param texts the texts; see {@link Note#texts}
     */
    public void redact(OpenCase open, Note redacted, Set<String> texts) {
        Redactions.forget(open.id(), redacted, texts, open.values(), batch);
        Redactions.purge(transaction, events, open.task());
    }

    /** Adds an event that {@link #finish} writes, with {@code actor, request, key} beside these members. */
    public void event(String type, @Nullable String principal, Map<String, @Nullable Object> data) {
        outbox.add(new Events.Event(TOPIC, type, principal, cause.event(data)));
    }

    /**
     * Writes everything.
     *
     * @throws Refusal 403 {@code role_required} if the actor may not change one of the cases
     */
    public void finish() {
        var told = new ArrayList<Events.Event>(2);
        StatementBatch all = new StatementBatch();
        // runs after the statements that change other relations, since it depends on which relations exist
        StatementBatch following = new StatementBatch();
        for (OpenCase one : open.values()) {
            if (one.dirty()) {
                written(one, all, told);
            }
            if (one.dirty() && !one.deleted()) {
                Relations.follow(one, actor.name(), at, following);
            }
        }
        all.addAll(batch).addAll(following);
        told.addAll(outbox);
        for (Events.Event event : told) {
            Events.Insert insert = events.insert(event);
            all.add(insert.sql(), insert.arguments().toArray());
        }
        all.execute(transaction);
    }

    private void written(OpenCase one, StatementBatch all, List<Events.Event> told) {
        Task before = one.before();
        if (before != null && (one.deleted() || one.moved() || !LINKS.containsAll(one.changed()))) {
            actor.checkChange(one.id(), (String) before.get(TaskField.DETECTIVE));
        }
        if (one.deleted()) {
            if (before != null) {
                one.writeDeletion(all);
                told.add(caseEvent(one, Data.map("id", one.id(), "version", before.version(), "deleted", true)));
            }
            return;
        }
        if (!restored.contains(one.id())) {
            redactions(one.id()).check(one);
        }
        Task after = one.task();
        TaskWrites.write(one, after, all);
        listener.changed(after, actor.name(), all);
        told.add(caseEvent(one, after.toListData()));
    }

    private Events.Event caseEvent(OpenCase one, Map<String, @Nullable Object> data) {
        return new Events.Event(
                TOPIC,
                "case",
                null,
                cause.event(Data.map("change", one.change(), "fields", one.changedMembers(), "case", data)));
    }
}
