package io.precinct.deploy.verify;

import org.jspecify.annotations.Nullable;

/** Symbolic name and version that a jar claims, for the outcome of a refusal; either may be null. */
public record BundleIdentity(
        @Nullable String bundle, @Nullable String version) {
    /** The identity of a file that was not read, or that does not state one. */
    public static final BundleIdentity UNKNOWN = new BundleIdentity(null, null);
}
