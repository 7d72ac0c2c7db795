package io.precinct.deploy.status;

import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.ShippedBundles;
import io.precinct.deploy.records.ShippedBundles.Original;
import io.precinct.deploy.swap.Generations;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Lists the bundles of the container, with their outcomes and origin. Thread-safe. */
public final class BundleList {
    private final BundleContext context;
    private final Admission admission;
    private final Generations generations;

    public BundleList(BundleContext context, Admission admission, Generations generations) {
        this.context = context;
        this.admission = admission;
        this.generations = generations;
    }

    public List<BundleView> views() {
        return Arrays.stream(context.getBundles()).map(this::view).toList();
    }

    private BundleView view(Bundle bundle) {
        String name = String.valueOf(bundle.getSymbolicName());
        List<Outcome> outcomes = generations.ledger().of(name).all().stream()
                .map(AcceptedGeneration::outcome)
                .toList();
        AcceptedGeneration deployed = deployed(bundle, name);
        return new BundleView(
                bundle.getBundleId(),
                name,
                bundle.getVersion().toString(),
                state(bundle.getState()),
                ShippedBundles.is(bundle) ? "feature" : "deployed",
                generations.serving().hash(bundle),
                admission.names(bundle.getBundleId()).stream().sorted().toList(),
                outcomes,
                source(bundle, deployed),
                deployed == null || deployed.folderFile() == null
                        ? null
                        : deployed.folderFile().toString(),
                generations.serving().disabled().contains(name),
                deployed == null ? List.of() : deployed.replaces());
    }

    /** The deployment that installed a bundle; null for a bundle of the distribution, even after a rollback to it. */
    private @Nullable AcceptedGeneration deployed(Bundle bundle, String name) {
        if (ShippedBundles.is(bundle)) {
            return null;
        }
        String sha256 = generations.serving().hash(bundle);
        AcceptedGeneration present = generations.ledger().of(name).present();
        if (present == null || present.sha256().equals(sha256)) {
            return present;
        }
        return generations.ledger().of(name).earlier().stream()
                .filter(earlier -> earlier.sha256().equals(sha256))
                .findFirst()
                .orElse(null);
    }

    private String source(Bundle bundle, @Nullable AcceptedGeneration deployed) {
        if (deployed != null) {
            return deployed.folderFile() == null ? "command" : "folder";
        }
        Original original = generations.serving().shipped().original(String.valueOf(bundle.getSymbolicName()));
        boolean shipped = ShippedBundles.is(bundle)
                || (original != null
                        && original.sha256().equals(generations.serving().hash(bundle)));
        return shipped ? "feature" : "command";
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
