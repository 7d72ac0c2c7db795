package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.records.ShippedBundles;
import io.precinct.deploy.records.ShippedBundles.Original;
import io.precinct.deploy.stage.NameClaims;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * Brings a generation that served before into service again. It must pass the same checks as a new generation. Used
 * within {@link Generations#exclusively}.
 */
final class Reinstatement {
    private final Generations generations;
    private final boolean force;

    /**
     * Reinstates among these generations.
     *
     * @param force whether names that the configuration uses may be removed
     */
    Reinstatement(Generations generations, boolean force) {
        this.generations = generations;
        this.force = force;
    }

    /** Brings back a generation that was accepted once. */
    Outcome toAccepted(AcceptedGeneration target, Ledger next, long since) throws DeploymentRefused {
        PluginJar jar = generations.stored(target);
        NameClaims names = NameClaims.of(List.of(), generations.settings(), target);
        return swapTo(jar, names, target.outcome().file(), next, since);
    }

    /** Goes back to the bundle of the distribution; null if there is none, or if it already serves or is disabled. */
    @Nullable
    Outcome toShipped(String bundle, Ledger next, long since) throws DeploymentRefused {
        if (generations.serving().disabled().contains(bundle)) {
            return null;
        }
        Original original = generations.serving().shipped().original(bundle);
        if (original != null) {
            PluginJar jar = generations.stored(bundle, original.version(), original.sha256());
            return swapTo(jar, NameClaims.NONE, bundle + ".jar", next, since);
        }
        Bundle installed = generations.serving().installed(bundle);
        boolean serves = installed != null
                && installed.getState() == Bundle.ACTIVE
                && !generations.serving().leaving(installed);
        return installed == null || serves ? null : restart(installed, next, since);
    }

    /**
     * Starts a shipped bundle that was enabled while a deployed generation served. Once the shipped bundle runs, the
     * deployed generation is retired.
     */
    private Outcome restart(Bundle installed, Ledger next, long since) throws DeploymentRefused {
        ServingBundles bundles = generations.serving();
        String bundle = installed.getSymbolicName();
        List<Bundle> old = new ArrayList<>(bundles.serving(bundle, List.of()));
        old.remove(installed);
        try {
            bundles.restart(installed, generations.settings());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw DeploymentRefused.circumstances("the deployer was stopped meanwhile");
        }
        generations.update(next);
        bundles.retire(old, generations.settings());
        return rolledBack(installed, generations.label(old), since);
    }

    private Outcome swapTo(PluginJar jar, NameClaims names, String file, Ledger next, long since)
            throws DeploymentRefused {
        StagedBundle staged = generations.serving().stage(jar, names);
        List<StagedBundle> tried = List.of(staged);
        try {
            generations.serving().preflight(tried, generations.settings());
            DeploymentRefused refusal = staged.refusal();
            if (refusal != null) {
                throw refusal;
            }
            return generations.swap(staged, tried, Result.ROLLED_BACK, file, since, force, _ -> next);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw DeploymentRefused.circumstances("the deployer was stopped meanwhile");
        } finally {
            if (staged.alive()) {
                staged.takeBack();
            }
        }
    }

    /**
     * Handles a deployed generation that did not come up when this process started, so that the shipped one already
     * serves: the ledger drops the deployed generation, and nothing else changes. Null if the deployed generation
     * serves.
     */
    @Nullable
    Outcome servesAlready(AcceptedGeneration present, Ledger next, long since) {
        Bundle serving = shippedAndServing(present.bundle());
        if (serving == null || generations.serves(present.bundle(), present.sha256())) {
            return null;
        }
        generations.update(next);
        return rolledBack(serving, present.label(), since);
    }

    private Outcome rolledBack(Bundle shipped, @Nullable String replaced, long since) {
        String sha256 = generations.serving().hash(shipped);
        return new Outcome(
                Result.ROLLED_BACK,
                shipped.getSymbolicName(),
                shipped.getVersion().toString(),
                sha256 == null ? "" : sha256,
                shipped.getSymbolicName() + ".jar",
                replaced,
                List.of(),
                Instant.now(),
                Outcomes.millis(since));
    }

    private @Nullable Bundle shippedAndServing(String bundle) {
        return generations.serving().bundles(bundle).stream()
                .filter(one -> ShippedBundles.is(one) && one.getState() == Bundle.ACTIVE)
                .findFirst()
                .orElse(null);
    }
}
