package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.time.Duration;

/** Sleeps in a static synchronized method, so that its second request waits for the first. */
public final class HoldsClassLock extends HostileFamily {
    @Override
    Outcome cross(Input input) throws InterruptedException {
        held();
        return done();
    }

    private static synchronized void held() throws InterruptedException {
        Thread.sleep(Duration.ofHours(1));
    }
}
