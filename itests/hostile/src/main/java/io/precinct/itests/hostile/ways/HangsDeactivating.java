package io.precinct.itests.hostile.ways;

import java.util.concurrent.Semaphore;

/** Never comes back from its deactivation. */
public final class HangsDeactivating extends OneRoute {
    private static final Semaphore NOBODYS = new Semaphore(0);

    /** Called by the container. */
    void deactivate() {
        NOBODYS.acquireUninterruptibly();
    }
}
