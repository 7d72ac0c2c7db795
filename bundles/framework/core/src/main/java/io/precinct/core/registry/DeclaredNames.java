package io.precinct.core.registry;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;

/**
 * The names that the manifest of a bundle declares. They belong to the bundle before it has registered anything, and
 * while it is stopped.
 *
 * @param labels each as {@code <kind> <name>}
 * @param families names of boundary families; manifests do not name their members
 */
record DeclaredNames(Set<String> labels, Set<String> families) {
    static DeclaredNames of(Bundle bundle) {
        var labels = new LinkedHashSet<String>();
        var families = new LinkedHashSet<String>();
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision != null) {
            each(revision, BoundaryName.NAMESPACE, name -> labels.add("boundary " + name));
            each(revision, ResolvesTag.NAMESPACE, name -> labels.add("tag " + name));
            each(revision, ArchetypeName.NAMESPACE, name -> labels.add("archetype " + name));
            each(revision, FamilyName.NAMESPACE, families::add);
        }
        return new DeclaredNames(labels, families);
    }

    private static void each(BundleRevision revision, String namespace, Consumer<String> name) {
        for (BundleCapability capability : revision.getDeclaredCapabilities(namespace)) {
            switch (capability.getAttributes().get(namespace)) {
                case String one -> name.accept(one);
                case List<?> some -> some.forEach(one -> name.accept(String.valueOf(one)));
                case null, default -> {
                    // A capability without a name declares nothing.
                }
            }
        }
    }
}
