package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.time.Duration;

/** Sleeps for an hour. */
public final class Sleeps extends HostileFamily {
    @Override
    Outcome cross(Input input) throws InterruptedException {
        Thread.sleep(Duration.ofHours(1));
        return done();
    }
}
