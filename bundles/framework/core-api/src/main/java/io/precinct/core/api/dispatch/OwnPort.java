package io.precinct.core.api.dispatch;

import java.util.Objects;
import java.util.Set;

/**
 * A separate port for the routes of some bundles, which are served on the port of the service as well. A domain that
 * registers one as a service gets a listener there, bound like the service; the listener closes when the service is
 * unregistered. Health and readiness are served there too, administration is not.
 *
 * @param name of the listener in logs, metrics and health, such as {@code source}
 * @param port from 1 to 65,535, or 0 for any free one; if it is the port of the service, no listener is opened
 * @param bundles symbolic names of the bundles whose routes are served
 * @since 1.2
 */
public record OwnPort(String name, int port, Set<String> bundles) {
    public OwnPort {
        Objects.requireNonNull(name, "name");
        bundles = Set.copyOf(bundles);
    }
}
