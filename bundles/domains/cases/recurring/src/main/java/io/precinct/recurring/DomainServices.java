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
 * The services of other domains that this domain calls. Their bundles may be swapped at any time, so the references are
 * dynamic: neither the endpoints nor the scheduler stop with those bundles. Callers get the services anew for every
 * use. Thread-safe.
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

    /** Creates an instance; the container sets the services. */
    public DomainServices() {}

    /** Creates an instance without a container. */
    public DomainServices(Cases cases, @Nullable Checklists checklists) {
        this.cases = cases;
        this.checklists = checklists;
    }

    /**
     * Returns the service for cases.
     *
     * @throws Refusal 503 {@code cases_unavailable} while the service is absent
     */
    public Cases cases() {
        Cases now = cases;
        if (now == null) {
            throw Refusal.of(503, "cases_unavailable", "the cases are being replaced", "retryable", true)
                    .header("Retry-After", "1");
        }
        return now;
    }

    /** Returns the service for checklists, or null while no bundle provides it. */
    public @Nullable Checklists checklists() {
        return checklists;
    }
}
