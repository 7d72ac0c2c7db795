package io.precinct.api.boundary;

import java.util.Set;

/** The capabilities the framework knows by name; a boundary may declare others for its own readers. */
public final class Capability {
    /** Compares the answer with declared scenarios. */
    public static final String VERIFY = "verify";
    /** Adds the trace. */
    public static final String TRACE = "trace";
    /** Re-emits the prior payload plus a key: the dynamic-output contract. */
    public static final String PASSTHROUGH = "passthrough";
    /** Renders the payload. */
    public static final String FORMAT = "format";
    /** Commits to the crossings of the chain. */
    public static final String SEAL = "seal";
    /** Ends the user slots after a denial. */
    public static final String GATE = "gate";

    private static final String SECONDS = "seconds=";

    private Capability() {}

    /**
     * Declares how long a request to this boundary may take, if that exceeds the usual limit
     * ({@code limits.request_seconds}). A route's own {@code seconds} wins.
     *
     * @param seconds at least 1
     */
    public static String seconds(int seconds) {
        if (seconds < 1) {
            throw new IllegalArgumentException("a boundary takes at least a second, got " + seconds);
        }
        return SECONDS + seconds;
    }

    /** The value given to {@link #seconds}, or 0 if there is none. */
    public static int secondsOf(Set<String> capabilities) {
        for (String capability : capabilities) {
            if (capability.startsWith(SECONDS)) {
                try {
                    return Integer.parseInt(capability.substring(SECONDS.length()));
                } catch (NumberFormatException e) {
                    return 0; // a capability of the boundary's own that begins the same way
                }
            }
        }
        return 0;
    }
}
