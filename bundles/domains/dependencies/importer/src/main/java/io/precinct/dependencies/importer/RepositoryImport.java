package io.precinct.dependencies.importer;

import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.api.ProducedEvents.Log;
import io.precinct.dependencies.importer.EdgeChanges.Reading;
import io.precinct.dependencies.importer.ImportReport.State;
import io.precinct.dependencies.importer.read.Findings;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Imports a repository once, in its current state. Stateless, hence thread-safe. */
final class RepositoryImport {
    private static final Logger LOG = LoggerFactory.getLogger(RepositoryImport.class);

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
     * @param repository null if it is no longer imported: all its edges are withdrawn then
     * @throws SourceFault if it cannot be read; nothing changes then
     */
    ImportReport run(String name, @Nullable Repository repository, ImportRules rules, boolean dryRun)
            throws InterruptedException {
        if (repository == null) {
            var nothing = new Reading(name, "", Instant.now(), Map.of(), Set.of(), Set.of());
            return report(nothing, null, changes(nothing, dryRun), dryRun);
        }
        View view = repository.view(null);
        Instant committed = view.committedAt();
        if (committed == null) {
            return ImportReport.skipped(name, dryRun);
        }
        Findings findings = new RepositoryFiles(view, rules).read();
        var reading = new Reading(
                name, view.commit(), committed, findings.edges(), findings.definitions(), findings.unreadable());
        return report(reading, findings, changes(reading, dryRun), dryRun);
    }

    /** The changes to a repository, and the number of edges that were renamed in others. */
    private record Imported(EdgeChanges changes, Map<String, Long> renamed) {}

    /** Appends what a reading of a repository changes, unless nothing is to be appended. */
    EdgeChanges changes(Reading reading, boolean dryRun) {
        String producer = producer(reading.repository());
        if (dryRun) {
            return events.read(producer, log -> changes(reading, log, log.defined()));
        }
        Imported imported = events.produce(producer, log -> {
            Set<Definition> before = log.defined();
            EdgeChanges changes = changes(reading, log, before);
            log.define(reading.defined(before));
            log.append(changes.events());
            return new Imported(changes, renameOthers(reading, log, before));
        });
        imported.renamed.forEach((other, edges) -> LOG.info(
                "repository {}: {} edges have other names, since {} changed what it defines",
                other,
                edges,
                reading.repository()));
        return imported.changes;
    }

    private static EdgeChanges changes(Reading reading, Log log, Set<Definition> before) {
        DefinedNames names = DefinedNames.of(reading.repository(), log, before, reading.defined(before));
        return EdgeChanges.of(reading, names, log.said(), Instant.now());
    }

    /**
     * Renames the nodes of each repository that defines a name alone no longer, or alone again. It is done in the
     * transaction that changes who defines the name, so that the graph never depends on the order of imports.
     */
    // @req:dependency-identity
    private static Map<String, Long> renameOthers(Reading reading, Log log, Set<Definition> before) {
        Set<String> former = DefinedNames.names(before);
        Set<String> differing = DefinedNames.names(reading.defined(before));
        Set<String> gone = new HashSet<>(former);
        gone.removeAll(differing);
        differing.removeAll(former);
        differing.addAll(gone);
        Set<String> concerned = new TreeSet<>();
        log.otherDefiners(differing).values().stream()
                .filter(others -> others.size() == 1)
                .forEach(concerned::addAll);
        Map<String, Long> renamed = new TreeMap<>();
        for (String producer : concerned) {
            String repository = producer.substring(ProducedEvents.IMPORT.length());
            Log other = log.of(producer);
            Set<Definition> defined = other.defined();
            DefinedNames names = DefinedNames.of(repository, other, defined, defined);
            var cause = new Reading(repository, reading.commit(), reading.committed(), Map.of(), Set.of(), Set.of());
            EdgeChanges changes = EdgeChanges.renamed(cause, names, other.said(), Instant.now());
            other.append(changes.events());
            renamed.put(repository, changes.withdrawn());
        }
        return renamed;
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
