package io.precinct.configuration.queries;

import io.precinct.configuration.queries.expression.Expression;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question about a repository.
 *
 * @param path a file or a folder, or null
 * @param glob a pattern of paths, or null; one of the two is given
 * @param text of the expression
 * @param expression the parsed text
 * @param ref branch, tag or commit, or null for the configured one
 * @param limit most items of a page
 */
record Question(
        @Nullable String path,
        @Nullable String glob,
        String text,
        Expression expression,
        @Nullable String ref,
        int limit) {
    /** Everything that decides which items its list has. */
    List<@Nullable String> identity() {
        return Arrays.asList(path, glob, text, ref);
    }
}
