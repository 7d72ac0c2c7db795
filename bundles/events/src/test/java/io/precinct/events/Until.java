package io.precinct.events;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits by looking again and again. */
final class Until {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Until() {}

    /** Returns once {@code condition} holds; fails where that takes too long. */
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
