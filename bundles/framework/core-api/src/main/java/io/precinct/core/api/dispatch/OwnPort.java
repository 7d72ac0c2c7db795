package io.precinct.core.api.dispatch;

import java.util.Objects;
import java.util.Set;

/**
 * A port of its own for the routes of some bundles, beside the port of the service, where they are served as well. A
 * domain that registers one as a service gets a listener there, bound as the service is; the listener closes when the
 * service is unregistered. Health and readiness are served there too, administration is not.
 *
 * @param name of the listener in logs, metrics and health, say {@code source}
 * @param port from 1 to 65,535, or 0 for any that is free; if it is the port of the service, no listener is opened
 * @param bundles symbolic names of the bundles whose routes are served
 * @since 1.2
 */
public record OwnPort(String name, int port, Set<String> bundles) {
    public OwnPort {
        Objects.requireNonNull(name, "name");
        bundles = Set.copyOf(bundles);
    }
}
