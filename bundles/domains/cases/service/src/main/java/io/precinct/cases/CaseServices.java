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

/** What all parts of this bundle share: the database, the cases in it, the events. Thread-safe. */
@Component(service = CaseServices.class)
public final class CaseServices {
    private final Database database;
    private final Idempotency idempotency;
    private final Events events;
    private final ChangeListener changeListener;

    /** Not final: the bundles of other domains may be swapped while this one serves. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<CaseDeletionListener> deletionListeners = List.of();

    /** Optional: only what is sent with checklists needs them. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable CaseLists lists;

    /** Services on this database; a mutation queues its case for export if the configuration asks for it. */
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

    /** Outcomes by {@code Idempotency-Key}. */
    public Idempotency idempotency() {
        return idempotency;
    }

    /** The outbox. */
    public Events events() {
        return events;
    }

    /** Whether a bundle keeps {@link #lists} now. */
    public boolean keepsLists() {
        return lists != null;
    }

    /**
     * The checklists of the cases.
     *
     * @throws Refusal 502 {@code checklists_unavailable} while no bundle keeps them
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
     * Lets other domains remove what they store for a case that is being deleted, in the same transaction. The case is locked
     * first: a transaction that stores something for it holds it, so it has either ended, and its data is removed here, or it
     * waits and finds the case deleted.
     */
    public void removeDependents(Transaction transaction, String id) {
        CaseStore.lockForDeletion(transaction, id);
        deletionListeners.forEach(listener -> listener.deleting(transaction, id));
    }

    /**
     * Begins a mutation; it must be {@linkplain Mutation#finish finished} in the same transaction.
     *
     * @param actor who does it
     */
    public Mutation mutation(Transaction transaction, Actor actor) {
        return new Mutation(transaction, events, changeListener, actor);
    }

    /**
     * Runs a mutation for a request in one transaction, once for every {@code Idempotency-Key}. It is run again if another
     * transaction changes the same rows, so it must have no effect but on its transaction.
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
