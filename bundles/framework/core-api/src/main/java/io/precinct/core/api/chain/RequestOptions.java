package io.precinct.core.api.chain;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of the framework itself.
 *
 * @param verify trimmed value of the verify option; null if absent, empty or switched off
 * @param trace whether a trace is asked for
 * @param sealLeaves whether the leaves of the seal are asked for
 */
public record RequestOptions(@Nullable String verify, boolean trace, boolean sealLeaves) {
    /** Nothing is asked. */
    public static final RequestOptions NONE = new RequestOptions(null, false, false);
}
