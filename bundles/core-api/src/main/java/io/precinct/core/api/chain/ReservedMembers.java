package io.precinct.core.api.chain;

import java.util.List;

/**
 * Members of an answer that are the framework's alone. A boundary of a user slot that writes one of them is not taken at
 * its word: the member is dropped before anybody reads the payload.
 */
public final class ReservedMembers {
    /** What the probe adds: one result entry for each scenario. */
    public static final String VERIFY = "_verify";
    /** What a recording adds. */
    public static final String RECORDED = "_recorded";
    /** What a trace adds. */
    public static final String TRACE = "_trace";
    /** What the seal adds. */
    public static final String SEAL = "_seal";

    /** All of them. */
    public static final List<String> NAMES = List.of(VERIFY, RECORDED, TRACE, SEAL);

    private ReservedMembers() {}
}
