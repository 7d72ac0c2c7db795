package io.precinct.config.name;

import java.util.HashSet;
import java.util.Set;

/**
 * Names in a configuration that has served. If one of them is no longer deployed, the configuration is degraded; this
 * is no error.
 *
 * @param boundaries names of the boundaries of routes
 * @param routes names of contributed routes that have scenarios
 * @param lateTags names of late tags without their exclamation marks
 */
public record ServedNames(Set<String> boundaries, Set<String> routes, Set<String> lateTags) {
    /** No names: no configuration has served. */
    public static final ServedNames NONE = new ServedNames(Set.of(), Set.of(), Set.of());

    public ServedNames {
        boundaries = Set.copyOf(boundaries);
        routes = Set.copyOf(routes);
        lateTags = Set.copyOf(lateTags);
    }

    /** The names of all boundaries, including those of contributed routes. */
    public Set<String> names() {
        Set<String> names = new HashSet<>(boundaries);
        names.addAll(routes);
        return names;
    }
}
