package io.precinct.deploy.swap;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.Ledger.History;
import io.precinct.deploy.records.Outcomes;
import io.precinct.deploy.verify.DeploymentRefused;
import java.util.List;

/** Brings earlier generations back into service, by command. Used within {@link Generations#exclusively}. */
public final class Rollback {
    private final Generations generations;
    private final Reinstatement reinstatement;
    private final boolean force;

    /**
     * Rolls back among these generations.
     *
     * @param force whether names that the configuration uses may be removed
     */
    public Rollback(Generations generations, boolean force) {
        this.generations = generations;
        this.force = force;
        this.reinstatement = new Reinstatement(generations, force);
    }

    /** Brings back the generation that served before the present one, or the shipped one if there is no other. */
    public Outcome rollback(String bundle) {
        long since = System.nanoTime();
        try {
            History history = generations.ledger().of(bundle);
            Ledger next = generations.ledger().goBack(bundle);
            if (!history.earlier().isEmpty()) {
                return reinstatement.toAccepted(history.earlier().getFirst(), next, since);
            }
            AcceptedGeneration present = history.present();
            if (present == null) {
                throw DeploymentRefused.circumstances(nothingEarlier(generations, bundle));
            }
            generations.requireRecords();
            Outcome shipped = reinstatement.toShipped(bundle, next, since);
            if (shipped != null) {
                return shipped;
            }
            Outcome serving = reinstatement.servesAlready(present, next, since);
            if (serving != null) {
                return serving;
            }
            if (!present.replaces().isEmpty()) {
                // Before it was deployed, the names it replaces belonged to other bundles.
                return new Undeployment(generations, force).undeploy(bundle, List.of());
            }
            throw DeploymentRefused.circumstances(nothingEarlier(generations, bundle));
        } catch (DeploymentRefused e) {
            return Outcomes.refused(bundle, e.reasons(), since);
        }
    }

    /** Why there is nothing to go back to. */
    static String nothingEarlier(Generations generations, String bundle) {
        List<String> known =
                generations.ledger().histories().keySet().stream().sorted().toList();
        return "nothing served before the present generation of " + bundle
                + (known.contains(bundle) ? " (precinct undeploy takes it out of service)" : "")
                + (generations.serving().disabled().contains(bundle) ? ", and the shipped one is disabled" : "")
                + (known.isEmpty()
                        ? "; no deployed generation of any bundle is kept"
                        : "; deployed generations are kept of " + String.join(", ", known));
    }
}
