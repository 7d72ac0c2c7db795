package io.precinct.config.name;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that bundles declare in their manifests, whether they have started or not.
 *
 * @param boundaries names of boundaries
 * @param families names of boundary families, whose members are known only once they are deployed
 * @param tags names of tags
 * @param archetypes names of archetypes
 */
public record ManifestNames(Set<String> boundaries, Set<String> families, Set<String> tags, Set<String> archetypes) {
    /** No names. */
    public static final ManifestNames NOTHING = new ManifestNames(Set.of(), Set.of(), Set.of(), Set.of());

    public ManifestNames {
        boundaries = Set.copyOf(boundaries);
        families = Set.copyOf(families);
        tags = Set.copyOf(tags);
        archetypes = Set.copyOf(archetypes);
    }

    /** The names of all of these. */
    static ManifestNames union(List<ManifestNames> all) {
        var boundaries = new HashSet<String>();
        var families = new HashSet<String>();
        var tags = new HashSet<String>();
        var archetypes = new HashSet<String>();
        for (ManifestNames one : all) {
            boundaries.addAll(one.boundaries);
            families.addAll(one.families);
            tags.addAll(one.tags);
            archetypes.addAll(one.archetypes);
        }
        return new ManifestNames(boundaries, families, tags, archetypes);
    }
}
