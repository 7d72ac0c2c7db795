package io.precinct.config.name;

import io.precinct.api.settings.OwnsSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;

/** The keys of settings files that installed bundles own, started or not, by the name of the file. Thread-safe. */
public final class InstalledSettings implements Function<String, Set<String>> {
    private final BundleContext context;

    /** Looks at every bundle of this container. */
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
