package io.precinct.configuration.compare;

import org.jspecify.annotations.Nullable;

/**
 * Where the value of an environment is. Environments of the same place are read once.
 *
 * @param repo name of the repository
 * @param ref branch, tag or commit, or null for the configured one
 */
record Place(String repo, @Nullable String ref) {}
