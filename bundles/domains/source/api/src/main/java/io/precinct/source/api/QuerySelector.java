package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * A syntax-tree query and the files it runs over.
 *
 * @param query S-expression
 * @param path file, folder or glob; null for all
 * @param lang language; null if {@code path} is a file whose language is known
 */
public record QuerySelector(
        String query, @Nullable String path, @Nullable String lang) {}
