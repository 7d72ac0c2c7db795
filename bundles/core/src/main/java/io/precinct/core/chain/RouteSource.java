package io.precinct.core.chain;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.VerifyPolicy;
import java.util.List;

/**
 * A route before its chain is assembled, from configuration or brought along by a bundle.
 *
 * @param name by which scenarios attach
 * @param declaration method, path and what else a route says
 * @param boundaries names of the user slots
 * @param verify who may probe
 * @param source {@code <file>:<line>} or the bundle that brought it
 * @param since generation of the bundle that brought it, or 0; of several routes at one place the oldest serves
 */
public record RouteSource(
        String name,
        RouteDeclaration declaration,
        List<String> boundaries,
        VerifyPolicy verify,
        String source,
        long since) {}
