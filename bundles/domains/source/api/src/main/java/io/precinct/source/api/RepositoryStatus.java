package io.precinct.source.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A repository as {@code GET /repos} shows it; times may be null before the first fetch.
 *
 * @param name in paths
 * @param url without credentials
 * @param state {@code queued, cloning, ready, refreshing, stale, failed}
 * @param ref the followed branch, as configured or as named by the remote's HEAD
 * @param commit the served one, or null
 * @param fetchedAt end of the last successful fetch
 * @param nextRefreshAt time of the next fetch; null without a schedule
 * @param lastError of the last fetch, or null if it succeeded
 * @param grammars its languages
 * @param cache of the parses of its files
 * @param progress of running long work, or null
 * @param parsing how far the files of {@code commit} are parsed; null once they all are, or if nobody parses them
 * @param omissions of a parameter store: what is not served, and rules that do nothing
 */
public record RepositoryStatus(
        String name,
        String url,
        String state,
        @Nullable String ref,
        @Nullable String commit,
        @Nullable Instant fetchedAt,
        @Nullable Instant nextRefreshAt,
        @Nullable String lastError,
        List<Grammar> grammars,
        Cache cache,
        @Nullable Progress progress,
        @Nullable ParseProgress parsing,
        Omissions omissions) {
    public RepositoryStatus {
        grammars = List.copyOf(grammars);
    }

    /** A git repository. */
    public RepositoryStatus(
            String name,
            String url,
            String state,
            @Nullable String ref,
            @Nullable String commit,
            @Nullable Instant fetchedAt,
            @Nullable Instant nextRefreshAt,
            @Nullable String lastError,
            List<Grammar> grammars,
            Cache cache,
            @Nullable Progress progress,
            @Nullable ParseProgress parsing) {
        this(
                name,
                url,
                state,
                ref,
                commit,
                fetchedAt,
                nextRefreshAt,
                lastError,
                grammars,
                cache,
                progress,
                parsing,
                Omissions.NONE);
    }

    /** A repository none of whose files are being parsed. */
    public RepositoryStatus(
            String name,
            String url,
            String state,
            @Nullable String ref,
            @Nullable String commit,
            @Nullable Instant fetchedAt,
            @Nullable Instant nextRefreshAt,
            @Nullable String lastError,
            List<Grammar> grammars,
            Cache cache,
            @Nullable Progress progress) {
        this(name, url, state, ref, commit, fetchedAt, nextRefreshAt, lastError, grammars, cache, progress, null);
    }

    /**
     * A language of a repository.
     *
     * @param state {@code loaded, fetching, missing, abi_mismatch}
     * @param abi of the language, or 0 if it is not loaded
     * @param reason why it is not loaded, or null
     */
    public record Grammar(
            String name, String state, int abi, @Nullable String reason) {}

    /**
     * What is missing from a parameter store, as it was last read.
     *
     * @param skipped the first keys whose values are not served
     * @param skippedCount how many there are
     * @param warnings about rules that have no effect
     */
    public record Omissions(List<Skipped> skipped, int skippedCount, List<String> warnings) {
        /** Nothing is missing. */
        public static final Omissions NONE = new Omissions(List.of(), 0, List.of());

        public Omissions {
            skipped = List.copyOf(skipped);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * A key whose value is not served.
     *
     * @param reason {@code bad_path, clash, not_utf8, too_long, forbidden}; {@code binary} if it is served as a file, and
     *     left out of {@code parameters.json}
     */
    public record Skipped(String key, String reason) {}

    /**
     * Counters since the process started.
     *
     * @param entries files whose facts are known
     * @param hits files that were not parsed because their facts were known
     * @param misses files that were parsed
     */
    public record Cache(long entries, long hits, long misses) {}

    /**
     * Long work.
     *
     * @param work {@code cloning} or {@code parsing}
     * @param done steps done (files; for a clone, git's own count)
     * @param left steps left, or -1 if unknown
     */
    public record Progress(String work, long done, long left) {}
}
