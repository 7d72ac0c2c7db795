package io.precinct.cases.sync;

import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.Cause;
import io.precinct.cases.record.DepartedContent;
import io.precinct.cases.record.FieldRules;
import io.precinct.cases.record.FieldRules.Whole;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.People;
import io.precinct.cases.record.Redactions;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.Values;
import io.precinct.cases.stack.Stacks;
import io.precinct.cases.sync.Archive.Key;
import io.precinct.cases.sync.BelongingsWrites.Unfit;
import io.precinct.cases.sync.Expander.Belongings;
import io.precinct.cases.sync.Merge.Side;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Merges the cases that a client pushes, each at most once. All cases are locked and read together, and written
 * together at {@link #finish}. A {@link PushResult} lists as {@code lost} what was dropped: values, a case that lost
 * against its deletion, a deletion that lost against its case. Not thread-safe.
 *
 * <p>Only the local clock is trusted: pushed data never counts as later than its first arrival.
 */
final class Reconciliation {
    private final CaseServices services;
    private final Transaction transaction;
    private final Cause cause;
    private final Actor actor;
    private final Set<String> stacks;
    private final Archive archive;
    private final Mutation cases;
    private final Instant now;

    private final Arrivals arrivals = new Arrivals();
    private final Archive.Known known;
    private final Expander expander;
    private final BelongingsWrites belongings;
    private final StatementBatch batch = new StatementBatch();
    private final List<Archive.Kept> kept = new ArrayList<>();
    private final List<String> leaving = new ArrayList<>();

    /**
     * Locks and reads the cases in this transaction.
     *
     * @param stacks the principals whose stacks the transaction has locked
     * @param ids the ids of the pushed or deleted cases, in order; invalid ids are skipped
     * @param tasks the pushed cases
     */
    Reconciliation(
            CaseServices services,
            Transaction transaction,
            Cause cause,
            Set<String> stacks,
            List<String> ids,
            List<Map<String, @Nullable Object>> tasks) {
        this.services = services;
        this.transaction = transaction;
        this.cause = cause;
        this.actor = cause.actor();
        this.stacks = stacks;
        this.archive = new Archive(transaction);
        List<String> valid = ids.stream().filter(Reconciliation::isId).toList();
        var bases = new ArrayList<Key>();
        Expansion expansion = Expansion.NONE;
        for (Map<String, @Nullable Object> task : tasks) {
            if (task.get(TaskField.ID.wireName()) instanceof String id && isId(id)) {
                expansion = expansion.or(Expansion.of(task));
                arrivals.pushed(id, task);
                if (task.get(CaseFields.BASE_HASH.name()) instanceof String base && Text.storable(base)) {
                    bases.add(new Key(id, base));
                }
            }
        }
        // a case that does not exist has no row that could be locked
        CaseStore.lockForCreation(transaction, valid);
        this.cases = services.mutation(transaction, cause);
        cases.openAll(valid);
        this.expander = Expander.read(services, transaction, expansion, valid);
        this.belongings = new BelongingsWrites(services, transaction, expander);
        this.known = archive.known(valid, bases, arrivals.keys());
        // read after everything is locked, so that no stored change is later
        this.now = Timestamps.now();
        arrivals.known(known.arrivals(), now);
    }

    private static boolean isId(String id) {
        return CaseLimits.CASE_ID.matcher(id).matches();
    }

    /**
     * Takes a pushed case in two steps. When this method returns, the relations that the case shall no longer hold are
     * removed; the supplier adds the new ones. So a relation that moves from one case to another is briefly in neither,
     * and never in both.
     *
     * @param task a case as {@code GET} serves it, or some of its members, with {@code base_hash} if the client has it
     * @return performs the second step and returns the result; call it once, after all cases were taken in this way
     */
    Supplier<Map<String, @Nullable Object>> take(Map<String, @Nullable Object> task) {
        Form form = Form.of(task, CaseFields.PUSHED);
        String base = CaseFields.BASE_HASH.in(form);
        String id = form.requiredText("id", 60);
        OpenCase open = cases.held(id);
        Whole given = FieldRules.synced(form, actor, Arrivals.isWhole(task) ? null : under(id, open, base));
        var more = new Belongings(ListMembers.read(form, services::lists), HeldRelation.read(form, id));
        form.unknown();
        if (form.has(TaskField.DETECTIVE.wireName())) {
            Task here = open == null ? null : open.before();
            People.checkSent(
                    form,
                    given.values().text(TaskField.DETECTIVE),
                    here == null ? null : here.values().text(TaskField.DETECTIVE));
        }
        if (!form.faults().isEmpty()) {
            Map<String, @Nullable Object> rejected = PushResult.rejected(task.get("id"), form.faults());
            return () -> rejected;
        }
        Instant arrival = arrivals.of(id);
        Instant updatedAt = given.updatedAt() == null
                ? arrival
                : Arrivals.earlier(given.updatedAt().truncatedTo(ChronoUnit.MILLIS), arrival);
        Task before = open == null ? null : open.before();
        Instant createdAt = given.createdAt() != null
                ? given.createdAt().truncatedTo(ChronoUnit.MILLIS)
                : before == null ? updatedAt : before.createdAt();
        List<Note> notes = Arrivals.notes(given.notes(), open == null ? List.of() : open.notes(), arrival);
        Whole sent = new Whole(given.values(), notes, createdAt, updatedAt, given.version());
        Redactions redactions = cases.redactions(id).with(notes, given.values());
        Unredacted taken = Unredacted.of(
                sent, redactions, open == null ? List.of() : open.notes(), before == null ? null : before.values());
        Whole whole = taken.whole();
        Side theirs = Side.of(more.served(withNotes(id, createdAt, updatedAt, whole)), updatedAt);
        try {
            if (open == null || before == null) {
                return refusing(fresh(id, new Incoming(whole, createdAt, more, redactions), theirs), taken);
            }
            Belongings here = expander.of(id, more.expansion());
            Side ours = Side.of(here.served(new CaseWithNotes(before, open.notes())), before.updatedAt());
            if (!taken.refused().isEmpty()
                    && Side.of(more.served(withNotes(id, createdAt, updatedAt, sent)), updatedAt)
                            .hash()
                            .equals(base)) {
                // the client changed nothing since the last common state
                return refusing(() -> told("skipped", open.withNotes(), here), taken);
            }
            return refusing(
                    both(open, before, ours, theirs, new Incoming(whole, createdAt, more, redactions), base), taken);
        } catch (Unfit unfit) {
            Map<String, @Nullable Object> rejected = PushResult.rejected(id, List.of(unfit.fault()));
            return () -> rejected;
        }
    }

    /** Adds what was not taken because it was redacted. */
    private static Supplier<Map<String, @Nullable Object>> refusing(
            Supplier<Map<String, @Nullable Object>> result, Unredacted taken) {
        return taken.refused().isEmpty()
                ? result
                : () -> PushResult.with(result.get(), PushResult.REDACTED, taken.refused());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /**
     * Returns the values for members that the client omits: from the last common state, or from the stored case if that
     * state is not known. Null if the case is new.
     */
    // @req:sync-partial
    private @Nullable Whole under(String id, @Nullable OpenCase open, @Nullable String baseHash) {
        Map<String, @Nullable Object> base = known.revision(id, baseHash);
        if (base != null) {
            Form form = Form.of(base);
            Whole whole = FieldRules.synced(form, actor, null);
            if (form.faults().isEmpty()) {
                return whole;
            }
        }
        Task before = open == null ? null : open.before();
        return open == null || before == null
                ? null
                : new Whole(before.values(), open.notes(), before.createdAt(), null, null);
    }

    /**
     * What shall be merged.
     *
     * @param redactions the redactions of the case, with those that arrive with it
     */
    private record Incoming(Whole whole, Instant createdAt, Belongings more, Redactions redactions) {}

    private Supplier<Map<String, @Nullable Object>> fresh(String id, Incoming incoming, Side theirs) throws Unfit {
        Archive.Deletion deletion = known.deletions().get(id);
        if (deletion != null && !theirs.updatedAt().isAfter(deletion.at())) {
            CaseWithNotes sent = withNotes(id, incoming.createdAt, theirs.updatedAt(), incoming.whole);
            return () -> {
                Redactions.arrivedOfDeleted(transaction, services.events(), sent, cases.redactions(id), batch);
                return PushResult.withLostCase(
                        PushResult.with(
                                PushResult.deleted(id, "skipped"),
                                SyncDocuments.DELETED_AT.name(),
                                Timestamps.text(deletion.at())),
                        theirs.state());
            };
        }
        Whole whole = incoming.whole;
        long sent = whole.version() == null ? 1 : whole.version();
        long version = Math.max(sent, known.lastVersions().getOrDefault(id, 0L) + 1);
        belongings.store(id, incoming.more);
        return () -> {
            var lost = new ArrayList<Merge.Lost>();
            Belongings more = belongings.relate(id, incoming.more, lost);
            CaseWithNotes written = CaseStore.syncWrite(
                    batch,
                    null,
                    id,
                    whole.values(),
                    whole.notes(),
                    incoming.createdAt,
                    theirs.updatedAt(),
                    version,
                    false);
            Redactions.arrived(transaction, services.events(), List.of(), written, batch);
            if (deletion != null) {
                lost.add(lostDeletion(deletion.at()));
            }
            return losing(told("applied", written, more), lost);
        };
    }

    /** Adds the dropped values to a result, if there are any. */
    private static Map<String, @Nullable Object> losing(Map<String, @Nullable Object> told, List<Merge.Lost> lost) {
        return lost.isEmpty() ? told : PushResult.withLost(told, lost);
    }

    private Supplier<Map<String, @Nullable Object>> both(
            OpenCase open, Task before, Side ours, Side theirs, Incoming incoming, @Nullable String baseHash)
            throws Unfit {
        Belongings here = expander.of(before.id(), incoming.more.expansion());
        if (ours.hash().equals(theirs.hash()) || theirs.hash().equals(baseHash)) {
            return () -> told("skipped", open.withNotes(), here);
        }
        Instant later = later(before.updatedAt(), theirs.updatedAt());
        if (ours.hash().equals(baseHash)) {
            Whole whole = incoming.whole;
            var wanted = new Whole(local(whole.values(), before), whole.notes(), incoming.createdAt, later, null);
            boolean stored = belongings.store(before.id(), incoming.more);
            return () -> {
                var lost = new ArrayList<Merge.Lost>();
                Belongings more = belongings.relate(before.id(), incoming.more, lost);
                return losing(told("applied", write(open, before, wanted, stored), more), lost);
            };
        }
        Map<String, @Nullable Object> base = known.revision(before.id(), baseHash);
        Merge merge = Merge.of(base, unquoted(open, before, ours, here, incoming.redactions), theirs);
        Form form = Form.of(merge.state());
        Whole merged = FieldRules.synced(form, actor, null);
        var more = new Belongings(ListMembers.read(form, services::lists), HeldRelation.read(form, before.id()));
        if (!form.faults().isEmpty()) {
            // the merged case exceeds the limits of a case
            return () -> PushResult.conflict(here.kept(open.withNotes()), form.faults());
        }
        List<Note> notes = merged.notes().stream()
                .sorted(Comparator.comparing(Note::timestamp).thenComparing(Note::noteId))
                .toList();
        Instant createdAt = Objects.requireNonNullElse(merged.createdAt(), before.createdAt());
        var wanted = new Whole(local(merged.values(), before), notes, createdAt, later, null);
        boolean stored = belongings.store(before.id(), more);
        return () -> {
            var lost = new ArrayList<>(merge.lost());
            Belongings held = belongings.relate(before.id(), more, lost);
            CaseWithNotes written = write(open, before, wanted, stored);
            Map<String, @Nullable Object> told = PushResult.withLost(told("merged", written, held), lost);
            return base == null ? PushResult.with(told, "base", "unknown") : told;
        };
    }

    /**
     * Writes an existing case.
     *
     * @param stored whether the checklists or relations of the case changed
     */
    private CaseWithNotes write(OpenCase open, Task before, Whole wanted, boolean stored) {
        if (wanted.values().status() != CaseStatus.ACTIVE && before.status() == CaseStatus.ACTIVE) {
            leaving.add(before.id());
        }
        CaseWithNotes there = new CaseWithNotes(before, open.notes());
        Instant createdAt = Objects.requireNonNull(wanted.createdAt());
        CaseWithNotes written = CaseStore.syncWrite(
                batch,
                there,
                before.id(),
                wanted.values(),
                wanted.notes(),
                createdAt,
                Objects.requireNonNull(wanted.updatedAt()),
                before.version() + 1,
                stored);
        Redactions.arrived(transaction, services.events(), there.notes(), written, batch);
        if (!written.task().createdAt().equals(createdAt)) {
            batch.add("UPDATE cases.task SET created_at = ? WHERE id = ?", createdAt, before.id());
            return new CaseWithNotes(written.task().createdAt(createdAt), written.notes());
        }
        return written;
    }

    /** Returns the stored state without what its notes quote of redacted ones. */
    private static Side unquoted(OpenCase open, Task before, Side ours, Belongings here, Redactions redactions) {
        List<Note> notes = redactions.unquoted(open.notes());
        return notes.equals(open.notes())
                ? ours
                : Side.of(here.served(new CaseWithNotes(before, notes)), before.updatedAt());
    }

    /** Keeps the stored values of members that are local to each instance. */
    private static Values local(Values values, Task before) {
        Values kept = values;
        for (TaskField field : TaskField.STORED) {
            kept = field.isLocal() ? kept.with(field, before.get(field)) : kept;
        }
        return kept;
    }

    /**
     * Deletes a case, unless it has changed since: its state differs from the state that the client deleted, and it
     * changed later.
     *
     * @param baseHash the hash of the state that the client deleted, or null if not given
     */
    Map<String, @Nullable Object> delete(String id, Instant deletedAt, @Nullable String baseHash) {
        if (!isId(id)) {
            return PushResult.rejected(
                    id, List.of(new Fault("/id", "format", "id has the form task-<uuid>", "task-<uuid>")));
        }
        OpenCase open = cases.held(id);
        Task before = open == null ? null : open.before();
        Instant claimed = deletedAt.truncatedTo(ChronoUnit.MILLIS);
        Archive.Deletion former = known.deletions().get(id);
        Instant first = former != null && claimed.equals(former.claimedAt()) ? former.at() : now;
        Instant at = Arrivals.earlier(claimed, Arrivals.earlier(first, now));
        boolean there = open != null && before != null;
        Map<String, @Nullable Object> told = PushResult.deleted(id, there ? "applied" : "skipped");
        if (open != null && before != null) {
            Map<String, @Nullable Object> unseen = unseen(open.withNotes(), baseHash);
            if (unseen != null && before.updatedAt().isAfter(at)) {
                return PushResult.withLost(
                        PushResult.conflict(Belongings.NONE.kept(open.withNotes()), "deleted", false),
                        List.of(lostDeletion(at)));
            }
            // a deletion of a stored case is never earlier than the last change of the case, whatever a clock shows
            at = later(at, before.updatedAt());
            if (before.status() == CaseStatus.ACTIVE) {
                Stacks.checkHolders(transaction, stacks, List.of(id));
            }
            DepartedContent content = Objects.requireNonNull(
                    services.departing(transaction, List.of(open.withNotes())).get(id));
            Relations.leaveAlone(services.mutation(transaction, cause), id);
            services.removeDependents(transaction, id);
            CaseStore.syncDelete(transaction, id, content, actor.name());
            if (unseen != null) {
                told = PushResult.withLostCase(told, unseen);
            }
        }
        if (there || former == null || former.at().isBefore(at)) {
            archive.recordDeletion(id, at, claimed);
        }
        return told;
    }

    /** Returns the state of a case that a client deletes, or null if the client has that state. */
    private @Nullable Map<String, @Nullable Object> unseen(CaseWithNotes withNotes, @Nullable String baseHash) {
        Archive.Kept alone = Belongings.NONE.kept(withNotes);
        if (alone.hash().equals(baseHash)) {
            return null;
        }
        String id = alone.id();
        // a case can be deleted while no bundle provides checklists
        var all = new Expansion(services.keepsLists(), true);
        Expander there = Expander.read(services, transaction, all, List.of(id));
        for (Expansion expansion : Expansion.ALL) {
            if (there.of(id, expansion).kept(withNotes).hash().equals(baseHash)) {
                return null;
            }
        }
        return there.isEmpty()
                ? alone.state()
                : there.of(id, all).kept(withNotes).state();
    }

    private static Merge.Lost lostDeletion(Instant at) {
        return new Merge.Lost(SyncDocuments.DELETED_AT.name(), Timestamps.text(at));
    }

    /** Writes everything that was taken. */
    // @req:sync-speed
    void finish() {
        if (!leaving.isEmpty()) {
            Stacks.checkHolders(transaction, stacks, leaving);
        }
        belongings.finish(batch, now);
        Archive.keep(batch, kept);
        Archive.remember(batch, kept);
        Archive.arrive(batch, arrivals.added(), now);
        batch.execute(transaction);
    }

    private static CaseWithNotes withNotes(String id, Instant createdAt, Instant updatedAt, Whole whole) {
        Task task = new Task(
                id, createdAt, updatedAt, 1, whole.notes().size(), whole.notes().size(), whole.values(), "{}");
        return new CaseWithNotes(task, whole.notes());
    }

    /** Returns the result, and stores the state that both sides have once the client has read it. */
    private Map<String, @Nullable Object> told(String status, CaseWithNotes withNotes, Belongings more) {
        Archive.Kept state = more.kept(withNotes);
        kept.add(state);
        return PushResult.of(status, state);
    }
}
