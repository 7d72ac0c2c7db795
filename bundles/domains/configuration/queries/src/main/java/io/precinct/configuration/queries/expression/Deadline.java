package io.precinct.configuration.queries.expression;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time at which a query must end. Thread-safe.
 *
 * @param clock nanoseconds from an arbitrary origin
 * @param end by that clock
 */
public record Deadline(LongSupplier clock, long end) {
    /** A deadline after this time from now. */
    public static Deadline in(Duration time) {
        return new Deadline(System::nanoTime, System.nanoTime() + time.toNanos());
    }

    /** Whether it has passed, or nobody waits for the query any more. */
    public boolean isOver() {
        return clock.getAsLong() - end >= 0 || Thread.currentThread().isInterrupted();
    }

    /** Throws {@link Passed} if it has passed. */
    public void check() {
        if (isOver()) {
            throw new Passed();
        }
    }

    /** The time of a query is over. */
    public static final class Passed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Passed() {
            super("the time of the query is over", null, false, false);
        }
    }
}
