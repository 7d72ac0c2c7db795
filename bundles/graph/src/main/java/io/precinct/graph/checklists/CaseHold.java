package io.precinct.graph.checklists;

import io.precinct.cases.api.Cases;
import io.precinct.rest.api.Refusal;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The case that a node belongs to, by the name of the node. Whoever writes to the node holds the case first, and whoever
 * deletes the case locks it before the node, so that neither waits for the other in a circle and no node outlives its case.
 * Thread-safe.
 */
@Component(service = CaseHold.class)
public final class CaseHold {
    private static final String PREFIX = "case-";

    /** Comes and goes: the cases use the graph, and neither waits for the other. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Cases cases;

    /** The container fills in the cases. */
    public CaseHold() {}

    /** Holds these cases, outside of a container; null for none. */
    public CaseHold(@Nullable Cases cases) {
        this.cases = cases;
    }

    /** The cases, or null while no bundle answers for them. */
    @Nullable
    Cases cases() {
        return cases;
    }

    /** The node of a case. */
    static String node(String caseId) {
        return PREFIX + caseId;
    }

    /**
     * Keeps the case of this node until the transaction ends; a node of no case needs nothing, and while there are no cases
     * none is deleted.
     *
     * @throws Refusal 404 {@code case_not_found} where the case is gone, and its lists with it
     */
    void hold(Handle handle, String slug) {
        Cases present = cases;
        if (present == null || !slug.startsWith(PREFIX)) {
            return;
        }
        String id = slug.substring(PREFIX.length());
        if (!present.hold(handle, id)) {
            throw Refusal.notFound("case", id);
        }
    }
}
