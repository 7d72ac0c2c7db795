package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Waits uninterruptibly for a permit that is never released. */
public final class WaitsForPermit extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        waitForEver();
        return done();
    }
}
