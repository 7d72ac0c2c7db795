package io.precinct.itests.hostile.ways;

/** Never comes back from its deactivation. */
public final class HangsDeactivating extends HostileFamily {
    /** Called by the container. */
    void deactivate() {
        waitForEver();
    }
}
