package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.time.Duration;

/** Sleeps, and continues to sleep whenever it is interrupted. */
public final class IgnoresInterrupts extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        while (true) {
            try {
                Thread.sleep(Duration.ofHours(1));
            } catch (InterruptedException e) {
                // ignored on purpose
            }
        }
    }
}
