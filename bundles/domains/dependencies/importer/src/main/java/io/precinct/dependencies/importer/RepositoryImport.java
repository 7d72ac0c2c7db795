package io.precinct.dependencies.importer;

import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.dependencies.importer.EdgeChanges.Reading;
import io.precinct.dependencies.importer.ImportReport.State;
import io.precinct.dependencies.importer.read.Findings;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Imports a repository once, in its current state. Stateless, hence thread-safe. */
final class RepositoryImport {
    private final ProducedEvents events;

    RepositoryImport(ProducedEvents events) {
        this.events = events;
    }

    /** Returns the producer name of a repository. */
    static String producer(String repository) {
        return ProducedEvents.IMPORT + repository;
    }

    /**
     * Appends edges that the repository states and did not state before, and withdraws edges that it no longer states.
     *
     * @param repository null if it is no longer configured: all its edges are withdrawn then
     * @throws SourceFault if it cannot be read; nothing changes then
     */
    ImportReport run(String name, @Nullable Repository repository, ImportRules rules, boolean dryRun)
            throws InterruptedException {
        if (repository == null) {
            var nothing = new Reading(name, "", Instant.now(), Map.of(), Set.of());
            return report(nothing, null, changes(nothing, dryRun), dryRun);
        }
        View view = repository.view(null);
        Instant committed = view.committedAt();
        if (committed == null) {
            return ImportReport.skipped(name, dryRun);
        }
        Findings findings = new RepositoryFiles(view, rules).read();
        var reading = new Reading(name, view.commit(), committed, findings.edges(), findings.unreadable());
        return report(reading, findings, changes(reading, dryRun), dryRun);
    }

    private EdgeChanges changes(Reading reading, boolean dryRun) {
        String producer = producer(reading.repository());
        if (dryRun) {
            return EdgeChanges.of(reading, events.said(producer), Instant.now());
        }
        return events.produce(producer, log -> {
            List<SaidEdge> said = log.said();
            EdgeChanges changes = EdgeChanges.of(reading, said, Instant.now());
            log.append(changes.events());
            return changes;
        });
    }

    private static ImportReport report(
            Reading reading, @Nullable Findings findings, EdgeChanges changes, boolean dryRun) {
        return new ImportReport(
                reading.repository(),
                State.DONE,
                Instant.now(),
                findings == null ? null : reading.commit(),
                dryRun,
                findings == null ? Map.of() : findings.read(),
                reading.wanted().size() + changes.kept(),
                changes.asserted(),
                changes.withdrawn(),
                changes.kept(),
                findings == null ? List.of() : findings.faults(),
                null);
    }
}
