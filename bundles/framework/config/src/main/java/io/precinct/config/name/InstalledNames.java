package io.precinct.config.name;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;

/** Supplies the names that the installed bundles declare, whether they are started or not. Thread-safe. */
public final class InstalledNames implements Supplier<ManifestNames> {
    private final BundleContext context;

    /** The names of all bundles in the container of {@code context}. */
    public InstalledNames(BundleContext context) {
        this.context = context;
    }

    @Override
    public ManifestNames get() {
        List<BundleRevision> revisions = revisions(context);
        return new ManifestNames(
                names(revisions, BoundaryName.NAMESPACE),
                names(revisions, FamilyName.NAMESPACE),
                names(revisions, ResolvesTag.NAMESPACE),
                names(revisions, ArchetypeName.NAMESPACE));
    }

    /** The bundles of a container that have not been uninstalled. */
    static List<BundleRevision> revisions(BundleContext context) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() != Bundle.UNINSTALLED)
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Set<String> names(List<BundleRevision> revisions, String namespace) {
        var names = new HashSet<String>();
        for (BundleRevision revision : revisions) {
            for (BundleCapability capability : revision.getDeclaredCapabilities(namespace)) {
                switch (capability.getAttributes().get(namespace)) {
                    case String name -> names.add(name);
                    case List<?> list -> list.forEach(name -> names.add(String.valueOf(name)));
                    case null, default -> {
                        // A capability without a name declares nothing.
                    }
                }
            }
        }
        return names;
    }
}
