package io.precinct.core.chain;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A route before its chain is assembled: configured, or contributed by a bundle.
 *
 * @param name its name, to which scenarios refer
 * @param declaration method, path and further settings
 * @param boundaries names of the boundaries in its user slots
 * @param verify who may probe the route
 * @param verifyOutput what happens to payloads that do not match their output shape
 * @param limits the route's own limits on the time and the number of its requests
 * @param source {@code <file>:<line>} or the bundle that contributed it
 * @param since generation of the bundle that contributed it, or 0; of several routes at one place the oldest serves
 */
public record RouteSource(
        String name,
        RouteDeclaration declaration,
        List<String> boundaries,
        VerifyPolicy verify,
        VerifyOutput verifyOutput,
        RouteLimits limits,
        String source,
        long since) {
    /** Whether a bundle contributed the route. If so, {@link #source} is the symbolic name of that bundle. */
    public boolean contributed() {
        return since != 0;
    }

    /** The headers, in lower case, from which at least one of these routes reads the principal. */
    static Set<String> principalHeaders(List<RouteSource> routes) {
        return routes.stream()
                .map(route -> route.declaration().principalHeader())
                .filter(Objects::nonNull)
                .map(header -> header.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }
}
