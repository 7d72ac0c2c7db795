package io.precinct.graph.nodes;

import io.precinct.cases.api.Cases;
import io.precinct.rest.api.Refusal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** A node of another name is one of no case, say {@code case-study}. */
    private static final Pattern NODE = Pattern.compile(PREFIX + "(task-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

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
    public @Nullable Cases cases() {
        return cases;
    }

    /** The node of a case. */
    public static String node(String caseId) {
        return PREFIX + caseId;
    }

    /**
     * Of use before the transaction in which the case of this node is {@link #hold held}.
     *
     * @throws Refusal 404 {@code case_not_found} where there is no such case
     */
    void check(String slug) {
        Cases present = cases;
        String id = caseOf(slug);
        if (present != null && id != null && present.find(id) == null) {
            throw Refusal.notFound("case", id);
        }
    }

    /**
     * Keeps the case of this node until the transaction ends; a node of no case needs nothing, and while there are no cases
     * none is deleted.
     *
     * @throws Refusal 404 {@code case_not_found} where the case is gone, and its node with it
     */
    public void hold(Handle handle, String slug) {
        Cases present = cases;
        String id = caseOf(slug);
        if (present != null && id != null && !present.hold(handle, id)) {
            throw Refusal.notFound("case", id);
        }
    }

    private static @Nullable String caseOf(String slug) {
        Matcher node = NODE.matcher(slug);
        return node.matches() ? node.group(1) : null;
    }
}
