package io.precinct.graph.nodes;

import io.precinct.cases.api.Cases;
import io.precinct.graph.api.Checklists;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The case that a node belongs to, by the name of the node. Writers of the node hold the case first, and the deletion of the
 * case locks it before the node, so that they cannot deadlock and no node outlives its case. Thread-safe.
 */
@Component(service = CaseHold.class)
public final class CaseHold {
    private static final String PREFIX = Checklists.nodeOfCase("");

    /** How the names of all nodes of cases begin; those of other nodes may, too. */
    static final String NODES_OF_CASES = PREFIX + "task-";

    /** A node of another name belongs to no case, say {@code case-study}. */
    private static final Pattern NODE = Pattern.compile(PREFIX + "(task-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

    /** Optional and dynamic: nodes are served while the bundle of the cases is absent or being replaced. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Cases cases;

    /** The container sets the cases. */
    public CaseHold() {}

    /** For use without a container; null while there are no cases. */
    public CaseHold(@Nullable Cases cases) {
        this.cases = cases;
    }

    /**
     * The cases.
     *
     * @throws Refusal 502 {@code cases_unavailable} while no bundle provides them
     */
    public Cases cases() {
        Cases present = cases;
        if (present == null) {
            throw Refusal.of(
                            502,
                            "cases_unavailable",
                            "the cases are not available now: no bundle answers for them",
                            "retryable",
                            true)
                    .header("Retry-After", "2");
        }
        return present;
    }

    /**
     * To be called before the transaction in which the case of this node is locked.
     *
     * @throws Refusal 404 {@code case_not_found} if there is no such case
     */
    public void check(String slug) {
        Cases present = cases;
        String id = caseOf(slug);
        if (present != null && id != null && present.find(id) == null) {
            throw Refusal.notFound("case", id);
        }
    }

    /**
     * As {@link #lock}, for what may leave the lists as they are. While the cases are absent nothing is locked, and a change
     * of a list is refused; {@link OrphanSweep} checks the node once they are back.
     *
     * @return null if the node belongs to no case
     * @throws Refusal 404 {@code case_not_found} if the case was deleted, and its node with it
     */
    public @Nullable Held lockIfThere(Transaction transaction, String slug, String actor) {
        if (caseOf(slug) == null) {
            return null;
        }
        return cases == null ? _ -> cases() : lock(transaction, slug, actor);
    }

    /**
     * Keeps the case of this node from being changed by others until the transaction ends, to change it together with the
     * node. A node that belongs to no case needs nothing, and its changes are told nobody.
     *
     * @param actor who changes it
     * @throws Refusal 404 {@code case_not_found} if the case was deleted; 502 {@code cases_unavailable} if nobody could
     *     be told of the change
     */
    public Held lock(Transaction transaction, String slug, String actor) {
        String id = caseOf(slug);
        if (id == null) {
            return _ -> {};
        }
        Cases present = cases();
        if (!present.lock(transaction, id)) {
            throw Refusal.notFound("case", id);
        }
        return change -> present.changed(transaction, id, change, actor);
    }

    /** A case that is locked. */
    @FunctionalInterface
    public interface Held {
        /** Tells the case of a change in the transaction that locked it. */
        void changed(Cases.Change change);
    }

    /** The id of the case that a node of this name belongs to, or null. */
    static @Nullable String caseOf(String slug) {
        Matcher node = NODE.matcher(slug);
        return node.matches() ? node.group(1) : null;
    }
}
