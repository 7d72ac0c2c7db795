package io.precinct.core.api.config;

import org.jspecify.annotations.Nullable;

/**
 * Who may probe.
 *
 * @param enabled false: the verify option is ignored
 * @param requires the role a prober must have, or null
 * @param record true: {@code record:<name>} may write fixtures (of the service only)
 */
public record VerifyPolicy(boolean enabled, @Nullable String requires, boolean record) {
    /** Everybody may probe, nobody may record. */
    public static final VerifyPolicy OPEN = new VerifyPolicy(true, null, false);
}
