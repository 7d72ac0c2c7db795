package io.precinct.core.registry;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import io.precinct.common.manifest.DeclaredNames;
import java.util.LinkedHashSet;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleRevision;

/**
 * The names that the manifest of a bundle declares. They belong to the bundle before it has registered anything, and
 * while it is stopped.
 *
 * @param labels each as {@code <kind> <name>}
 * @param families names of boundary families; manifests do not name their members
 */
record NamesInManifest(Set<String> labels, Set<String> families) {
    static NamesInManifest of(Bundle bundle) {
        var labels = new LinkedHashSet<String>();
        var families = new LinkedHashSet<String>();
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision != null) {
            DeclaredNames.of(revision, BoundaryName.NAMESPACE).forEach(name -> labels.add("boundary " + name));
            DeclaredNames.of(revision, ResolvesTag.NAMESPACE).forEach(name -> labels.add("tag " + name));
            DeclaredNames.of(revision, ArchetypeName.NAMESPACE).forEach(name -> labels.add("archetype " + name));
            DeclaredNames.of(revision, FamilyName.NAMESPACE).forEach(families::add);
        }
        return new NamesInManifest(labels, families);
    }
}
