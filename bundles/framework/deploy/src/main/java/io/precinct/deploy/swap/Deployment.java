package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.stage.NameClaims;
import io.precinct.deploy.stage.PreflightCheck;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.store.ReceivedFile;
import io.precinct.deploy.verify.BundleIdentity;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.DeploymentRefused.Fault;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys one or more jars together. The jars may need each other's services, and each has its own outcome. For a
 * single use, within {@link Generations#exclusively}.
 */
public final class Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    private final Generations generations;
    private final boolean dryRun;
    private final List<String> replaces;
    private final boolean force;
    private final List<Candidate> candidates = new ArrayList<>();

    /** A jar that is being deployed. */
    private static final class Candidate {
        final ReceivedFile file;

        @Nullable
        StagedBundle bundle;

        @Nullable
        DeploymentRefused refusal;

        @Nullable
        Outcome outcome;

        Candidate(ReceivedFile file) {
            this.file = file;
        }
    }

    /**
     * The result for one jar.
     *
     * @param fault the kind of fault if the jar was refused, else null
     */
    public record Ended(
            ReceivedFile file, Outcome outcome, @Nullable Fault fault) {}

    /**
     * Prepares a deployment, which begins with {@link #run}.
     *
     * @param replaces names that each of the files is meant to take from other bundles
     * @param force whether names that the configuration uses may be removed
     */
    public Deployment(
            Generations generations, List<ReceivedFile> files, boolean dryRun, List<String> replaces, boolean force) {
        this.generations = generations;
        this.dryRun = dryRun;
        this.replaces = List.copyOf(replaces);
        this.force = force;
        files.forEach(file -> candidates.add(new Candidate(file)));
    }

    /** Runs the deployment; returns one entry per jar, in their order. Nothing is recorded or reported yet. */
    public List<Ended> run() {
        candidates.forEach(this::verify);
        List<StagedBundle> bundles = bundles();
        try {
            generations.serving().preflight(bundles, dryRun, generations.settings());
            for (Candidate candidate : candidates) {
                finish(candidate);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            abandon();
        } finally {
            // After an unforeseen exception the bundles would otherwise stay installed and count as serving.
            PreflightCheck.alive(bundles).forEach(StagedBundle::takeBack);
        }
        return candidates.stream().map(Deployment::ended).toList();
    }

    private void verify(Candidate candidate) {
        ReceivedFile file = candidate.file;
        try {
            PluginJar jar = PluginJar.verify(file.path(), file.sha256(), file.name(), generations.settings());
            generations.serving().refuseFrameworkPart(jar.bundle());
            if (generations.serves(jar.bundle(), jar.sha256())) {
                candidate.outcome = Outcomes.of(
                        Result.UNCHANGED, jar, file.name(), null, file.completeNanos(), List.of(), List.of());
            } else {
                candidate.bundle = generations.serving().stage(jar, names(jar));
            }
        } catch (DeploymentRefused e) {
            candidate.refusal = e;
        } catch (IOException e) {
            candidate.refusal = DeploymentRefused.circumstances(file.name() + " cannot be read: " + e);
        } catch (RuntimeException e) {
            // A hostile archive may make a parser of the JDK throw anything; the archive is at fault.
            LOG.warn("{} cannot be verified", file.name(), e);
            candidate.refusal = DeploymentRefused.content(file.name() + " cannot be verified: " + e);
        }
    }

    private NameClaims names(PluginJar jar) {
        return NameClaims.of(
                replaces,
                generations.settings(),
                generations.ledger().of(jar.bundle()).present());
    }

    private List<StagedBundle> bundles() {
        return candidates.stream()
                .flatMap(candidate -> Optional.ofNullable(candidate.bundle).stream())
                .toList();
    }

    private void finish(Candidate candidate) throws InterruptedException {
        StagedBundle staged = candidate.bundle;
        if (staged == null) {
            return;
        }
        if (staged.refusal() != null) {
            candidate.refusal = staged.refusal();
        } else if (dryRun) {
            tried(candidate, staged);
        } else {
            swap(candidate, staged);
        }
    }

    private void tried(Candidate candidate, StagedBundle staged) {
        ReceivedFile file = candidate.file;
        ServingBundles serving = generations.serving();
        String bundle = staged.jar().bundle();
        try {
            List<String> users = generations.usersLosing(
                    bundle, serving.serving(bundle, bundles()), serving.names(staged.bundle()), force);
            List<Replacement> taken = serving.preflight().offer(staged).replaces();
            List<String> notes = new ArrayList<>(users);
            notes.addAll(staged.notes());
            candidate.outcome = Outcomes.of(
                    Result.WOULD_DEPLOY, staged.jar(), file.name(), null, file.completeNanos(), taken, notes);
        } catch (DeploymentRefused e) {
            candidate.refusal = e;
        }
        staged.takeBack();
    }

    private void swap(Candidate candidate, StagedBundle staged) throws InterruptedException {
        ReceivedFile file = candidate.file;
        Path origin = file.folderFile();
        try {
            candidate.outcome = generations.swap(
                    staged, bundles(), Result.DEPLOYED, file.name(), file.completeNanos(), force, outcome -> {
                        Ledger next = generations
                                .ledger()
                                .accept(
                                        new AcceptedGeneration(origin, outcome),
                                        generations.settings().keep());
                        return origin == null ? next : next.dealtWith(origin, file.sha256());
                    });
        } catch (DeploymentRefused e) {
            staged.refuse(e);
            candidate.refusal = e;
        }
    }

    /** Refuses all jars that have no outcome yet, because the process is stopping. */
    private void abandon() {
        var stopped = DeploymentRefused.circumstances("the deployer was stopped meanwhile");
        for (Candidate candidate : candidates) {
            if (candidate.outcome == null && candidate.refusal == null) {
                candidate.refusal = stopped;
                if (candidate.bundle != null && candidate.bundle.alive()) {
                    candidate.bundle.refuse(stopped);
                }
            }
        }
    }

    private static Ended ended(Candidate candidate) {
        ReceivedFile file = candidate.file;
        DeploymentRefused refusal = candidate.refusal;
        if (refusal == null && candidate.outcome != null) {
            return new Ended(file, candidate.outcome, null);
        }
        List<String> reasons = refusal == null ? List.of("it came to nothing") : refusal.reasons();
        BundleIdentity who = candidate.bundle == null
                ? PluginJar.identify(file.path())
                : new BundleIdentity(
                        candidate.bundle.jar().bundle(), candidate.bundle.jar().version());
        var outcome = Outcomes.refused(who, file.sha256(), file.name(), reasons, file.completeNanos());
        return new Ended(file, outcome, refusal == null ? Fault.CIRCUMSTANCES : refusal.fault());
    }
}
