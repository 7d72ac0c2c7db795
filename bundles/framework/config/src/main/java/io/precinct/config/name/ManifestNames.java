package io.precinct.config.name;

import io.precinct.api.boundary.BoundaryName;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.config.ResolvesTag;
import io.precinct.api.service.ArchetypeName;
import io.precinct.common.manifest.HeaderClauses;
import io.precinct.common.manifest.HeaderClauses.Clause;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    /** The names in a header {@code Provide-Capability} (OSGi Core 8, §3.3.3); none if it is absent. */
    static ManifestNames read(@Nullable String header) {
        List<Clause> capabilities = HeaderClauses.parse(header);
        return new ManifestNames(
                names(capabilities, BoundaryName.NAMESPACE),
                names(capabilities, FamilyName.NAMESPACE),
                names(capabilities, ResolvesTag.NAMESPACE),
                names(capabilities, ArchetypeName.NAMESPACE));
    }

    /** The values of the attribute that has the name of the namespace. */
    private static Set<String> names(List<Clause> capabilities, String namespace) {
        return capabilities.stream()
                .filter(capability -> capability.path().equals(namespace))
                .flatMap(capability -> capability.parameters().entrySet().stream())
                .flatMap(attribute ->
                        names(attribute.getKey(), attribute.getValue().strip(), namespace))
                .collect(Collectors.toSet());
    }

    private static Stream<String> names(String attribute, String value, String namespace) {
        if (attribute.equals(namespace) || attribute.equals(namespace + ":String")) {
            return Stream.of(value);
        }
        return attribute.startsWith(namespace + ":List") ? Stream.of(value.split("\\s*,\\s*")) : Stream.empty();
    }

    /** The names of all of these. */
    static ManifestNames union(List<ManifestNames> all) {
        return new ManifestNames(
                union(all, ManifestNames::boundaries),
                union(all, ManifestNames::families),
                union(all, ManifestNames::tags),
                union(all, ManifestNames::archetypes));
    }

    private static Set<String> union(List<ManifestNames> all, Function<ManifestNames, Set<String>> kind) {
        return all.stream().map(kind).flatMap(Set::stream).collect(Collectors.toSet());
    }
}
