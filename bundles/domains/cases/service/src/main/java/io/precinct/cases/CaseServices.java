package io.precinct.cases;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.api.CaseDeletionListener;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.day.ZoneSettings;
import io.precinct.cases.export.AutomaticExport;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.lifecycle.ClosingSettings;
import io.precinct.cases.links.RelationSettings;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.Cause;
import io.precinct.cases.record.ChangeListener;
import io.precinct.cases.record.DepartedContent;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.OpenWork;
import io.precinct.cases.record.People;
import io.precinct.cases.record.RelationTypes;
import io.precinct.cases.record.Relations;
import io.precinct.cases.record.TaskField;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Refusal;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Services that all parts of this bundle share: the database, the cases in it, the events. Thread-safe. */
@Component(service = CaseServices.class)
public final class CaseServices {
    private final Database database;
    private final Idempotency idempotency;
    private final Events events;
    private final ChangeListener changeListener;
    private final Rules rules;

    /** Not final: bundles of other domains may be swapped while this bundle serves. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<CaseDeletionListener> deletionListeners = List.of();

    /** Optional: only requests that carry checklists, or complete a case, need it. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseLists lists;

    /** Creates services on this database; a mutation queues its case for export if the configuration enables that. */
    @Activate
    public CaseServices(
            @Reference Databases databases,
            @Reference Events events,
            @Reference ExportSettings exports,
            @Reference PeopleSettings people,
            @Reference ClosingSettings closing,
            @Reference ZoneSettings zone,
            @Reference RelationSettings relations) {
        this(databases, events, exports::auto, new Rules(people.people(), closing, zone, relations));
    }

    /**
     * Creates services without a container, with other domains that store something for cases. Not a constructor: the
     * container chooses constructors by their number of parameters.
     */
    public static CaseServices of(
            Databases databases,
            Events events,
            ExportSettings exports,
            Rules rules,
            List<CaseDeletionListener> deletionListeners,
            @Nullable CaseLists lists) {
        var services = new CaseServices(databases, events, exports::auto, rules);
        services.deletionListeners = List.copyOf(deletionListeners);
        services.lists = lists;
        return services;
    }

    /** For use without a container, without automatic exports and other domains, under the usual rules. */
    public CaseServices(Databases databases, Events events) {
        this(databases, events, () -> false, Rules.USUAL);
    }

    private CaseServices(Databases databases, Events events, BooleanSupplier autoExport, Rules rules) {
        this.database = databases.open(TaskField.TABLES);
        this.idempotency = new Idempotency(databases);
        this.events = events;
        this.rules = rules;
        this.changeListener = new AutomaticExport(autoExport);
    }

    /**
     * The settings that hold for all cases.
     *
     * @param people to whom cases can be assigned
     * @param closing what keeps a case from being completed
     * @param zone where days begin and end
     * @param relations the types that a new relation may have
     */
    public record Rules(People people, ClosingSettings closing, ZoneSettings zone, RelationSettings relations) {
        /** The rules without people and settings. */
        public static final Rules USUAL = new Rules(
                People.NOBODY,
                ClosingSettings.fixed(),
                ZoneSettings.fixed(ZoneSettings.UTC),
                RelationSettings.fixed(RelationTypes.BUILT_IN));

        /** Returns the same rules for other people. */
        public Rules with(People others) {
            return new Rules(others, closing, zone, relations);
        }

        /** Returns the same rules with another setting for completing cases. */
        public Rules with(ClosingSettings other) {
            return new Rules(people, other, zone, relations);
        }

        /** Returns the same rules in another zone. */
        public Rules with(ZoneSettings other) {
            return new Rules(people, closing, other, relations);
        }

        /** Returns the same rules with other types of relations. */
        public Rules with(RelationSettings other) {
            return new Rules(people, closing, zone, other);
        }
    }

    /** The database with the cases in it. */
    public Database database() {
        return database;
    }

    /** Returns the store of outcomes by {@code Idempotency-Key}. */
    public Idempotency idempotency() {
        return idempotency;
    }

    /** Returns the event outbox. */
    public Events events() {
        return events;
    }

    /** Returns the people to whom cases can be assigned. */
    public People people() {
        return rules.people;
    }

    /** Returns the configured zone, in which days begin and end unless a request says otherwise. */
    public ZoneId zone() {
        return rules.zone.now();
    }

    /** Returns the types that a new relation may have now. */
    public RelationTypes relationTypes() {
        return rules.relations.types();
    }

    /** Whether a bundle that provides {@link #lists} is present now. */
    public boolean keepsLists() {
        return lists != null;
    }

    /**
     * Returns the service that stores the checklists of cases.
     *
     * @throws Refusal 502 {@code checklists_unavailable} while no bundle provides it
     */
    public CaseLists lists() {
        CaseLists present = lists;
        if (present == null) {
            throw Refusal.of(
                            502,
                            "checklists_unavailable",
                            "the checklists are not available now: no bundle keeps them",
                            "retryable",
                            true)
                    .header("Retry-After", "2");
        }
        return present;
    }

    /** Returns what is still open in a case that the mutation has opened. */
    public OpenWork openWork(Mutation mutation, String id) {
        return OpenWork.of(mutation.transaction(), id, lists);
    }

    /**
     * Checks that a case that the mutation has opened may be completed, and returns what is still open in it.
     *
     * @throws Refusal 409 {@code still_open} if the configuration demands that something be done first; 502
     *     {@code checklists_unavailable} if that includes checklists, which no bundle provides now
     */
    public OpenWork mayClose(Mutation mutation, String id) {
        Set<String> refused = rules.closing.refused();
        CaseLists present = refused.contains(OpenWork.ITEMS) ? lists() : lists;
        OpenWork work = OpenWork.of(mutation.transaction(), id, present);
        work.check(id, refused);
        return work;
    }

    /**
     * Makes other domains remove the data they store for a case that is being deleted, in the same transaction. The
     * case is locked for deletion first. A transaction that stores data for the case holds the case, so it has either
     * ended, and this method removes its data, or it waits and then finds the case deleted.
     */
    public void removeDependents(Transaction transaction, String id) {
        CaseStore.lockForDeletion(transaction, id);
        deletionListeners.forEach(listener -> listener.deleting(transaction, id));
    }

    /**
     * Deletes cases that a mutation has opened, with everything that belongs to them. They go to the trash. The cases
     * that are linked with them must be open, too.
     *
     * @param ids sorted, like the locks of transactions that prevent the deletion of these cases
     * @throws Refusal 403 {@code role_required} if the actor may not delete everything in a case
     */
    public void delete(Mutation mutation, List<String> ids, DepartedContent.Via via) {
        List<OpenCase> deleted = ids.stream().map(mutation::open).toList();
        deleted.forEach(open -> mutation.who().checkDeletion(open.id(), open.notes()));
        Map<String, DepartedContent> contents = departing(
                mutation.transaction(),
                deleted.stream().map(OpenCase::withNotes).toList());
        for (OpenCase open : deleted) {
            open.delete(Objects.requireNonNull(contents.get(open.id())), via);
            removeDependents(mutation.transaction(), open.id());
        }
        Relations.leave(mutation, ids);
    }

    /** Reads everything that belongs to cases that the transaction has locked, before it deletes them. */
    public Map<String, DepartedContent> departing(Transaction transaction, List<CaseWithNotes> cases) {
        CaseLists present = lists;
        List<String> ids = cases.stream().map(each -> each.task().id()).toList();
        return DepartedContent.of(transaction, cases, present == null ? null : present.texts(transaction, ids));
    }

    /**
     * Begins a mutation. The caller must {@linkplain Mutation#finish finish} it in the same transaction.
     *
     * @param cause who makes the change, and by which request
     */
    public Mutation mutation(Transaction transaction, Cause cause) {
        return new Mutation(transaction, events, changeListener, cause);
    }

    /** As {@link #mutation(Transaction, Cause)}, for a change that the service makes without a request. */
    public Mutation mutation(Transaction transaction, Actor actor) {
        return mutation(transaction, Cause.background(actor));
    }

    /**
     * Runs a mutation for a request in one transaction, once for every {@code Idempotency-Key}. The work is run again
     * if another transaction changes the same rows, so it must have no side effects outside its transaction.
     */
    public Reply mutate(Input input, Function<Mutation, Reply> work) {
        Cause cause = Cause.once(input);
        return idempotency.write(database, input, transaction -> {
            Mutation mutation = mutation(transaction, cause);
            Reply reply = work.apply(mutation);
            mutation.finish();
            return reply;
        });
    }
}
