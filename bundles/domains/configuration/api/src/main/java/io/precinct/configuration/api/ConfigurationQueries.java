package io.precinct.configuration.api;

import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Asks configuration files of repositories. A service. Thread-safe. */
@ProviderType
public interface ConfigurationQueries {
    /**
     * Checks an expression without applying it.
     *
     * @throws SourceFault 422 {@code bad_query}; 413 {@code query_too_large}
     */
    void check(String expression);

    /**
     * The values that an expression gives for the documents of the files, ordered by path and document. Documents for which
     * it gives null are left out.
     *
     * @param most values, at most
     * @param time after which the result is cut
     * @throws SourceFault as {@link #check}; 404 {@code unknown_path}; 400 {@code path_escape}; 504 {@code query_timeout} if
     *     nothing was found by then; 422 if the query is of one file, and that cannot be read
     */
    Found find(View view, ConfigurationQuery query, int most, Duration time);

    /**
     * The result of a query.
     *
     * @param values what was found
     * @param skipped files that were not asked
     * @param truncatedBy what cut it: {@code time}, or {@code limit} if there are more values, or larger ones, than are
     *     given at once; null if this is all
     */
    record Found(
            List<Value> values,
            List<Skipped> skipped,
            @Nullable String truncatedBy) {
        public Found {
            values = List.copyOf(values);
            skipped = List.copyOf(skipped);
        }
    }

    /**
     * A value for a document.
     *
     * @param path of the file
     * @param document its number within the file, from 0
     * @param value plain data
     * @param ofPlaceholder whether it depends on a text in which {@code ***} may stand for a secret, so that another secret
     *     might give another value; not if it merely contains such a text
     */
    record Value(String path, int document, Object value, boolean ofPlaceholder) {}

    /**
     * A file, or one of its documents, that was not asked.
     *
     * @param reason for machines: {@code bad_document}, {@code binary}, {@code invalid_type}
     * @param detail for people, or null
     */
    record Skipped(String path, String reason, @Nullable String detail) {}
}
