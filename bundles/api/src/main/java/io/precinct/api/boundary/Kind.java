package io.precinct.api.boundary;

/** How a boundary treats the payload. */
public enum Kind {
    /** Writes a payload of its own; both shapes are declared. */
    TERMINAL,
    /**
     * Passes the prior payload on, with at most one additional key; reads framework keys only and declares no output.
     */
    PASSTHROUGH,
    /** Decides whether the user slots continue; declares {@code ok, status, error, failed_requirement}. */
    GATE;

    /** The name in answers. */
    public String wireName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
