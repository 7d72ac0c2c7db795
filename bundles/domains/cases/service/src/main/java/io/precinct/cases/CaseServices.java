package io.precinct.cases;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.api.CaseDeletionListener;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.export.AutomaticExport;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.ChangeListener;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.TaskField;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Refusal;
import java.util.List;
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

    /** Not final: bundles of other domains may be swapped while this bundle serves. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<CaseDeletionListener> deletionListeners = List.of();

    /** Optional: only requests that carry checklists need it. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseLists lists;

    /** Creates services on this database; a mutation queues its case for export if the configuration enables that. */
    @Activate
    public CaseServices(@Reference Databases databases, @Reference Events events, @Reference ExportSettings exports) {
        this(databases, events, exports::auto);
    }

    /** For use without a container, with other domains that store something for cases. */
    public CaseServices(
            Databases databases,
            Events events,
            ExportSettings exports,
            List<CaseDeletionListener> deletionListeners,
            CaseLists lists) {
        this(databases, events, exports::auto);
        this.deletionListeners = List.copyOf(deletionListeners);
        this.lists = lists;
    }

    /** For use without a container, without automatic exports and without other domains. */
    public CaseServices(Databases databases, Events events) {
        this(databases, events, () -> false);
    }

    private CaseServices(Databases databases, Events events, BooleanSupplier autoExport) {
        this.database = databases.open(TaskField.TABLES);
        this.idempotency = new Idempotency(databases);
        this.events = events;
        this.changeListener = new AutomaticExport(autoExport);
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
     * Begins a mutation. The caller must {@linkplain Mutation#finish finish} it in the same transaction.
     *
     * @param actor who makes the change
     */
    public Mutation mutation(Transaction transaction, Actor actor) {
        return new Mutation(transaction, events, changeListener, actor);
    }

    /**
     * Runs a mutation for a request in one transaction, once for every {@code Idempotency-Key}. The work is run again
     * if another transaction changes the same rows, so it must have no side effects outside its transaction.
     */
    public Reply mutate(Input input, Function<Mutation, Reply> work) {
        Actor actor = Actor.of(input);
        return idempotency.write(database, input, transaction -> {
            Mutation mutation = mutation(transaction, actor);
            Reply reply = work.apply(mutation);
            mutation.finish();
            return reply;
        });
    }
}
