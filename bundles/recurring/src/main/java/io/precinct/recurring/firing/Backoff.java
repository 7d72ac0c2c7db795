package io.precinct.recurring.firing;

import io.precinct.rest.api.Refusal;
import java.time.Duration;

/** When to try again, and what to say of the failure. */
final class Backoff {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 9;
    private static final int LONGEST = 500;

    private Backoff() {}

    /** One second after the first failure, then twice as long each time up to nine minutes. */
    static Duration after(int attempts) {
        return FIRST.multipliedBy(1L << Math.min(Math.max(attempts, 1) - 1, MOST_DOUBLINGS));
    }

    /** For people; never a stack trace. */
    static String told(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String told = failure instanceof Refusal ? message : failure.getClass().getSimpleName() + ": " + message;
        return told.length() <= LONGEST ? told : told.substring(0, LONGEST) + "…";
    }
}
