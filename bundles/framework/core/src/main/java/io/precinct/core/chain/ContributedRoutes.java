package io.precinct.core.chain;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
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

/** The routes that bundles contribute, and their conflicts over one place: a method and the shape of a path. */
public final class ContributedRoutes {
    private ContributedRoutes() {}

    /** A boundary and the route that it contributes. */
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

    /** The routes of a snapshot, by name, without those that configured routes replace. */
    static List<Contributed> of(@Nullable Configuration configuration, PluginSnapshot plugins) {
        Set<String> configured = configuration == null
                ? Set.of()
                : configuration.routes().stream().map(RouteEntry::replaced).collect(Collectors.toSet());
        var routes = new ArrayList<Contributed>();
        for (DeployedBoundary boundary : plugins.boundaries().values()) {
            if (boundary.route() != null && !configured.contains(boundary.name())) {
                routes.add(new Contributed(boundary, boundary.route()));
            }
        }
        return routes;
    }

    private static String place(RouteEntry entry) {
        return entry.declaration().method() + " "
                + PathPattern.of(entry.declaration().path()).shape();
    }

    /**
     * The declaration of a configured route. If it replaces a contributed route, it keeps that route's declaration of
     * who may reach it: configuration may narrow this access, but not widen it.
     */
    static RouteDeclaration replacedBy(RouteEntry entry, PluginSnapshot plugins) {
        DeployedBoundary boundary = plugins.boundaries().get(entry.replaced());
        RouteDeclaration contributed = boundary == null ? null : boundary.route();
        RouteDeclaration own = entry.declaration();
        if (contributed == null) {
            return own;
        }
        return new RouteDeclaration(
                own.method(),
                own.path(),
                own.consumes(),
                own.produces(),
                own.seal(),
                own.access() == Access.ADMIN ? Access.ADMIN : keptAccess(contributed, entry),
                own.bodyLimit(),
                contributed.exposure(),
                contributed.principalHeader(),
                contributed.permission(),
                contributed.refusesForeignPages());
    }

    /**
     * The access of the contributed route. Only the boundary that declares {@link Access#PROVEN} checks the proof, so a
     * chain with any other boundary needs a user at the gateway.
     */
    private static Access keptAccess(RouteDeclaration contributed, RouteEntry entry) {
        boolean unproven =
                contributed.access() == Access.PROVEN && !entry.boundaries().equals(List.of(entry.replaced()));
        return unproven ? Access.OPEN : contributed.access();
    }

    /**
     * The conflicts between the routes of a bundle and the routes of other bundles and of the configuration. Other
     * generations of the same symbolic name do not conflict: the bundle is about to replace them.
     *
     * @param configuration its routes replace contributed ones, or are in conflict with them; null if there is none yet
     * @param plugins the plug-ins, including those of the bundle
     * @param replaced symbolic names of other bundles that are about to be replaced
     * @return human-readable sentences; empty if nothing is in conflict
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
            if (configuration != null) {
                configuration.routes().stream()
                        .filter(entry -> place(entry).equals(route.place()))
                        .findFirst()
                        .ifPresent(entry ->
                                conflicts.add("its route " + route + " is taken: route " + entry.name() + " at "
                                        + entry.at() + " has it; let that say replaces: "
                                        + route.boundary().name()
                                        + " and optional: true, or take another path"));
            }
        }
        return conflicts;
    }
}
