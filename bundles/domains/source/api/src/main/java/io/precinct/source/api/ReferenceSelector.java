package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Selects identifiers.
 *
 * @param name exact, not empty
 * @param path file, folder or glob; null for all
 * @param lang language of the files; null for all
 * @param declarationsFirst whether names of declarations come before all others, otherwise by path and position only
 * @since 1.5
 */
public record ReferenceSelector(
        String name, @Nullable String path, @Nullable String lang, boolean declarationsFirst) {}
