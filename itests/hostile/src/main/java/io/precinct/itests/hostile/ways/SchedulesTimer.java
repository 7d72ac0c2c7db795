package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts a timer with its first request; the timer ticks for ever. */
public final class SchedulesTimer extends HostileFamily {
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    @Override
    Outcome cross(Input input) {
        if (STARTED.compareAndSet(false, true)) {
            new Timer("hostile-timer").schedule(new Tick(), 1000, 1000);
        }
        return done();
    }

    private static final class Tick extends TimerTask {
        private long ticks;

        @Override
        public void run() {
            ticks++;
        }
    }
}
