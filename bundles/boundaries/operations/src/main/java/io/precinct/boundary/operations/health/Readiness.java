package io.precinct.boundary.operations.health;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether everything that is configured can be served.
 *
 * @param stopping whether the instance has been asked to stop
 * @param configured whether a configuration is loaded
 * @param checks the checks that count for readiness
 * @param missing routes whose chain is not complete
 */
record Readiness(boolean stopping, boolean configured, List<Checked> checks, List<Incomplete> missing) {
    /**
     * A route whose chain is not complete.
     *
     * @param route its name
     * @param boundaries names of boundaries that are not deployed
     * @param optional whether the configuration states that they may be missing
     */
    record Incomplete(String route, List<String> boundaries, boolean optional) {
        static final View<Incomplete> VIEW = View.<Incomplete>object()
                .with("route", Schema.text(), Incomplete::route)
                .with("boundaries", Schema.list(Schema.text()), Incomplete::boundaries)
                .with("optional", Schema.truth(), Incomplete::optional);
    }

    static final View<Readiness> VIEW = View.<Readiness>object()
            .with("ready", Schema.truth(), readiness -> readiness.faults().isEmpty())
            .list("checks", Checked.VIEW, Readiness::checks)
            .list("missing", Incomplete.VIEW, Readiness::missing)
            .named("Readiness");

    /** Why it is not ready; empty if it is. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (stopping) {
            faults.add("the service is about to stop");
        }
        if (!configured) {
            faults.add("no configuration is loaded");
        }
        checks.stream()
                .filter(checked -> !checked.isReady())
                .map(Checked::toString)
                .forEach(faults::add);
        missing.stream()
                .filter(route -> !route.optional())
                .map(route -> "route " + route.route() + " lacks " + route.boundaries())
                .forEach(faults::add);
        return faults;
    }
}
