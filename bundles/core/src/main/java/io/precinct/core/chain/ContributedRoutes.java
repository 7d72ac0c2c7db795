package io.precinct.core.chain;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.route.PathPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Routes that bundles bring along, and their claims to one place: a method and the shape of a path. */
public final class ContributedRoutes {
    private ContributedRoutes() {}

    /** A boundary and the route that it brings along. */
    record Contributed(DeployedBoundary boundary, RouteDeclaration route) {
        String place() {
            return route.method() + " " + PathPattern.of(route.path()).shape();
        }

        String bundle() {
            return boundary.generation().bundle();
        }

        @Override
        public String toString() {
            return route.method().toUpperCase(Locale.ROOT) + " " + route.path() + " (" + boundary.name() + ")";
        }
    }

    /** Those of a snapshot, by name; without those that the configuration replaces by theirs. */
    static List<Contributed> of(@Nullable Configuration configuration, PluginSnapshot plugins) {
        Set<String> configured = configuration == null
                ? Set.of()
                : configuration.routes().stream().map(RouteEntry::name).collect(Collectors.toSet());
        var routes = new ArrayList<Contributed>();
        for (DeployedBoundary boundary : plugins.boundaries().values()) {
            if (boundary.route() != null && !configured.contains(boundary.name())) {
                routes.add(new Contributed(boundary, boundary.route()));
            }
        }
        return routes;
    }

    /**
     * Which routes of a bundle are in conflict with routes of other bundles. Generations of its own symbolic name are not
     * in its way: it is about to replace them.
     *
     * @param configuration whose routes replace those of their names, or null where there is none yet
     * @param plugins with the bundle among them
     * @param replaced symbolic names of other bundles that are about to be replaced
     * @return sentences for people; empty where nothing is in conflict
     */
    public static List<String> conflicts(
            @Nullable Configuration configuration, PluginSnapshot plugins, long bundleId, Set<String> replaced) {
        List<Contributed> routes = of(configuration, plugins);
        List<Contributed> own = routes.stream()
                .filter(route -> route.boundary().generation().bundleId() == bundleId)
                .toList();
        if (own.isEmpty()) {
            return List.of();
        }
        String bundle = own.getFirst().bundle();
        Map<String, Contributed> others = new HashMap<>();
        for (Contributed route : routes) {
            if (!route.bundle().equals(bundle) && !replaced.contains(route.bundle())) {
                others.putIfAbsent(route.place(), route);
            }
        }
        var conflicts = new ArrayList<String>();
        for (Contributed route : own) {
            Contributed other = others.get(route.place());
            if (other != null) {
                conflicts.add("its route " + route + " is taken: " + other.bundle() + " has " + other);
            }
        }
        return conflicts;
    }
}
