package io.precinct.common.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Exponential backoff with jitter. The wait doubles with each consecutive failure up to a longest wait. It is shortened
 * by a random part, so that clients that failed together do not retry together. Immutable.
 *
 * @param first the wait after the first failure
 * @param longest the longest wait
 * @param jitter the largest share of a wait by which it is randomly shortened, from 0 to 1
 */
public record Backoff(Duration first, Duration longest, double jitter) {
    private static final int MOST_DOUBLINGS = 62;

    /** Without jitter. */
    public Backoff(Duration first, Duration longest) {
        this(first, longest, 0);
    }

    /**
     * The wait before the next attempt.
     *
     * @param failures number of failures in a row; fewer than 1 count as 1
     */
    public Duration after(int failures) {
        return after(failures, jitter == 0 ? 0 : ThreadLocalRandom.current().nextDouble());
    }

    /**
     * The wait before the next attempt.
     *
     * @param failures number of failures in a row; fewer than 1 count as 1
     * @param chance from 0, for the longest wait, to 1, for the shortest
     */
    public Duration after(int failures, double chance) {
        int doublings = Math.clamp(failures - 1L, 0, MOST_DOUBLINGS);
        long most = longest.toNanos();
        long nanos = first.compareTo(longest) >= 0 || first.toNanos() > most >> doublings
                ? most
                : first.toNanos() << doublings;
        return Duration.ofNanos(nanos - (long) (nanos * (jitter * chance)));
    }
}
