package io.precinct.core.api.chain;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks the framework itself for.
 *
 * @param verify trimmed value of the verify option; null if absent, empty or switched off
 * @param trace whether a trace is requested
 * @param sealLeaves whether the leaves of the seal are requested
 */
public record RequestOptions(@Nullable String verify, boolean trace, boolean sealLeaves) {
    /** Nothing is requested. */
    public static final RequestOptions NONE = new RequestOptions(null, false, false);
}
