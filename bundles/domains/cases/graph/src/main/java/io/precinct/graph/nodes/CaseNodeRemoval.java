package io.precinct.graph.nodes;

import io.precinct.cases.api.CaseDeletionListener;
import io.precinct.graph.api.Checklists;
import io.precinct.postgres.api.Transaction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Removes the node of a case in the transaction that deletes the case. This class does not depend on the cases, so that
 * the two domains never wait for each other. Thread-safe.
 */
@Component
public final class CaseNodeRemoval implements CaseDeletionListener {
    private final Nodes nodes;

    /** Creates a listener that removes nodes from this store. */
    @Activate
    public CaseNodeRemoval(@Reference Nodes nodes) {
        this.nodes = nodes;
    }

    @Override
    public void deleting(Transaction transaction, String id) {
        nodes.remove(transaction, Checklists.nodeOfCase(id));
    }
}
