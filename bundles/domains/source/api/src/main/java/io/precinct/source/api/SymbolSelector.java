package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * Selects declarations.
 *
 * @param name exact, or a glob with {@code *}; null for any
 * @param kind null for any
 * @param path file, folder or glob; null for all
 */
public record SymbolSelector(
        @Nullable String name,
        @Nullable String kind,
        @Nullable String path) {}
