package io.precinct.configuration.compare;

import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.source.api.SourceFault;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What selectors search with, and within which limits.
 *
 * @param queries the service that asks configuration files, or null while there is none
 * @param mostBytes about how much memory the value of a place may take
 * @param time how long an expression may run
 */
record Search(Supplier<@Nullable ConfigurationQueries> queries, long mostBytes, Duration time) {
    /** A place has at most so many results. */
    static final int MOST_RESULTS = 1_000;

    /**
     * The service that asks configuration files.
     *
     * @throws SourceFault 503 {@code queries_unavailable} if there is none
     */
    ConfigurationQueries asking() {
        ConfigurationQueries service = queries.get();
        if (service == null) {
            throw SourceFault.of(503, "queries_unavailable", "configuration queries are not deployed at the moment");
        }
        return service;
    }

    /** Refuses a value that is too large. */
    void check(long bytes) {
        if (bytes > mostBytes) {
            throw SourceFault.of(
                    413,
                    "too_large",
                    "the value takes about " + bytes + " bytes; with so many environments each has at most "
                            + mostBytes,
                    "limit",
                    mostBytes);
        }
    }

    static SourceFault tooMany() {
        return SourceFault.of(
                413, "too_many", "the selector finds more than " + MOST_RESULTS + " results", "limit", MOST_RESULTS);
    }
}
