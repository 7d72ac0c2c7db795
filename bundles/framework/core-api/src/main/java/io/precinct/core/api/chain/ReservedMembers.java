package io.precinct.core.api.chain;

import java.util.List;

/**
 * Members and headers of an answer that only the framework may set. One that a boundary of a user slot writes is
 * dropped before anybody reads the answer.
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

    private static final String HEADERS = "X-Service-";

    private ReservedMembers() {}

    /** Whether a response header of this name is the framework's: all that begin with {@code X-Service-}. */
    public static boolean isHeader(String name) {
        return name.regionMatches(true, 0, HEADERS, 0, HEADERS.length());
    }
}
