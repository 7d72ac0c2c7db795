package io.precinct.core.api.config;

/**
 * The treatment of a payload that does not fit the output shape of the boundary that wrote it ({@code verify_output}).
 * A probed request always fails on it.
 */
public enum VerifyOutput {
    /** It is not checked. */
    OFF,
    /** It is answered nevertheless: counted, logged once per boundary and hour, and shown in the trace. */
    LOG,
    /** It is not answered, but replaced by 500 with the code {@code output_shape}. Counted and logged as well. */
    REFUSE
}
