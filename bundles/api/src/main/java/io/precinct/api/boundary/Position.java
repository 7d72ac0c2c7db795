package io.precinct.api.boundary;

/** Where a boundary stands in a chain. */
public enum Position {
    /** Where routes name it: an ordinary user slot. */
    SLOT,
    /** Injected before the user slots of every chain: authentication, quotas. */
    FIRST,
    /** Injected after every user slot. */
    INTERLEAVED,
    /** Injected after all user slots; among several the specified order of the tail holds. */
    LAST
}
