package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.cases.sync.Merge.Side;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal.Fault;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a client pushes, in one transaction. Each case answers {@code {id, status, version, hash}}: {@code applied},
 * {@code merged} (with what was {@code lost}), {@code skipped}, {@code conflict} or {@code rejected} (with its errors).
 */
final class Reconciliation {
    private static final int MOST_FAULTS = 20;

    /** A push without one of these is a push of some members. */
    private static final Set<String> COMPARED = compared();

    private final CaseServices services;
    private final Transaction transaction;
    private final Actor actor;
    private final Set<String> stacks;
    private final Archive archive;

    /** Works in this transaction, which holds the stacks of these principals. */
    Reconciliation(CaseServices services, Transaction transaction, Actor actor, Set<String> stacks) {
        this.services = services;
        this.transaction = transaction;
        this.actor = actor;
        this.stacks = stacks;
        this.archive = new Archive(transaction);
    }

    private static Set<String> compared() {
        var names = new HashSet<>(TaskField.names(TaskField.those(field -> field.isStored() && !field.isLocal())));
        names.add(CaseHash.NOTES);
        return Set.copyOf(names);
    }

    /**
     * Takes a case.
     *
     * @param pushed as {@code GET} answers it, or some members of that, with {@code base_hash} if the client knows it
     */
    Map<String, @Nullable Object> take(Map<String, @Nullable Object> pushed) {
        Form form = Form.of(pushed);
        String base = CaseFields.BASE_HASH.in(form);
        String id = form.requiredText("id", 60);
        OpenCase open = CaseLimits.CASE_ID.matcher(id).matches() ? locked(id) : null;
        Whole whole =
                FieldRules.whole(form, actor, pushed.keySet().containsAll(COMPARED) ? null : under(id, open, base));
        form.unknown();
        if (!form.faults().isEmpty()) {
            return rejected(pushed.get("id"), form.faults());
        }
        Instant now = Timestamps.now();
        Instant updatedAt = whole.updatedAt() == null || whole.updatedAt().isAfter(now)
                ? now
                : whole.updatedAt().truncatedTo(ChronoUnit.MILLIS);
        Task before = open == null ? null : open.before();
        Instant createdAt = whole.createdAt() != null
                ? whole.createdAt().truncatedTo(ChronoUnit.MILLIS)
                : before == null ? updatedAt : before.createdAt();
        Side theirs = Side.of(withNotes(id, createdAt, updatedAt, whole).toData(), updatedAt);
        if (open == null || before == null) {
            return fresh(id, whole, createdAt, theirs);
        }
        Side ours = Side.of(new CaseWithNotes(before, open.notes()).toData(), before.updatedAt());
        return both(open, before, ours, theirs, new Incoming(whole, createdAt), base);
    }

    /**
     * What the client has in the members that it does not send: those of the state that it last had in common with us, or, if
     * that is not known, what is here. Null if the case is new.
     */
    private @Nullable Whole under(String id, @Nullable OpenCase open, @Nullable String baseHash) {
        Map<String, @Nullable Object> base = revision(id, baseHash);
        if (base != null) {
            Form form = Form.of(base);
            Whole whole = FieldRules.whole(form, actor);
            if (form.faults().isEmpty()) {
                return whole;
            }
        }
        Task before = open == null ? null : open.before();
        return open == null || before == null
                ? null
                : new Whole(before.values(), open.notes(), before.createdAt(), null, null);
    }

    private record Incoming(Whole whole, Instant createdAt) {}

    private Map<String, @Nullable Object> fresh(String id, Whole whole, Instant createdAt, Side theirs) {
        Instant deletedAt = archive.tombstones(List.of(id)).get(id);
        if (deletedAt != null && !theirs.updatedAt().isAfter(deletedAt)) {
            return Data.map(
                    "id",
                    id,
                    "status",
                    "skipped",
                    "deleted",
                    true,
                    SyncDocuments.DELETED_AT.name(),
                    Timestamps.text(deletedAt));
        }
        long version = whole.version() == null ? 1 : whole.version();
        CaseWithNotes written = CaseStore.syncWrite(
                transaction, id, whole.values(), whole.notes(), createdAt, theirs.updatedAt(), version);
        return told("applied", written);
    }

    private Map<String, @Nullable Object> both(
            OpenCase open, Task before, Side ours, Side theirs, Incoming incoming, @Nullable String baseHash) {
        if (ours.hash().equals(theirs.hash()) || theirs.hash().equals(baseHash)) {
            return told("skipped", open.withNotes());
        }
        if (ours.hash().equals(baseHash)) {
            Values values = local(incoming.whole.values(), before);
            return told(
                    "applied", write(before, values, incoming.whole.notes(), incoming.createdAt, theirs.updatedAt()));
        }
        Map<String, @Nullable Object> base = revision(before.id(), baseHash);
        Merge merge = Merge.of(base, ours, theirs);
        Form form = Form.of(merge.state());
        Whole merged = FieldRules.whole(form, actor);
        if (!form.faults().isEmpty()) {
            // together they are more than a case may hold
            return conflict(open.withNotes(), "errors", faults(form.faults()));
        }
        List<Note> notes = merged.notes().stream()
                .sorted(Comparator.comparing(Note::timestamp).thenComparing(Note::noteId))
                .toList();
        Instant later = before.updatedAt().isAfter(theirs.updatedAt()) ? before.updatedAt() : theirs.updatedAt();
        Instant createdAt = Objects.requireNonNullElse(merged.createdAt(), before.createdAt());
        CaseWithNotes written = write(before, local(merged.values(), before), notes, createdAt, later);
        MapBuilder result = Data.mapBuilder().putAll(told("merged", written));
        result.put("lost", merge.lost().stream().map(Merge.Lost::toData).toList());
        if (base == null) {
            result.put("base", "unknown");
        }
        return result.build();
    }

    private @Nullable Map<String, @Nullable Object> revision(String id, @Nullable String hash) {
        return hash == null ? null : archive.revision(id, hash);
    }

    /** Before a case leaves all stacks. */
    private void checkHolders(Task before) {
        if (before.status() == CaseStatus.ACTIVE) {
            Stacks.checkHolders(transaction, stacks, List.of(before.id()));
        }
    }

    private CaseWithNotes write(Task before, Values values, List<Note> notes, Instant createdAt, Instant updatedAt) {
        if (values.status() != CaseStatus.ACTIVE) {
            checkHolders(before);
        }
        CaseWithNotes written = CaseStore.syncWrite(
                transaction, before.id(), values, notes, createdAt, updatedAt, before.version() + 1);
        if (!written.task().createdAt().equals(createdAt)) {
            transaction.execute("UPDATE cases.task SET created_at = ? WHERE id = ?", createdAt, before.id());
            return new CaseWithNotes(written.task().createdAt(createdAt), written.notes());
        }
        return written;
    }

    /** What each instance has for itself stays. */
    private static Values local(Values values, Task before) {
        Values kept = values;
        for (TaskField field : TaskField.STORED) {
            kept = field.isLocal() ? kept.with(field, before.get(field)) : kept;
        }
        return kept;
    }

    /** Deletes a case, unless it changed since. */
    Map<String, @Nullable Object> delete(String id, Instant deletedAt) {
        if (!CaseLimits.CASE_ID.matcher(id).matches()) {
            return rejected(id, List.of(new Fault("/id", "format", "id has the form task-<uuid>", "task-<uuid>")));
        }
        OpenCase open = locked(id);
        Instant now = Timestamps.now();
        Instant at = deletedAt.isAfter(now) ? now : deletedAt;
        if (open != null && open.before() != null && open.before().updatedAt().isAfter(at)) {
            return conflict(open.withNotes(), "deleted", false);
        }
        Instant known = archive.tombstones(List.of(id)).get(id);
        if (open != null) {
            if (open.before() != null) {
                checkHolders(open.before());
            }
            CaseStore.syncDelete(transaction, id);
            services.removeDependents(transaction, id);
        }
        if (known == null || known.isBefore(at)) {
            archive.recordDeletion(id, at);
        }
        return Data.map("id", id, "status", open == null ? "skipped" : "applied", "deleted", true);
    }

    /** The case with its row locked; if there is none, other transactions that create it wait. */
    private @Nullable OpenCase locked(String id) {
        CaseStore.lockForCreation(transaction, id);
        return services.mutation(transaction, actor).openIfThere(id);
    }

    private static CaseWithNotes withNotes(String id, Instant createdAt, Instant updatedAt, Whole whole) {
        Task task = new Task(
                id, createdAt, updatedAt, 1, whole.notes().size(), whole.notes().size(), whole.values(), "{}");
        return new CaseWithNotes(task, whole.notes());
    }

    /** The result, and the state that both sides have once the client has read it. */
    private Map<String, @Nullable Object> told(String status, CaseWithNotes withNotes) {
        Map<String, @Nullable Object> state = CaseHash.state(withNotes.toData());
        String hash = CaseHash.hash(state);
        String id = withNotes.task().id();
        var batch = new StatementBatch();
        Archive.keep(batch, id, hash, state);
        Archive.remember(batch, id, withNotes.task().version(), hash);
        batch.execute(transaction);
        return Data.map("id", id, "status", status, "version", withNotes.task().version(), "hash", hash);
    }

    private static Map<String, @Nullable Object> conflict(CaseWithNotes withNotes, String key, @Nullable Object value) {
        return Data.map(
                "id",
                withNotes.task().id(),
                "status",
                "conflict",
                "version",
                withNotes.task().version(),
                "hash",
                CaseHash.hash(CaseHash.state(withNotes.toData())),
                key,
                value);
    }

    private static Map<String, @Nullable Object> rejected(@Nullable Object id, List<Fault> faults) {
        return Data.map("id", id, "status", "rejected", "errors", faults(faults));
    }

    private static List<Map<String, @Nullable Object>> faults(List<Fault> faults) {
        return faults.stream().limit(MOST_FAULTS).map(Fault::toData).toList();
    }
}
