package io.precinct.source.git;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** How long to wait after a failure: twice as long each time, up to an hour, and not all at the same moment. */
// @req:source-backoff
final class Backoff {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private final DoubleSupplier random;

    /** {@code random} gives numbers from 0 to 1. */
    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /**
     * The time until the next try.
     *
     * @param refresh time between fetches that succeed; zero where somebody asks for each
     * @param failures in a row, from 1
     * @param content whether there is anything to serve meanwhile
     */
    Duration after(Duration refresh, int failures, boolean content) {
        long base = content ? Math.max(refresh.multipliedBy(2).toMillis(), SHORTEST.toMillis()) : SHORTEST.toMillis();
        long millis = Math.min(LONGEST.toMillis(), base << Math.min(failures - 1, 20));
        return Duration.ofMillis((long) (millis * (0.75 + 0.25 * random.getAsDouble())));
    }
}
