package io.precinct.config.name;

import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.HashSet;
import java.util.Set;

/** Unknown names in a configuration, which is reloaded once one of them becomes known. Not thread-safe. */
public final class UnknownNames {
    private final Set<String> boundaries = new HashSet<>();
    private final Set<String> routes = new HashSet<>();
    private final Set<String> archetypes = new HashSet<>();
    private final Set<String> served = new HashSet<>();

    /** Notes a boundary. */
    public void boundary(String name) {
        boundaries.add(name);
    }

    /** Notes a route. */
    public void route(String name) {
        routes.add(name);
    }

    /** Notes an archetype. */
    public void archetype(String name) {
        archetypes.add(name);
    }

    /** Notes that a boundary or route was deployed when the configuration served. */
    public void served(String name) {
        served.add(name);
    }

    /** Whether a boundary or route is unknown and was, as far as is known, never deployed. */
    public boolean isNew(String name) {
        return (boundaries.contains(name) || routes.contains(name)) && !served.contains(name);
    }

    /** True if one of the unknown names is deployed now. */
    public boolean isDeployedIn(PluginSnapshot plugins) {
        return boundaries.stream().anyMatch(plugins.boundaries()::containsKey)
                || archetypes.stream().anyMatch(plugins.archetypes()::containsKey)
                || routes.stream().anyMatch(name -> {
                    var boundary = plugins.boundaries().get(name);
                    return boundary != null && boundary.route() != null;
                });
    }
}
