package io.precinct.core.watch;

/**
 * Where in its chain a request is. Immutable, so that whoever looks from another thread sees what belongs together.
 *
 * @param guard of the boundary
 * @param guarded whether its crossing was admitted by the guard, which is told how it ended
 * @param trial whether the crossing decides that the boundary is put in again
 * @param tail whether the boundary stands in the tail of the chain
 */
public record CrossingPlace(BoundaryGuard guard, boolean guarded, boolean trial, boolean tail) {}
