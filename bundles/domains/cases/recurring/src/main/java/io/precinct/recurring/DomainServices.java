package io.precinct.recurring;

import io.precinct.cases.api.Cases;
import io.precinct.graph.api.Checklists;
import io.precinct.rest.api.Refusal;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The domains that this one calls. Their bundles may be swapped while they serve, so the references are dynamic: neither the
 * endpoints nor the scheduler stop with them. Callers fetch them again for every use. Thread-safe.
 */
@Component(service = DomainServices.class)
public final class DomainServices {
    @Reference(policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Cases cases;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Checklists checklists;

    /** The container sets the domains. */
    public DomainServices() {}

    /** For use without a container. */
    public DomainServices(Cases cases, @Nullable Checklists checklists) {
        this.cases = cases;
        this.checklists = checklists;
    }

    /**
     * The cases.
     *
     * @throws Refusal 503 in the moment in which they are not there
     */
    public Cases cases() {
        Cases now = cases;
        if (now == null) {
            throw Refusal.of(503, "cases_unavailable", "the cases are being replaced", "retryable", true)
                    .header("Retry-After", "1");
        }
        return now;
    }

    /** The checklists, or null while there is no knowledge graph. */
    public @Nullable Checklists checklists() {
        return checklists;
    }
}
