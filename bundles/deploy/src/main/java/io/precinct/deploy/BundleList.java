package io.precinct.deploy;

import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Admission;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The bundles of the container, each with what the deployer knows of it. Thread-safe. */
final class BundleList {
    private final BundleContext context;
    private final Admission admission;
    private final Generations generations;

    BundleList(BundleContext context, Admission admission, Generations generations) {
        this.context = context;
        this.admission = admission;
        this.generations = generations;
    }

    List<BundleView> views() {
        List<BundleView> views = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            views.add(view(bundle));
        }
        return views;
    }

    private BundleView view(Bundle bundle) {
        String name = String.valueOf(bundle.getSymbolicName());
        List<Outcome> outcomes = generations.ledger().of(name).all().stream()
                .map(Accepted::outcome)
                .toList();
        return new BundleView(
                bundle.getBundleId(),
                name,
                bundle.getVersion().toString(),
                state(bundle.getState()),
                Shipped.is(bundle) ? "feature" : "deployed",
                generations.stage().hash(bundle),
                admission.offer(bundle.getBundleId()).names().stream().sorted().toList(),
                outcomes);
    }

    private static String state(int state) {
        return switch (state) {
            case Bundle.INSTALLED -> "installed";
            case Bundle.RESOLVED -> "resolved";
            case Bundle.STARTING -> "starting";
            case Bundle.ACTIVE -> "active";
            case Bundle.STOPPING -> "stopping";
            case Bundle.UNINSTALLED -> "uninstalled";
            default -> "state " + state;
        };
    }
}
