package io.precinct.core.watch;

/**
 * The crossing that a request is in. Immutable, so that other threads see a consistent state.
 *
 * @param guard the guard of its boundary
 * @param guarded whether the guard had to admit the crossing, and receives a report of how it ended
 * @param trial whether the crossing decides if a boundary that was taken out serves again
 * @param tail whether the boundary stands in the tail of the chain
 */
public record CrossingPlace(BoundaryGuard guard, boolean guarded, boolean trial, boolean tail) {}
