package io.precinct.core.watch;

import java.time.Duration;

/**
 * Why a request was given up.
 *
 * @param cause the reason
 * @param boundary name of the boundary that was running
 * @param limit the time or processor time that the request exceeded; zero if it was given up for another reason
 * @param tail whether that boundary stands in the tail of the chain, which otherwise renders errors
 */
public record GivenUp(Cause cause, String boundary, Duration limit, boolean tail) {
    /** The reason. */
    public enum Cause {
        /** The request took too long. */
        DEADLINE,
        /** The request used too much processor time. */
        PROCESSOR_TIME,
        /** The client no longer waits for the answer. */
        CLIENT_GONE,
        /** A bundle of the request's chain retires and has waited long enough. */
        RETIRED;

        /** The name of the cause that clients and operators read. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Whether the boundary is to blame. */
        boolean overstayed() {
            return this == DEADLINE || this == PROCESSOR_TIME;
        }
    }
}
