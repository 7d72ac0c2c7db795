package io.precinct.dependencies.importer;

import io.precinct.dependencies.importer.read.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an import. Immutable.
 *
 * @param repository the name of the repository
 * @param state how the import ended, or that it has not ended
 * @param time when this report was made
 * @param commit the commit that was read; null if none was
 * @param dryRun whether nothing was to be appended
 * @param files number of files that were read, by kind
 * @param edges number of edges that the repository now asserts
 * @param asserted number of edges that are new or changed, hence events
 * @param withdrawn number of edges that are gone, hence events
 * @param kept number of edges that stay because the file that stated them cannot be read
 * @param faults the faults in files
 * @param error why the import failed or was skipped, or null
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
    /** The state of an import. */
    enum State {
        /** The import waits or runs. */
        RUNNING,
        /** The import is complete. */
        DONE,
        /** The import ended early and changed nothing. */
        FAILED,
        /** The repository is not a git repository, so there is nothing to import. */
        SKIPPED
    }

    ImportReport {
        files = Map.copyOf(files);
        faults = List.copyOf(faults);
    }

    /** Returns the report of an import that has not ended yet. */
    static ImportReport running(String repository, boolean dryRun) {
        return without(repository, State.RUNNING, dryRun, null);
    }

    /** Returns the report of a repository that is not a git repository. */
    static ImportReport skipped(String repository, boolean dryRun) {
        return without(repository, State.SKIPPED, dryRun, "it is no git repository, and only those are imported");
    }

    /** Returns the report of a failed import. */
    static ImportReport failed(String repository, boolean dryRun, String error) {
        return without(repository, State.FAILED, dryRun, error);
    }

    private static ImportReport without(String repository, State state, boolean dryRun, @Nullable String error) {
        return new ImportReport(repository, state, Instant.now(), null, dryRun, Map.of(), 0, 0, 0, 0, List.of(), error);
    }
}
