package io.precinct.itests.hostile.ways;

/** Never comes back from its activation. */
public final class HangsActivating extends HostileFamily {
    /** Called by the container. */
    void activate() {
        waitForEver();
    }
}
