package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.verify.DeploymentRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.osgi.framework.Bundle;

/** Takes deployed bundles out of service. Used within {@link Generations#exclusively}. */
public final class Undeployment {
    private final Generations generations;
    private final boolean force;

    /**
     * Takes bundles out of these generations.
     *
     * @param force whether names that the configuration uses may be removed
     */
    public Undeployment(Generations generations, boolean force) {
        this.generations = generations;
        this.force = force;
    }

    /**
     * Takes the deployed generation of a bundle out; a shipped bundle of the same name serves again. Its file in the
     * watched folder still counts as handled, so that neither the next scan nor a restart deploys it again.
     *
     * @param reasons notes of the outcome if there was no command
     */
    public Outcome undeploy(String bundle, List<String> reasons) {
        long since = System.nanoTime();
        AcceptedGeneration present = generations.ledger().of(bundle).present();
        if (present == null) {
            return Outcomes.refused(bundle, List.of(notDeployed(generations, bundle)), since);
        }
        List<String> kept = generations.serving().preflight().wanted().bootedFor(bundle);
        if (!kept.isEmpty()) {
            return present.refused(kept, since);
        }
        try {
            generations.requireRecords();
            return takeOut(present, new ArrayList<>(reasons), since);
        } catch (DeploymentRefused e) {
            return present.refused(e.reasons(), since);
        }
    }

    private Outcome takeOut(AcceptedGeneration present, List<String> notes, long since) throws DeploymentRefused {
        String bundle = present.bundle();
        Ledger records = generations.ledger().remove(bundle, null);
        if (!shippedServes(present, records, notes, since)) {
            List<Bundle> old = generations.serving().serving(bundle, List.of());
            notes.addAll(generations.usersLosing(bundle, old, Set.of(), force));
            generations.takeOut(bundle, records);
        }
        present.replaces().forEach(replacement -> notes.add(returned(replacement)));
        notes.addAll(filesLeft(generations, bundle));
        return present.removed(since, present.replaces(), notes);
    }

    private boolean shippedServes(AcceptedGeneration present, Ledger records, List<String> notes, long since) {
        String bundle = present.bundle();
        var reinstatement = new Reinstatement(generations, force);
        Outcome serving = reinstatement.servesAlready(present, records, since);
        if (serving != null) {
            notes.add(bundle + " " + serving.version() + ", as it was shipped, serves already");
            return true;
        }
        try {
            Outcome shipped = reinstatement.toShipped(bundle, records, since);
            if (shipped != null) {
                notes.add(bundle + " " + shipped.version() + ", as it was shipped, serves again");
                notes.addAll(shipped.notes());
                return true;
            }
            if (generations.serving().disabled().contains(bundle)) {
                notes.add("the shipped bundle of its name is disabled; precinct enable " + bundle + " lets it serve");
            }
        } catch (DeploymentRefused e) {
            notes.add("the shipped bundle of its name does not serve in its place: " + String.join("; ", e.reasons()));
        }
        return false;
    }

    private String returned(Replacement replacement) {
        boolean runs = generations.serving().bundles(replacement.owner()).stream()
                .anyMatch(owner -> owner.getState() == Bundle.ACTIVE);
        return replacement.name() + " is " + replacement.owner() + "'s again" + (runs ? "" : ", which does not run");
    }

    /** Notes about the files of the watched folder that contain a generation of this bundle. */
    static List<String> filesLeft(Generations generations, String bundle) {
        Set<Path> files = new LinkedHashSet<>();
        Ledger ledger = generations.ledger();
        for (AcceptedGeneration accepted : ledger.of(bundle).all()) {
            ledger.folder().forEach((file, sha256) -> {
                if (sha256.equals(accepted.sha256()) && Files.exists(file)) {
                    files.add(file);
                }
            });
        }
        return files.stream()
                .map(file -> file + " still lies in the watched folder; it is deployed again once it is written anew")
                .toList();
    }

    /** Why nothing of this name can be undeployed. */
    static String notDeployed(Generations generations, String bundle) {
        if (generations.serving().installed(bundle) != null
                || generations.serving().shipped().original(bundle) != null) {
            return bundle + " is shipped and no generation of it is deployed; precinct disable " + bundle
                    + " keeps it from serving";
        }
        List<String> deployed = generations.ledger().present().stream()
                .map(AcceptedGeneration::bundle)
                .sorted()
                .toList();
        return "no bundle " + bundle + " is deployed; "
                + (deployed.isEmpty() ? "none is" : "deployed are " + String.join(", ", deployed));
    }
}
