package io.precinct.deploy.verify;

import org.jspecify.annotations.Nullable;

/** Symbolic name and version that a jar claims, for the outcome of a refusal; either may be null. */
public record BundleIdentity(
        @Nullable String bundle, @Nullable String version) {
    /** Of a file that was not read, or says nothing of it. */
    public static final BundleIdentity UNKNOWN = new BundleIdentity(null, null);
}
