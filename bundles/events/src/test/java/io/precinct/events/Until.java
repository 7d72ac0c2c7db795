package io.precinct.events;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits by polling. */
final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Until() {}

    /** Returns once {@code condition} holds; fails if that takes too long. */
    static void holds(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
