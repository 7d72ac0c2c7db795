package io.precinct.source.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits with a deadline for what happens on another thread. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Eventually() {}

    public static void is(BooleanSupplier expected, Supplier<Object> found) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!expected.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it did not come to pass within " + PATIENCE + ": " + found.get());
            }
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
    }
}
