package io.precinct.core.watch;

import java.time.Duration;

/**
 * Why a request was given up.
 *
 * @param cause the reason
 * @param boundary name of the boundary that was running
 * @param limit the time or processor time it had; zero if it had no limit
 * @param tail whether that boundary stands in the tail of the chain, which otherwise renders errors
 */
public record GivenUp(Cause cause, String boundary, Duration limit, boolean tail) {
    /** The reason. */
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
