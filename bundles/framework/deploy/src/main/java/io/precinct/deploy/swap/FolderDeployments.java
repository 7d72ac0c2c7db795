package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.store.ReceivedFile;
import io.precinct.deploy.swap.Deployment.Ended;
import io.precinct.deploy.verify.BundleIdentity;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.DeploymentRefused.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Deploys and removes bundles on behalf of the watched folder. Thread-safe. */
public final class FolderDeployments {
    private final Generations generations;
    /**
     * Hashes of jars that were refused for good. They are reported once, however often the file is touched or copied.
     */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    public FolderDeployments(Generations generations) {
        this.generations = generations;
    }

    /** The files that this or an earlier process has handled. */
    public Set<Path> known() {
        return generations.ledger().folder().keySet();
    }

    /** True if this content of this file was handled before. */
    public boolean knows(ReceivedFile received) {
        return received.sha256().equals(generations.ledger().folder().get(received.folderFile()));
    }

    /**
     * Deploys files of the folder.
     *
     * @param unfinished files that may not be completely written; a damaged one is not refused yet
     * @return the files of {@code unfinished} that are not complete
     */
    public Set<Path> arrived(List<ReceivedFile> files, Set<Path> unfinished) {
        List<ReceivedFile> fresh = files.stream()
                .filter(received -> !refused.contains(received.sha256()))
                .toList();
        return generations.exclusively(Operator.FOLDER, () -> {
            Set<Path> later = new HashSet<>();
            for (Ended ended : new Deployment(generations, fresh, false, List.of(), false).run()) {
                Path file = ended.file().folderFile();
                if (file != null && ended.fault() == Fault.DAMAGED && unfinished.contains(file)) {
                    later.add(file);
                } else {
                    conclude(ended, file);
                }
            }
            return later;
        });
    }

    private void conclude(Ended ended, @Nullable Path file) {
        Outcome outcome = generations.report(ended.outcome());
        if (file == null) {
            return;
        }
        if (outcome.result() == Result.UNCHANGED && outcome.bundle() != null) {
            generations.update(
                    generations.ledger().claim(outcome.bundle(), file).dealtWith(file, outcome.sha256()));
        } else if (ended.fault() == Fault.CONTENT || ended.fault() == Fault.DAMAGED) {
            refused.add(outcome.sha256());
            generations.update(generations.ledger().dealtWith(file, outcome.sha256()));
        }
    }

    /** Refuses a file without reading it. */
    public void refuse(Path file, List<String> reasons, long since) {
        String name = String.valueOf(file.getFileName());
        generations.exclusively(
                Operator.FOLDER, () -> generations.report(Outcomes.refusedUnread(name, reasons, since)));
    }

    /**
     * Takes out of service the bundle that was deployed from a file which is gone. Then the newest earlier generation
     * that was never taken out serves again or, if there is none, the shipped one.
     */
    public void gone(Path file) {
        generations.exclusively(Operator.FOLDER, () -> {
            for (AcceptedGeneration present : generations.ledger().present()) {
                if (file.equals(present.folderFile())) {
                    remove(present, file);
                }
            }
            generations.update(generations.ledger().dealtWith(file, null));
            return file;
        });
    }

    private void remove(AcceptedGeneration present, Path file) {
        long since = System.nanoTime();
        String bundle = present.bundle();
        List<String> kept = generations.serving().preflight().wanted().bootedFor(bundle);
        if (!kept.isEmpty()) {
            generations.report(present.refused(kept, since));
            generations.update(generations.ledger().claim(bundle, null));
            return;
        }
        List<Outcome> outcomes = new ArrayList<>();
        List<String> users = List.of();
        if (!replace(present, outcomes, since)) {
            users = generations.usersLosing(bundle, generations.serving().serving(bundle, List.of()), Set.of());
            generations.takeOut(
                    bundle, generations.ledger().remove(bundle, null).dealtWith(file, null));
        }
        generations.report(present.removed(since, List.of(), users));
        outcomes.forEach(generations::report);
    }

    /** Brings back an earlier generation in place of a generation whose file is gone; false if none works. */
    private boolean replace(AcceptedGeneration present, List<Outcome> outcomes, long since) {
        AcceptedGeneration next = successor(present);
        var reinstatement = new Reinstatement(generations, true); // forced, as the file is already gone
        try {
            Ledger records = generations.ledger().remove(present.bundle(), next);
            Outcome outcome = next == null
                    ? reinstatement.servesAlready(present, records, since)
                    : reinstatement.toAccepted(next, records, since);
            if (outcome == null) {
                outcome = reinstatement.toShipped(present.bundle(), records, since);
            }
            if (outcome != null) {
                outcomes.add(outcome);
                return true;
            }
        } catch (DeploymentRefused e) {
            outcomes.add(Outcomes.refused(
                    new BundleIdentity(present.bundle(), null),
                    "",
                    present.outcome().file(),
                    e.reasons(),
                    since));
        }
        return false;
    }

    private @Nullable AcceptedGeneration successor(AcceptedGeneration present) {
        for (AcceptedGeneration earlier :
                generations.ledger().of(present.bundle()).earlier()) {
            if (earlier.takenOut()) {
                continue;
            }
            Path file = earlier.folderFile();
            boolean stillThere = file != null
                    && Files.exists(file)
                    && earlier.sha256().equals(generations.ledger().folder().get(file));
            if (file == null || stillThere) {
                return earlier;
            }
        }
        return null;
    }
}
