package io.precinct.deploy.swap;

import io.precinct.api.config.ResolvesTag;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.ShippedBundles.Original;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.stage.NameClaims;
import io.precinct.deploy.stage.PreflightCheck;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.swap.Absences.Absence;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings back the bundles that served when the last process ended, or when the deployer was stopped within this
 * process. In the latter case, these include bundles of the distribution that a rollback brought back: they were
 * staged, and were uninstalled with the deployer. All bundles were accepted once, so their health checks are not run
 * again: a database that is slow to come back must not remove a plug-in. One that knows by then that a bundle cannot work
 * on it leaves out that bundle, and nothing else. Bundles that need the deployments service
 * itself, or that start slowly, follow once that service is registered; until then the shipped bundles serve.
 */
public final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    /** How long the start of the service waits for the bundles. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Generations generations;
    private final List<Returning> returning = new ArrayList<>();
    private final Set<String> tried = new HashSet<>();
    /** The bundles that are left out because what they use refuses them. */
    private final List<StagedBundle> inadmissible = new ArrayList<>();

    private record Returning(AcceptedGeneration accepted, StagedBundle staged) {}

    public Restoration(Generations generations) {
        this.generations = generations;
    }

    private List<AcceptedGeneration> all() {
        List<AcceptedGeneration> all = new ArrayList<>(generations.ledger().present());
        Set<String> known = all.stream().map(AcceptedGeneration::bundle).collect(Collectors.toSet());
        for (Original original : generations.serving().shipped().originals()) {
            boolean gone = generations.serving().bundles(original.bundle()).isEmpty();
            boolean disabled = generations.serving().disabled().contains(original.bundle());
            if (gone && !disabled && !known.contains(original.bundle())) {
                all.add(new AcceptedGeneration(null, rolledBack(original)));
            }
        }
        return all;
    }

    private static Outcome rolledBack(Original original) {
        return new Outcome(
                Result.ROLLED_BACK,
                original.bundle(),
                original.version(),
                original.sha256(),
                original.bundle() + ".jar",
                null,
                List.of(),
                Instant.EPOCH,
                0);
    }

    /** The number of bundles to bring back. */
    public int count() {
        return all().size();
    }

    /**
     * Brings back the bundles that resolve tags: the configuration may need them, and the others may need the
     * configuration.
     */
    public void restoreResolvers() throws InterruptedException {
        bringBack(jar -> jar.declares(ResolvesTag.NAMESPACE));
    }

    /** Starts all other bundles, and admits those that are ready within a few seconds. */
    public void begin() throws InterruptedException {
        bringBack(jar -> true);
    }

    private void bringBack(Predicate<PluginJar> wanted) throws InterruptedException {
        List<StagedBundle> started = stage(wanted);
        var activation = Deadline.in(generations.settings().activation());
        PreflightCheck preflight = generations.serving().preflight();
        preflight.start(started, activation);
        Deadline patience = activation.atMost(PATIENCE);
        while (!preflight.allReady(awaited()) && !patience.passed()) {
            patience.pause();
        }
        List<StagedBundle> ready = new ArrayList<>();
        for (StagedBundle staged : PreflightCheck.alive(staged())) {
            if (preflight.allReady(List.of(staged)) && staged.alive()) {
                ready.add(staged);
            }
        }
        admit(ready, activation);
    }

    /** Stages each wanted bundle that was not tried yet, unless it was deployed again meanwhile. */
    private List<StagedBundle> stage(Predicate<PluginJar> wanted) throws InterruptedException {
        List<AcceptedGeneration> oldestFirst = all().stream()
                .filter(accepted ->
                        !tried.contains(accepted.bundle()) && !generations.serves(accepted.bundle(), accepted.sha256()))
                .sorted(Comparator.comparing(accepted -> accepted.outcome().at()))
                .toList();
        List<StagedBundle> bundles = new ArrayList<>();
        for (AcceptedGeneration accepted : oldestFirst) {
            try {
                PluginJar jar = generations.stored(accepted.bundle(), accepted.version(), accepted.sha256());
                if (wanted.test(jar)) {
                    tried.add(accepted.bundle());
                    generations.serving().awaitLaunch(accepted.bundle());
                    NameClaims names = NameClaims.of(List.of(), generations.settings(), accepted);
                    StagedBundle staged = generations.serving().stage(jar, names);
                    returning.add(new Returning(accepted, staged));
                    bundles.add(staged);
                }
            } catch (DeploymentRefused e) {
                tried.add(accepted.bundle());
                failed(accepted, e, false);
            }
        }
        return bundles;
    }

    /** Waits for the remaining bundles until their time is up, and reports those that do not come back. */
    public void finish() throws InterruptedException {
        var activation = Deadline.in(generations.settings().activation());
        generations.serving().preflight().awaitReady(staged(), activation);
        admit(PreflightCheck.alive(staged()), activation);
        for (Returning one : returning) {
            DeploymentRefused refusal = one.staged().refusal();
            if (refusal != null) {
                failed(one.accepted(), refusal, inadmissible.contains(one.staged()));
            }
        }
    }

    private List<StagedBundle> staged() {
        return returning.stream().map(Returning::staged).toList();
    }

    private List<StagedBundle> awaited() {
        return PreflightCheck.alive(staged()).stream()
                .filter(staged -> !staged.waitsOnlyFor(Deployments.class))
                .toList();
    }

    private void admit(List<StagedBundle> ready, Deadline deadline) throws InterruptedException {
        PreflightCheck preflight = generations.serving().preflight();
        preflight.activate(ready, deadline);
        inadmissible.addAll(preflight.refuseInadmissible(PreflightCheck.alive(ready), deadline.anew()));
        for (StagedBundle staged : PreflightCheck.alive(ready)) {
            String label = staged.jar().bundle() + " " + staged.jar().version();
            try {
                generations.restore(staged, staged());
                LOG.info("{} serves, as when the last process ended", label);
            } catch (DeploymentRefused e) {
                staged.refuse(e);
            }
        }
    }

    private void failed(AcceptedGeneration accepted, DeploymentRefused refusal, boolean refusedByWhatItUses) {
        generations.report(accepted.refused(refusal.reasons(), System.nanoTime()));
        generations.absences().note(accepted, String.join("; ", refusal.reasons()), refusedByWhatItUses);
    }

    /** Whether an accepted generation does not serve because what it uses, such as the database, refuses it. */
    public boolean isInadmissible(AcceptedGeneration accepted) {
        Absence absence = generations.absences().of(accepted);
        return absence != null && absence.inadmissible();
    }

    /** The reason why an accepted generation does not serve. */
    public String failure(AcceptedGeneration accepted) {
        Absence absence = generations.absences().of(accepted);
        return accepted.bundle() + " " + accepted.version() + " was accepted and does not serve: "
                + (absence == null ? "it was stopped since" : absence.reason());
    }
}
