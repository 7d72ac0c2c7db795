package io.precinct.core.chain;

import io.precinct.core.route.RouteTable;
import java.util.List;

/**
 * All chains at one moment; what a request reads once and keeps. Immutable.
 *
 * @param table finds the index of a route
 * @param chains by index
 * @param routes what the chains were made of, by index
 * @param tailOnly for requests that match no route
 * @param environment what the chains share
 * @param shadowed routes that the table could not take; they stay so as long as the table does
 * @param conflicts what does not fit together although configuration and bundles are each sound
 */
public record Snapshot(
        RouteTable table,
        List<Chain> chains,
        List<RouteSource> routes,
        Chain tailOnly,
        ChainEnvironment environment,
        List<String> shadowed,
        List<String> conflicts) {}
