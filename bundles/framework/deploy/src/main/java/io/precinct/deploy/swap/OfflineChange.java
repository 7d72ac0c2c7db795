package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Ledger.History;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/**
 * Changes what the next start brings back, while no instance runs on the data folder: only the records change. So a
 * bundle that keeps the service from starting can be taken out. Deployed bundles do not run, so that what they provide is
 * not known: of them, nothing is compared with what the configuration uses. Used within {@link Generations#exclusively}.
 */
public final class OfflineChange {
    private static final String NEXT_START = " from the next start on";
    private static final String UNCHECKED =
            "what the configuration uses of it was not checked, since it does not run; precinct check tells what is missing";

    private final Generations generations;
    private final boolean force;

    /**
     * Changes these generations, none of which serves.
     *
     * @param force whether names that the configuration uses may be removed from shipped bundles; a deployed one is not
     *     refused for that reason
     */
    public OfflineChange(Generations generations, boolean force) {
        this.generations = generations;
        this.force = force;
    }

    /**
     * Executes a command about a bundle.
     *
     * @param action {@code undeploy}, {@code rollback}, {@code disable} or {@code enable}
     */
    public Outcome execute(String action, String bundle) {
        long since = System.nanoTime();
        try {
            generations.requireRecords();
            return switch (action) {
                case "undeploy" -> undeploy(bundle, since);
                case "rollback" -> rollback(bundle, since);
                case "disable" -> new ShippedBundleToggle(generations, force).disable(bundle);
                case "enable" -> new ShippedBundleToggle(generations, true).enable(bundle);
                default -> throw new IllegalArgumentException("there is no action " + action);
            };
        } catch (DeploymentRefused e) {
            return Outcomes.refused(bundle, e.reasons(), since);
        }
    }

    private Outcome undeploy(String bundle, long since) throws DeploymentRefused {
        AcceptedGeneration present = generations.ledger().of(bundle).present();
        if (present == null) {
            throw DeploymentRefused.circumstances(Undeployment.notDeployed(generations, bundle));
        }
        generations.update(generations.ledger().remove(bundle, null));
        List<String> notes = new ArrayList<>();
        notes.add(shippedServes(bundle));
        notes.add(UNCHECKED);
        notes.addAll(Undeployment.filesLeft(generations, bundle));
        return present.removed(since, present.replaces(), notes);
    }

    private Outcome rollback(String bundle, long since) throws DeploymentRefused {
        Ledger ledger = generations.ledger();
        History history = ledger.of(bundle);
        AcceptedGeneration present = history.present();
        String replaced = present == null ? null : present.label();
        if (!history.earlier().isEmpty()) {
            AcceptedGeneration target = history.earlier().getFirst();
            PluginJar jar = generations.stored(target);
            generations.update(ledger.goBack(bundle));
            return Outcomes.of(
                    Result.ROLLED_BACK,
                    jar,
                    target.outcome().file(),
                    replaced,
                    since,
                    target.replaces(),
                    List.of("it serves" + NEXT_START + ", if it passes the checks of a start", UNCHECKED));
        }
        Bundle shipped = generations.serving().installed(bundle);
        if (present == null
                || shipped == null
                || generations.serving().disabled().contains(bundle)) {
            throw DeploymentRefused.circumstances(Rollback.nothingEarlier(generations, bundle));
        }
        generations.update(ledger.goBack(bundle));
        return new Outcome(
                Result.ROLLED_BACK,
                bundle,
                shipped.getVersion().toString(),
                String.valueOf(generations.serving().hash(shipped)),
                bundle + ".jar",
                replaced,
                List.of(),
                Instant.now(),
                Outcomes.millis(since),
                List.of(),
                List.of(shippedServes(bundle), UNCHECKED));
    }

    private String shippedServes(String bundle) {
        @Nullable Bundle shipped = generations.serving().installed(bundle);
        if (shipped == null) {
            return "nothing serves in its place";
        }
        return generations.serving().disabled().contains(bundle)
                ? "the shipped bundle of its name is disabled; precinct enable " + bundle + " lets it serve"
                : bundle + " " + shipped.getVersion() + ", as it is shipped, serves" + NEXT_START;
    }
}
