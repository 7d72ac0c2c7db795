package io.precinct.deploy.records;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.verify.BundleIdentity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A generation that was accepted once.
 *
 * @param folderFile the file of the watched folder it came from, or null if it was deployed by command
 * @param outcome of its last deployment
 * @param takenOut whether it has been taken out of service since, by command or because its file was deleted; only a
 *     rollback brings it back
 */
public record AcceptedGeneration(@Nullable Path folderFile, Outcome outcome, boolean takenOut) {
    /** A generation that serves. */
    public AcceptedGeneration(@Nullable Path folderFile, Outcome outcome) {
        this(folderFile, outcome, false);
    }

    public String bundle() {
        return Objects.requireNonNull(outcome.bundle());
    }

    public String version() {
        return Objects.requireNonNull(outcome.version());
    }

    public String sha256() {
        return outcome.sha256();
    }

    /** The names that it took from other bundles. */
    public List<Replacement> replaces() {
        return outcome.replaces();
    }

    /** The name of the generation in outcomes: its version and the SHA-256 of its jar. */
    public String label() {
        return version() + " " + sha256();
    }

    /**
     * The outcome of taking it out of service.
     *
     * @param returned the names that go back to their owners
     */
    public Outcome removed(long since, List<Replacement> returned, List<String> notes) {
        return new Outcome(
                Result.REMOVED,
                bundle(),
                version(),
                sha256(),
                outcome.file(),
                null,
                List.of(),
                Instant.now(),
                Outcomes.millis(since),
                returned,
                notes);
    }

    /** The outcome of refusing to change it. */
    public Outcome refused(List<String> reasons, long since) {
        return Outcomes.refused(new BundleIdentity(bundle(), version()), sha256(), outcome.file(), reasons, since);
    }

    /** The same generation as one that serves, with this file as its origin, or null for a command. */
    AcceptedGeneration from(@Nullable Path file) {
        return new AcceptedGeneration(file, outcome);
    }

    /** The same generation, taken out of service. */
    AcceptedGeneration out() {
        return new AcceptedGeneration(folderFile, outcome, true);
    }
}
