package io.precinct.itests.container;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Polls until a check passes, up to a deadline that only a broken product reaches. */
final class Await {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Await() {}

    /** A check that fails until its condition holds. */
    interface Check {
        void run() throws Exception;
    }

    /** Returns once {@code check} passes; at the deadline, throws its last failure. */
    static void passes(Check check) throws Exception {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (true) {
            try {
                check.run();
                return;
            } catch (Exception | AssertionError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
