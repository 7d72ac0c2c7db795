package io.precinct.core.chain;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.Generation;
import java.util.Set;

/**
 * What an operator needs to find out what is wrong and to mend it: health, figures, inspection and administration. Plug-ins
 * take nothing of it: such a route has a reserve of requests in flight for itself, no deadline, and crosses nothing that was deployed
 * to stand before user slots.
 */
final class EssentialRoutes {
    /** Families of the framework, whose names belong to it. */
    private static final Set<String> FAMILIES = Set.of("operations", "inspect");

    private EssentialRoutes() {}

    static boolean contain(DeployedBoundary boundary) {
        return contain(boundary.name());
    }

    static boolean contain(String boundary) {
        int dot = boundary.indexOf('.');
        return dot > 0 && FAMILIES.contains(boundary.substring(0, dot));
    }

    /** Whether a bundle came with the service, not by a deployment. */
    static boolean shipped(Generation generation) {
        return !generation.location().startsWith(Admission.STAGED);
    }
}
