package io.precinct.source.parse;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.ServiceRegistration;
import org.osgi.namespace.extender.ExtenderNamespace;
import org.osgi.util.tracker.BundleTracker;
import org.osgi.util.tracker.BundleTrackerCustomizer;

/**
 * Registers the grammars of bundles without code, on behalf of each bundle: the registry, deployments and their status see
 * a service of the grammar's bundle. The manifest of such a bundle names its settings ({@link GrammarFile}) in
 * {@value #HEADER} and requires the extender {@value #NAME}. The service is there when the start of the bundle returns, and
 * goes when the bundle stops. A grammar whose files are broken is registered as well, so that its admission or its status
 * reports the faults.
 */
@Capability(namespace = ExtenderNamespace.EXTENDER_NAMESPACE, name = GrammarExtender.NAME, version = "1.0.0")
public final class GrammarExtender implements BundleTrackerCustomizer<ServiceRegistration<Extension>> {
    /** The header with the path of the settings in the bundle. */
    static final String HEADER = "Precinct-Grammar";

    /** The name of the extender that a bundle of data requires. */
    static final String NAME = "precinct.grammar";

    private final BundleTracker<ServiceRegistration<Extension>> tracker;

    /** Takes up the bundles that run, before this returns, and those that start later. */
    public GrammarExtender(BundleContext context) {
        tracker = new BundleTracker<>(context, Bundle.ACTIVE, this);
        tracker.open();
    }

    /** Unregisters everything. */
    public void stop() {
        tracker.close();
    }

    @Override
    public @Nullable ServiceRegistration<Extension> addingBundle(Bundle bundle, @Nullable BundleEvent event) {
        String path = bundle.getHeaders("").get(HEADER);
        BundleContext context = bundle.getBundleContext();
        if (path == null || context == null) {
            return null;
        }
        Grammar grammar = GrammarFile.read(bundle::getEntry, path.strip(), bundle.getSymbolicName());
        return context.registerService(Extension.class, grammar, null);
    }

    @Override
    public void modifiedBundle(
            Bundle bundle, @Nullable BundleEvent event, ServiceRegistration<Extension> registration) {}

    @Override
    public void removedBundle(Bundle bundle, @Nullable BundleEvent event, ServiceRegistration<Extension> registration) {
        try {
            registration.unregister();
        } catch (IllegalStateException _) {
            // The framework unregisters the services of a bundle that stops.
        }
    }
}
