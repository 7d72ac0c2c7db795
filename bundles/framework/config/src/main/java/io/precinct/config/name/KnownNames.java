package io.precinct.config.name;

import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names that routes and scenarios may refer to. A family that is declared but not deployed yet covers every name
 * that begins with it.
 */
public final class KnownNames {
    private final TreeSet<String> boundaries = new TreeSet<>();
    private final TreeSet<String> families = new TreeSet<>();
    private final TreeMap<String, DeployedBoundary> contributed = new TreeMap<>();
    private final TreeSet<String> archetypes = new TreeSet<>();
    private final ServedNames served;

    /**
     * The names of deployed plug-ins together with names that are only declared.
     *
     * @param installed names that the installed bundles declare
     * @param waiting names declared by jars that are to be deployed; a family may have new members in a newer
     *     generation
     * @param served names of the configuration that served last
     */
    public KnownNames(PluginSnapshot deployed, ManifestNames installed, ManifestNames waiting, ServedNames served) {
        this.served = served;
        boundaries.addAll(deployed.boundaries().keySet());
        boundaries.addAll(installed.boundaries());
        boundaries.addAll(waiting.boundaries());
        families.addAll(waiting.families());
        installed.families().stream()
                .filter(family -> deployed.boundaries().keySet().stream().noneMatch(name -> isMember(name, family)))
                .forEach(families::add);
        deployed.boundaries().values().stream()
                .filter(boundary -> boundary.route() != null)
                .forEach(boundary -> contributed.put(boundary.name(), boundary));
        archetypes.addAll(deployed.archetypes().keySet());
        archetypes.addAll(installed.archetypes());
        archetypes.addAll(waiting.archetypes());
    }

    private static boolean isMember(String name, String family) {
        return name.startsWith(family + ".");
    }

    /** True if a boundary of this name is deployed or declared, or may be a member of a declared family. */
    public boolean hasBoundary(String name) {
        return boundaries.contains(name) || mayBeMember(name);
    }

    /** True if {@code name} begins with a family that is declared but not deployed yet. */
    public boolean mayBeMember(String name) {
        return families.stream().anyMatch(family -> isMember(name, family));
    }

    /** True if a deployed bundle contributes a route of this name. */
    public boolean hasRoute(String name) {
        return contributed.containsKey(name);
    }

    /** True if an archetype of this name is deployed or declared. */
    public boolean hasArchetype(String name) {
        return archetypes.contains(name);
    }

    /** Names of the configuration that served last, deployed or not. */
    public ServedNames served() {
        return served;
    }

    /** Names of boundaries, for hints. */
    public Set<String> boundaries() {
        return java.util.Collections.unmodifiableSet(boundaries);
    }

    /** Names of contributed routes, for hints. */
    public Set<String> routes() {
        return java.util.Collections.unmodifiableSet(contributed.keySet());
    }

    /** The boundaries that contribute routes, by their names, which are also the names of the routes. */
    public Map<String, DeployedBoundary> contributed() {
        return java.util.Collections.unmodifiableMap(contributed);
    }

    /** Names of archetypes, for hints. */
    public Set<String> archetypes() {
        return java.util.Collections.unmodifiableSet(archetypes);
    }
}
