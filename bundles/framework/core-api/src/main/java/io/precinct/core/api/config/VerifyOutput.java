package io.precinct.core.api.config;

/**
 * What becomes of a payload that does not fit the output shape of the boundary that wrote it ({@code verify_output}).
 * A request that is probed fails on it in every case.
 */
public enum VerifyOutput {
    /** Nobody looks. */
    OFF,
    /** It is answered all the same: counted, logged once per boundary and hour, and shown in the trace. */
    LOG,
    /** It is not answered: 500 in its place, with the code {@code output_shape}. Counted and logged as well. */
    REFUSE
}
