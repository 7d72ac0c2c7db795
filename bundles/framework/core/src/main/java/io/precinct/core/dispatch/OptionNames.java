package io.precinct.core.dispatch;

import java.util.Set;

/** Names of the headers, query parameters and values of the framework's request options. */
final class OptionNames {
    static final String VERIFY_HEADER = "x-service-verify";
    static final String TRACE_HEADER = "x-service-trace";
    static final String SEAL_HEADER = "x-service-seal";
    static final String PREFER_HEADER = "prefer";
    static final String PREFER_VERIFY = "verify";
    static final String PREFERENCE_APPLIED = "Preference-Applied";
    static final String VERIFY_QUERY = "_verify";
    static final String TRACE_QUERY = "_trace";
    static final String SEAL_QUERY = "_seal";
    static final String LEAVES = "leaves";
    static final String RECORD = "record:";
    static final Set<String> QUERY = Set.of(VERIFY_QUERY, TRACE_QUERY, SEAL_QUERY);

    /** Response header with the number of scenarios that a raw body passed; set only if it passed all. */
    static final String VERIFIED_HEADER = "X-Service-Verified";

    private OptionNames() {}
}
