package io.precinct.api.boundary;

/** The position of a boundary in a chain. */
public enum Position {
    /** An ordinary user slot: where routes name it. */
    SLOT,
    /** Injected before the user slots of every chain: authentication, quotas. */
    FIRST,
    /** Injected after every user slot. */
    INTERLEAVED,
    /** Injected after all user slots; the tail has a specified order. */
    LAST
}
