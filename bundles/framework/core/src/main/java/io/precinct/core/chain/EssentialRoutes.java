package io.precinct.core.chain;

import java.util.Set;

/**
 * Identifies the essential routes, which an operator needs to diagnose and repair the service: health, metrics,
 * inspection and administration. They are protected from plug-ins: a share of the requests in flight is reserved for
 * them, they have no deadline, and they skip deployed boundaries at {@code FIRST}.
 */
final class EssentialRoutes {
    /** The families of boundaries that serve essential routes; their names are reserved. */
    private static final Set<String> FAMILIES = Set.of("operations", "inspect");

    private EssentialRoutes() {}

    static boolean contain(String boundary) {
        int dot = boundary.indexOf('.');
        return dot > 0 && FAMILIES.contains(boundary.substring(0, dot));
    }
}
