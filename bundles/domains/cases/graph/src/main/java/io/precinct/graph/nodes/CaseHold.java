package io.precinct.graph.nodes;

import io.precinct.cases.api.Cases;
import io.precinct.cases.api.Cases.Author;
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
 * Locks the case that a node belongs to, as the name of the node states. Writers of a node lock the case first, and the
 * deletion of a case locks the case before the node. So they cannot deadlock, and no node outlives its case.
 * Thread-safe.
 */
@Component(service = CaseHold.class)
public final class CaseHold {
    private static final String PREFIX = Checklists.nodeOfCase("");

    /** The prefix of the names of all nodes of cases; other nodes may have it as well. */
    static final String NODES_OF_CASES = PREFIX + "task-";

    /** The names of nodes of cases; a node with another name, for example {@code case-study}, belongs to no case. */
    private static final Pattern NODE = Pattern.compile(PREFIX + "(task-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

    /** Optional and dynamic: nodes are served while the bundle of the cases is absent or being replaced. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Cases cases;

    /** Creates an instance; the container sets the cases. */
    public CaseHold() {}

    /** Creates an instance without a container; {@code cases} is null while there are no cases. */
    public CaseHold(@Nullable Cases cases) {
        this.cases = cases;
    }

    /**
     * Returns the service for cases.
     *
     * @throws Refusal 502 {@code cases_unavailable} while no bundle provides it
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
     * Checks that the case of this node exists. Call it before the transaction that locks the case. While no bundle
     * provides the cases, nothing is checked.
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
     * As {@link #lock}, for writers that may leave the lists unchanged. While the cases are absent, nothing is locked
     * and a change of a list is refused; {@link OrphanSweep} checks the node once they are back.
     *
     * @return null if the node belongs to no case
     * @throws Refusal 404 {@code case_not_found} if the case was deleted, and its node with it
     */
    public @Nullable Held lockIfThere(Transaction transaction, String slug, Author author) {
        if (caseOf(slug) == null) {
            return null;
        }
        return cases == null ? _ -> cases() : lock(transaction, slug, author);
    }

    /**
     * Locks the case of this node against other changes until the transaction ends, so that the case changes together
     * with the node. A node that belongs to no case needs no lock, and its changes are not reported.
     *
     * @param author who makes the change
     * @throws Refusal 404 {@code case_not_found} if the case was deleted; 502 {@code cases_unavailable} if no bundle
     *     provides the cases
     */
    public Held lock(Transaction transaction, String slug, Author author) {
        String id = caseOf(slug);
        if (id == null) {
            return _ -> {};
        }
        Cases present = cases();
        if (!present.lock(transaction, id)) {
            throw Refusal.notFound("case", id);
        }
        return change -> present.changed(transaction, id, change, author);
    }

    /** A locked case. */
    @FunctionalInterface
    public interface Held {
        /** Reports a change to the case, in the transaction that locked it. */
        void changed(Cases.Change change);
    }

    /** Returns the id of the case to which a node with this name belongs, or null. */
    static @Nullable String caseOf(String slug) {
        Matcher node = NODE.matcher(slug);
        return node.matches() ? node.group(1) : null;
    }
}
