package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.util.concurrent.Semaphore;

/** Waits uninterruptibly for a permit that is never released. */
public final class WaitsForPermit extends OneRoute {
    private static final Semaphore NOBODYS = new Semaphore(0);

    @Override
    Outcome cross(Input input) {
        NOBODYS.acquireUninterruptibly();
        return done();
    }
}
