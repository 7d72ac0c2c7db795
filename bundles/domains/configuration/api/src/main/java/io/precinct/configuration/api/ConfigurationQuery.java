package io.precinct.configuration.api;

import org.jspecify.annotations.Nullable;

/**
 * An expression and the files that it is applied to.
 *
 * @param path a file or a folder, or null
 * @param glob a pattern of paths, or null; exactly one of the two is there
 * @param expression JMESPath
 */
public record ConfigurationQuery(
        @Nullable String path, @Nullable String glob, String expression) {
    public ConfigurationQuery {
        if ((path == null) == (glob == null)) {
            throw new IllegalArgumentException("either path or glob is null, got path " + path + " and glob " + glob);
        }
    }
}
