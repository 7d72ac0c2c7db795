package io.precinct.cases;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.cases.export.ExportSettings;
import io.precinct.cases.record.CaseSchema;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.Mutation;
import io.precinct.events.api.Events;
import io.precinct.graph.api.Graph;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.rest.api.Idempotency;
import io.precinct.rest.api.Principal;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** What every part of this bundle works with: the database, the cases in it, the events. Thread-safe. */
@Component(service = CaseServices.class)
public final class CaseServices {
    private final Databases databases;
    private final Database database;
    private final Idempotency idempotency;
    private final Events events;
    private final CaseStore store;

    /** Not final: the graph is another domain, and its bundle may be swapped while this one serves. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Graph graph;

    /** Rooms over this database; a mutation queues its case for export where the configuration asks for it. */
    @Activate
    public CaseServices(@Reference Databases databases, @Reference Events events, @Reference ExportSettings exports) {
        this(databases, events, exports::auto);
    }

    /** Rooms outside of a container, beside a graph. */
    public CaseServices(Databases databases, Events events, ExportSettings exports, Graph graph) {
        this(databases, events, exports::auto);
        this.graph = graph;
    }

    /** Rooms outside of a container, without automatic exports. */
    public CaseServices(Databases databases, Events events) {
        this(databases, events, () -> false);
    }

    private CaseServices(Databases databases, Events events, BooleanSupplier autoExport) {
        this.databases = databases;
        this.database = databases.open(CaseSchema.SCHEMA);
        this.idempotency = new Idempotency(databases);
        this.events = events;
        this.store = new CaseStore(events, ChangeListeners.all(autoExport));
    }

    /** The databases of all domains. */
    public Databases databases() {
        return databases;
    }

    /** The database with the cases in it. */
    public Database database() {
        return database;
    }

    /** Outcomes by {@code Idempotency-Key}. */
    public Idempotency idempotency() {
        return idempotency;
    }

    /** The cases. */
    public CaseStore store() {
        return store;
    }

    /** The outbox. */
    public Events events() {
        return events;
    }

    /**
     * Removes what the graph keeps for a case that is being deleted, in the same transaction. The case is locked first, as
     * by whoever writes to its node: a node that is being made waits for the case to be gone, or is there to be removed.
     */
    public void forget(Handle handle, String id) {
        Graph present = graph;
        if (present != null) {
            store.lockForDeletion(handle, id);
            present.remove(handle, "case-" + id);
        }
    }

    /** A mutation on its way to its answer. */
    @FunctionalInterface
    public interface Work {
        /** Does it; the mutation is finished behind it. */
        Reply on(Mutation mutation);
    }

    /**
     * Runs a mutation for a request in one transaction, once for every {@code Idempotency-Key}. It is run again where others
     * change the same, so it must have no effect but on its transaction.
     *
     * @param operation its name, for whoever follows
     */
    public Reply mutate(Input input, String operation, Work work) {
        String actor = Principal.of(input);
        return idempotency.write(database, input, handle -> {
            Mutation mutation = store.mutation(handle, operation, actor);
            Reply reply = work.on(mutation);
            mutation.finish();
            return reply;
        });
    }
}
