package io.precinct.core.chain;

import io.precinct.core.route.RouteTable;
import java.util.List;
import java.util.Set;

/**
 * All chains at one moment. A request reads it once, when it enters. Immutable.
 *
 * @param table finds the index of a route
 * @param chains by index
 * @param routes the routes that the chains were assembled from, by index
 * @param tailOnly for requests that match no route
 * @param environment what the chains share
 * @param principalHeaders in lower case, those by which some route takes the principal
 * @param shadowed a text for each route that another one displaced from the table
 * @param conflicts contradictions between configuration and bundles that are each valid by themselves
 */
public record Snapshot(
        RouteTable table,
        List<Chain> chains,
        List<RouteSource> routes,
        Chain tailOnly,
        ChainEnvironment environment,
        Set<String> principalHeaders,
        List<String> shadowed,
        List<String> conflicts) {}
