package io.precinct.itests.hostile.ways;

import java.util.concurrent.Semaphore;

/** Never comes back from its activation. */
public final class HangsActivating extends OneRoute {
    private static final Semaphore NOBODYS = new Semaphore(0);

    /** Called by the container. */
    void activate() {
        NOBODYS.acquireUninterruptibly();
    }
}
