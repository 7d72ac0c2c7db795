package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.ReservedNames;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.records.ShippedBundles;
import io.precinct.deploy.records.ShippedBundles.Original;
import io.precinct.deploy.verify.DeploymentRefused;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.osgi.framework.Bundle;

/**
 * Disables and enables bundles of the distribution. A deployed generation of the same name is not affected: it takes
 * precedence over the shipped one, disabled or not. For a single use, within {@link Generations#exclusively}.
 */
public final class ShippedBundleToggle {
    /** The header of a bundle without plug-ins that the framework does not need. */
    private static final String OPTIONAL = "Precinct-Optional";

    private final Generations generations;
    private final ServingBundles bundles;
    private final boolean force;
    private final long since = System.nanoTime();

    /**
     * Disables and enables among these generations.
     *
     * @param force whether names that the configuration uses may be removed
     */
    public ShippedBundleToggle(Generations generations, boolean force) {
        this.generations = generations;
        this.bundles = generations.serving();
        this.force = force;
    }

    /** Keeps a shipped bundle from serving; requests in flight still finish on it. */
    public Outcome disable(String bundle) {
        try {
            checkShipped(bundle);
            if (bundles.disabled().contains(bundle)) {
                return outcome(Result.UNCHANGED, bundle, List.of("it is disabled already"));
            }
            List<Bundle> serving = bundles.serving(bundle, List.of());
            AcceptedGeneration deployed = generations.ledger().of(bundle).present();
            if (deployed == null) {
                List<String> reasons = new ArrayList<>();
                serving.forEach(one -> reasons.addAll(needed(one)));
                if (!reasons.isEmpty()) {
                    throw DeploymentRefused.circumstances(
                            reasons.stream().distinct().toList());
                }
            }
            List<String> users =
                    deployed == null ? generations.usersLosing(bundle, serving, Set.of(), force) : List.of();
            remember(bundle, true);
            if (deployed != null) {
                return outcome(
                        Result.DISABLED,
                        bundle,
                        List.of(deployed.version() + " is deployed under its name and serves on; precinct undeploy "
                                + bundle + " takes that out"));
            }
            serving.forEach(this::takeOut);
            return outcome(Result.DISABLED, bundle, users);
        } catch (DeploymentRefused e) {
            return Outcomes.refused(bundle, e.reasons(), since);
        }
    }

    private void takeOut(Bundle one) {
        if (ShippedBundles.is(one)) {
            bundles.halt(one, generations.settings());
        } else {
            // A rollback brought it back; its jar stays in the store, so that enabling brings it back again.
            bundles.retire(List.of(one), generations.settings());
        }
    }

    /** Lets a shipped bundle serve again. */
    public Outcome enable(String bundle) {
        try {
            checkShipped(bundle);
            if (!bundles.disabled().contains(bundle)) {
                return outcome(Result.UNCHANGED, bundle, List.of("it is not disabled"));
            }
            remember(bundle, false);
            AcceptedGeneration deployed = generations.ledger().of(bundle).present();
            if (deployed != null) {
                return outcome(
                        Result.ENABLED,
                        bundle,
                        List.of(deployed.version() + " is deployed under its name and serves before it"));
            }
            try {
                new Reinstatement(generations, force).toShipped(bundle, generations.ledger(), since);
            } catch (DeploymentRefused e) {
                remember(bundle, true);
                throw e;
            }
            return outcome(Result.ENABLED, bundle, List.of());
        } catch (DeploymentRefused e) {
            return Outcomes.refused(bundle, e.reasons(), since);
        }
    }

    private void remember(String bundle, boolean disabled) throws DeploymentRefused {
        generations.requireRecords();
        try {
            bundles.disabled().set(bundle, disabled);
        } catch (IOException e) {
            throw DeploymentRefused.circumstances("the data folder cannot be written: " + e);
        }
    }

    private void checkShipped(String bundle) throws DeploymentRefused {
        if (bundles.installed(bundle) == null && bundles.shipped().original(bundle) == null) {
            throw DeploymentRefused.circumstances(
                    generations.ledger().of(bundle).present() == null
                            ? "no bundle " + bundle
                                    + " is shipped with the features that run; precinct bundles lists them"
                            : bundle + " is deployed and not shipped; precinct undeploy " + bundle + " takes it out");
        }
    }

    /** The reasons why the service needs a bundle; empty if it does not. */
    private List<String> needed(Bundle bundle) {
        if ("true".equals(bundle.getHeaders("").get(OPTIONAL))) {
            return List.of();
        }
        String name = bundle.getSymbolicName();
        if (ServingBundles.staysWhileItRuns(bundle)) {
            return List.of(
                    name + " owns state that others use while it runs (Precinct-Swap: restart); leave its feature out"
                            + " instead (run --features)");
        }
        try {
            bundles.refuseFrameworkPart(name);
        } catch (DeploymentRefused _) {
            return List.of(name + " is a part of the framework, without which the service does not run");
        }
        List<String> reasons = new ArrayList<>();
        Set<String> names = bundles.names(bundle);
        names.stream()
                .filter(ReservedNames::contains)
                .sorted()
                .findFirst()
                .ifPresent(reserved -> reasons.add(name + " has " + reserved
                        + ", and the tail of every chain, inspection and administration have to be there"));
        names.stream()
                .filter(label -> label.startsWith("tag "))
                .forEach(tag ->
                        reasons.add(name + " resolves the " + tag + ", without which files that use it are not read"));
        if (names.isEmpty()) {
            reasons.add(name + " has no plug-in; others are built on it");
        }
        List<String> dependants = ServiceUsers.of(bundle);
        if (!dependants.isEmpty()) {
            reasons.add(String.join(", ", dependants) + " use services of " + name
                    + "; disable those first, or leave the feature out (run --features)");
        }
        reasons.addAll(bundles.preflight().wanted().slotsOf(name));
        return reasons;
    }

    private Outcome outcome(Result result, String bundle, List<String> notes) {
        Bundle installed = bundles.installed(bundle);
        Original original = bundles.shipped().original(bundle);
        String version =
                installed != null ? installed.getVersion().toString() : original == null ? null : original.version();
        String sha256 = installed != null ? bundles.hash(installed) : original == null ? null : original.sha256();
        return new Outcome(
                result,
                bundle,
                version,
                sha256 == null ? "" : sha256,
                bundle + ".jar",
                null,
                List.of(),
                Instant.now(),
                Outcomes.millis(since),
                List.of(),
                notes);
    }
}
