package io.precinct.api.boundary;

/** The result of a crossing. Values of both kinds are immutable. */
public sealed interface Outcome permits Reply, Denial {}
