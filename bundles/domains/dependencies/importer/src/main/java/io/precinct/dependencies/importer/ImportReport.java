package io.precinct.dependencies.importer;

import io.precinct.dependencies.importer.read.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of an import. Immutable.
 *
 * @param repository name
 * @param state how it ended, or that it has not
 * @param time when that was
 * @param commit what was read; null if nothing was
 * @param dryRun whether nothing was to be appended
 * @param files how many were read, by kind
 * @param edges that the repository asserts now
 * @param asserted edges that are new or say something else, hence events
 * @param withdrawn edges that are gone, hence events
 * @param kept edges that stay because the file that said them cannot be read
 * @param faults what is wrong with files
 * @param error why it failed, or null
 */
record ImportReport(
        String repository,
        State state,
        Instant time,
        @Nullable String commit,
        boolean dryRun,
        Map<String, Integer> files,
        long edges,
        long asserted,
        long withdrawn,
        long kept,
        List<Fault> faults,
        @Nullable String error) {
    /** How an import is. */
    enum State {
        /** It waits, or runs. */
        RUNNING,
        /** It is complete. */
        DONE,
        /** It ended early, and changed nothing. */
        FAILED,
        /** There is nothing to import, the repository being none of git. */
        SKIPPED
    }

    ImportReport {
        files = Map.copyOf(files);
        faults = List.copyOf(faults);
    }

    /** One that has not ended yet. */
    static ImportReport running(String repository, boolean dryRun) {
        return without(repository, State.RUNNING, dryRun, null);
    }

    /** One of a repository that is none of git. */
    static ImportReport skipped(String repository, boolean dryRun) {
        return without(repository, State.SKIPPED, dryRun, "it is no git repository, and only those are imported");
    }

    /** One that failed. */
    static ImportReport failed(String repository, boolean dryRun, String error) {
        return without(repository, State.FAILED, dryRun, error);
    }

    private static ImportReport without(String repository, State state, boolean dryRun, @Nullable String error) {
        return new ImportReport(repository, state, Instant.now(), null, dryRun, Map.of(), 0, 0, 0, 0, List.of(), error);
    }
}
