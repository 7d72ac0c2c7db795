package io.precinct.itests.hostile.ways;

/** Throws when it is activated. */
public final class ThrowsActivating extends HostileFamily {
    /** Called by the container. */
    void activate() {
        throw new IllegalStateException("hostile: not today");
    }
}
