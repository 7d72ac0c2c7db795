package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Starts 200 threads with its first request; nothing ends the threads. */
public final class LeaksThreads extends HostileFamily {
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    @Override
    Outcome cross(Input input) {
        if (STARTED.compareAndSet(false, true)) {
            for (int i = 0; i < 200; i++) {
                Thread.ofPlatform().daemon().name("hostile-leak-" + i).start(LeaksThreads::idle);
            }
        }
        return done();
    }

    private static void idle() {
        while (true) {
            LockSupport.park();
            Thread.interrupted(); // otherwise the thread would spin after an interruption
        }
    }
}
