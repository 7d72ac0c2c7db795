package io.precinct.deploy;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.DeploymentRefused.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys one or more jars together; they may need each other's services, and each has an outcome of its own. For a
 * single use, within {@link Generations#exclusively}.
 */
final class Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);

    private final Generations generations;
    private final boolean dryRun;
    private final List<String> replaces;
    private final List<Candidate> candidates = new ArrayList<>();

    /** A jar that is being deployed. */
    private static final class Candidate {
        final StagedFile staged;

        @Nullable
        DeploymentAttempt attempt;

        @Nullable
        DeploymentRefused refusal;

        @Nullable
        Outcome outcome;

        Candidate(StagedFile staged) {
            this.staged = staged;
        }
    }

    /**
     * The result for one jar.
     *
     * @param fault what was at fault if the jar was refused, else null
     */
    record Ended(
            StagedFile staged, Outcome outcome, @Nullable Fault fault) {}

    /**
     * A deployment, begun by {@link #run}.
     *
     * @param replaces names that each of the files is meant to take from other bundles
     */
    Deployment(Generations generations, List<StagedFile> files, boolean dryRun, List<String> replaces) {
        this.generations = generations;
        this.dryRun = dryRun;
        this.replaces = List.copyOf(replaces);
        files.forEach(staged -> candidates.add(new Candidate(staged)));
    }

    /** Runs it; one entry for each jar, in their order. Nothing is recorded or reported yet. */
    List<Ended> run() {
        candidates.forEach(this::verify);
        List<DeploymentAttempt> attempts = attempts();
        try {
            generations.serving().preflight(attempts, generations.settings());
            for (Candidate candidate : candidates) {
                finish(candidate);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            abandon();
        } finally {
            // After an unforeseen exception the bundles would otherwise stay installed and count as serving.
            PreflightCheck.alive(attempts).forEach(DeploymentAttempt::takeBack);
        }
        return candidates.stream().map(Deployment::ended).toList();
    }

    private void verify(Candidate candidate) {
        StagedFile staged = candidate.staged;
        try {
            PluginJar jar = PluginJar.verify(staged, generations.settings());
            generations.serving().refuseFrameworkPart(jar.bundle());
            if (generations.serves(jar.bundle(), jar.sha256())) {
                candidate.outcome = outcome(Result.UNCHANGED, jar, staged, List.of());
            } else {
                candidate.attempt = generations.serving().attempt(jar, names(jar));
            }
        } catch (DeploymentRefused e) {
            candidate.refusal = e;
        } catch (IOException e) {
            candidate.refusal = new DeploymentRefused(Fault.CIRCUMSTANCES, staged.name() + " cannot be read: " + e);
        } catch (RuntimeException e) {
            // A hostile archive may make a parser of the JDK throw anything; the archive is at fault.
            LOG.warn("{} cannot be verified", staged.name(), e);
            candidate.refusal = new DeploymentRefused(Fault.CONTENT, staged.name() + " cannot be verified: " + e);
        }
    }

    private NameClaims names(PluginJar jar) {
        AcceptedGeneration present = generations.ledger().of(jar.bundle()).present();
        return NameClaims.of(replaces, generations.settings(), present == null ? List.of() : present.replaces());
    }

    private List<DeploymentAttempt> attempts() {
        List<DeploymentAttempt> attempts = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate.attempt != null) {
                attempts.add(candidate.attempt);
            }
        }
        return attempts;
    }

    private void finish(Candidate candidate) throws InterruptedException {
        DeploymentAttempt attempt = candidate.attempt;
        if (attempt == null) {
            return;
        }
        if (attempt.refusal() != null) {
            candidate.refusal = attempt.refusal();
        } else if (dryRun) {
            List<Replacement> taken =
                    generations.serving().preflight().offer(attempt).replaces();
            attempt.takeBack();
            candidate.outcome = outcome(Result.WOULD_DEPLOY, attempt.jar(), candidate.staged, taken);
        } else {
            swap(candidate, attempt);
        }
    }

    private void swap(Candidate candidate, DeploymentAttempt attempt) throws InterruptedException {
        StagedFile staged = candidate.staged;
        Path file = staged.folderFile();
        try {
            candidate.outcome = generations.swap(
                    attempt, attempts(), Result.DEPLOYED, staged.name(), staged.completeNanos(), outcome -> {
                        Ledger next = generations
                                .ledger()
                                .accept(
                                        new AcceptedGeneration(file, outcome),
                                        generations.settings().keep());
                        return file == null ? next : next.dealtWith(file, staged.sha256());
                    });
        } catch (DeploymentRefused e) {
            attempt.refuse(e);
            candidate.refusal = e;
        }
    }

    /** Refuses whatever has not ended yet: the process is stopping. */
    private void abandon() {
        var stopped = new DeploymentRefused(Fault.CIRCUMSTANCES, "the deployer was stopped meanwhile");
        for (Candidate candidate : candidates) {
            if (candidate.outcome == null && candidate.refusal == null) {
                candidate.refusal = stopped;
                if (candidate.attempt != null && candidate.attempt.alive()) {
                    candidate.attempt.refuse(stopped);
                }
            }
        }
    }

    private static Outcome outcome(Result result, PluginJar jar, StagedFile staged, List<Replacement> replaces) {
        return new Outcome(
                result,
                jar.bundle(),
                jar.version(),
                jar.sha256(),
                staged.name(),
                null,
                List.of(),
                Instant.now(),
                Generations.millis(staged.completeNanos()),
                replaces,
                List.of());
    }

    private static Ended ended(Candidate candidate) {
        StagedFile staged = candidate.staged;
        DeploymentRefused refusal = candidate.refusal;
        if (refusal == null && candidate.outcome != null) {
            return new Ended(staged, candidate.outcome, null);
        }
        List<String> reasons = refusal == null ? List.of("it came to nothing") : refusal.reasons();
        PluginJar.Identity who = candidate.attempt == null
                ? PluginJar.identify(staged.path())
                : new PluginJar.Identity(
                        candidate.attempt.jar().bundle(),
                        candidate.attempt.jar().version());
        var outcome = Generations.refused(who, staged.sha256(), staged.name(), reasons, staged.completeNanos());
        return new Ended(staged, outcome, refusal == null ? Fault.CIRCUMSTANCES : refusal.fault());
    }
}
