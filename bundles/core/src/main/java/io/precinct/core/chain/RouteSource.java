package io.precinct.core.chain;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.util.List;

/**
 * A route before its chain is assembled, from configuration or brought along by a bundle.
 *
 * @param name by which scenarios attach
 * @param declaration method, path and what else a route says
 * @param boundaries names of the user slots
 * @param verify who may probe
 * @param verifyOutput what becomes of payloads that do not fit
 * @param limits what it says about the time and the number of its requests
 * @param source {@code <file>:<line>} or the bundle that brought it
 * @param since generation of the bundle that brought it, or 0; of several routes at one place the oldest serves
 */
public record RouteSource(
        String name,
        RouteDeclaration declaration,
        List<String> boundaries,
        VerifyPolicy verify,
        VerifyOutput verifyOutput,
        RouteLimits limits,
        String source,
        long since) {}
