package io.precinct.config.name;

import io.precinct.api.settings.OwnsSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;

/** Returns, for the name of a settings file, its keys that installed bundles own, started or not. Thread-safe. */
public final class InstalledSettings implements Function<String, Set<String>> {
    private final BundleContext context;

    /** Reads the manifests of all bundles in this container. */
    public InstalledSettings(BundleContext context) {
        this.context = context;
    }

    @Override
    public Set<String> apply(String file) {
        var keys = new HashSet<String>();
        for (BundleRevision revision : InstalledNames.revisions(context)) {
            for (BundleCapability owned : revision.getDeclaredCapabilities(OwnsSettings.NAMESPACE)) {
                if (file.equals(owned.getAttributes().get("file"))
                        && owned.getAttributes().get("keys") instanceof List<?> names) {
                    names.forEach(name -> keys.add(String.valueOf(name)));
                }
            }
        }
        return keys;
    }
}
