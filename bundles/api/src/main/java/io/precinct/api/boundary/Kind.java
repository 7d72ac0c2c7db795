package io.precinct.api.boundary;

/** What a boundary does with the payload. */
public enum Kind {
    /** Writes a payload of its own; both shapes are declared. */
    TERMINAL,
    /** Hands the prior payload on, with at most one key more; reads framework keys only and declares no output. */
    PASSTHROUGH,
    /** Decides whether the user slots go on; declares {@code ok, status, error, failed_requirement}. */
    GATE;

    /** The name in answers. */
    public String wireName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
