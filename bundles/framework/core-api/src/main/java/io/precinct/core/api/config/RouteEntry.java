package io.precinct.core.api.config;

import io.precinct.api.boundary.RouteDeclaration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route of {@code service.yml}.
 *
 * @param name to which scenarios attach; for a nameless entry, {@code <method> <path>}
 * @param declaration method, path and further settings
 * @param boundaries names of the user slots, in order; at least one
 * @param optional true: boundaries that are not known yet are no error
 * @param verify who may probe, or null: as for the service
 * @param verifyOutput treatment of payloads that do not fit, or null: as for the service
 * @param limits limits of one request and of all of them together
 * @param replaces name of the contributed route that it replaces, or null: the one of its own name, if there is one
 * @param at its place
 */
public record RouteEntry(
        String name,
        RouteDeclaration declaration,
        List<String> boundaries,
        boolean optional,
        @Nullable VerifyPolicy verify,
        @Nullable VerifyOutput verifyOutput,
        RouteLimits limits,
        @Nullable String replaces,
        Location at) {
    public RouteEntry {
        boundaries = List.copyOf(boundaries);
    }

    /** A route that replaces at most the one of its own name. */
    public RouteEntry(
            String name,
            RouteDeclaration declaration,
            List<String> boundaries,
            boolean optional,
            @Nullable VerifyPolicy verify,
            @Nullable VerifyOutput verifyOutput,
            RouteLimits limits,
            Location at) {
        this(name, declaration, boundaries, optional, verify, verifyOutput, limits, null, at);
    }

    /** The name of the contributed route that this one replaces, if there is such a route. */
    public String replaced() {
        return replaces == null ? name : replaces;
    }

    /** A route without limits of its own, whose payloads are checked as for the service. */
    public RouteEntry(
            String name,
            RouteDeclaration declaration,
            List<String> boundaries,
            boolean optional,
            @Nullable VerifyPolicy verify,
            Location at) {
        this(name, declaration, boundaries, optional, verify, null, RouteLimits.NONE, at);
    }
}
