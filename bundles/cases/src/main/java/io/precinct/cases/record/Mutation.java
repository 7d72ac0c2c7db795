package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One change of one or more cases in one transaction: the only way in which a case changes. It locks the rows it opens,
 * gathers what is done to them, and writes everything at {@link #finish}: the cases, their notes, the statements of the
 * listeners and the events. If several cases are needed they are opened together, in the order of their ids, so that two
 * mutations never deadlock. Not thread-safe.
 */
public final class Mutation {
    /** The stream of everything that happens to cases. */
    public static final String TOPIC = "cases";

    private final Transaction transaction;
    private final CaseRows rows;
    private final Events events;
    private final List<ChangeListener> listeners;
    private final String operation;
    private final String actor;
    private final Instant at = Times.now();
    private final Map<String, OpenCase> open = new LinkedHashMap<>();
    private final List<Events.Event> outbox = new ArrayList<>(2);
    private final StatementBatch batch = new StatementBatch();

    Mutation(Transaction transaction, Events events, List<ChangeListener> listeners, String operation, String actor) {
        this.transaction = transaction;
        this.rows = new CaseRows(transaction);
        this.events = events;
        this.listeners = listeners;
        this.operation = operation;
        this.actor = actor;
    }

    /** The transaction. */
    public Transaction transaction() {
        return transaction;
    }

    /** Who does it. */
    public String actor() {
        return actor;
    }

    /** When it is done. */
    public Instant at() {
        return at;
    }

    /** The name of the operation. */
    public String operation() {
        return operation;
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

    /** As {@link #open}, or null if there is no such case. */
    public @Nullable OpenCase openIfThere(String id) {
        OpenCase known = open.get(id);
        if (known != null || !CaseLimits.CASE_ID.matcher(id).matches()) {
            return known;
        }
        CaseWithNotes withNotes = rows.lock(id);
        return withNotes == null ? null : hold(withNotes);
    }

    /** A case that this mutation has opened, or null. */
    public @Nullable OpenCase held(String id) {
        return open.get(id);
    }

    /**
     * As {@link #open}, without its notes, for what only adds a note: cases grow, and their notes need not be read for that.
     *
     * @throws Refusal 404 {@code case_not_found}
     */
    public OpenCase openForNote(String id) {
        Task task = CaseLimits.CASE_ID.matcher(id).matches() ? rows.lockRow(id) : null;
        if (task == null) {
            throw Refusal.notFound("case", id);
        }
        OpenCase held = new OpenCase(task, null, at, actor);
        open.put(id, held);
        return held;
    }

    /** Locks those of these cases that are there, in the order of their ids. */
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
            rows.lockAll(wanted).forEach(this::hold);
        }
    }

    private OpenCase hold(CaseWithNotes withNotes) {
        OpenCase held = new OpenCase(withNotes.task(), withNotes.notes(), at, actor);
        open.put(held.id(), held);
        return held;
    }

    /** Begins a new case. */
    public OpenCase create(String id, Values values, @Nullable Instant createdAt) {
        OpenCase fresh = new OpenCase(id, values, createdAt == null ? at : createdAt, at, actor);
        open.put(id, fresh);
        return fresh;
    }

    /** Adds a statement to what is written at the end. */
    public void also(String sql, @Nullable Object... args) {
        batch.add(sql, args);
    }

    /** Adds an event to what is written at the end. */
    public void event(String type, @Nullable String principal, Map<String, @Nullable Object> data) {
        outbox.add(new Events.Event(TOPIC, type, principal, data));
    }

    /** Writes everything. */
    public void finish() {
        var told = new ArrayList<Events.Event>(2);
        StatementBatch all = new StatementBatch();
        for (OpenCase one : open.values()) {
            if (one.dirty()) {
                written(one, all, told);
            }
        }
        all.addAll(batch);
        told.addAll(outbox);
        for (Events.Event event : told) {
            Events.Insert insert = events.insert(event);
            all.add(insert.sql(), insert.arguments().toArray());
        }
        all.execute(transaction);
    }

    private void written(OpenCase one, StatementBatch all, List<Events.Event> told) {
        Task before = one.before();
        if (one.deleted()) {
            if (before != null) {
                all.add("DELETE FROM cases.task WHERE id = ?", one.id());
                notifyListeners(new CaseChange(before, null, List.of(), operation, actor, one.at()), all);
                told.add(caseEvent(Data.map("id", one.id(), "version", before.version(), "deleted", true)));
            }
            return;
        }
        Task after = one.task();
        TaskWrites.write(one, after, all);
        notifyListeners(new CaseChange(before, after, one.added(), operation, actor, one.at()), all);
        told.add(caseEvent(after.toListData()));
    }

    private void notifyListeners(CaseChange change, StatementBatch all) {
        listeners.forEach(listener -> listener.changed(change, all));
    }

    private static Events.Event caseEvent(Map<String, @Nullable Object> data) {
        return new Events.Event(TOPIC, "case", null, Data.map("case", data));
    }
}
