package io.precinct.api.boundary;

/** What a crossing came to. Values of both kinds are immutable. */
public sealed interface Outcome permits Reply, Denial {}
