package io.precinct.api.boundary;

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

    private Capability() {}
}
