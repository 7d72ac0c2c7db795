package io.precinct.core.watch;

import java.time.Duration;

/**
 * Why a request was given up.
 *
 * @param cause what it was
 * @param boundary what was running
 * @param limit the time or processor time it had, zero where it had no limit
 * @param tail whether it was the tail of its chain that did not end, which renders errors as a rule
 */
public record GivenUp(Cause cause, String boundary, Duration limit, boolean tail) {
    /** What it was. */
    public enum Cause {
        /** It took too long. */
        DEADLINE,
        /** It used too much processor time. */
        PROCESSOR_TIME,
        /** Nobody waits for its answer. */
        CLIENT_GONE,
        /** A bundle of its chain retires and has waited long enough. */
        RETIRED;

        /** As clients and operators read it. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Whether the boundary is to blame. */
        boolean overstayed() {
            return this == DEADLINE || this == PROCESSOR_TIME;
        }
    }
}
