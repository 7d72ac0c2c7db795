package io.precinct.config.name;

import java.util.HashSet;
import java.util.Set;

/**
 * Names that a configuration refers to which was served: what of it is deployed no longer is degraded and no error.
 *
 * @param boundaries of routes
 * @param routes names of contributed routes that have scenarios
 * @param lateTags without their exclamation marks
 */
public record ServedNames(Set<String> boundaries, Set<String> routes, Set<String> lateTags) {
    /** Nothing was served. */
    public static final ServedNames NONE = new ServedNames(Set.of(), Set.of(), Set.of());

    public ServedNames {
        boundaries = Set.copyOf(boundaries);
        routes = Set.copyOf(routes);
        lateTags = Set.copyOf(lateTags);
    }

    /** The boundaries, those of contributed routes among them. */
    public Set<String> names() {
        Set<String> names = new HashSet<>(boundaries);
        names.addAll(routes);
        return names;
    }
}
