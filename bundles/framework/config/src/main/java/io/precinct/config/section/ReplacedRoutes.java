package io.precinct.config.section;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Compares configured routes with the routes that bundles contribute. A configured route replaces a contributed one
 * only if it states that: by {@code replaces}, or by its name.
 */
public final class ReplacedRoutes {
    /** The path of the front page. Any configured route may replace the front page that a bundle contributes. */
    private static final String FRONT = "/";

    private final Map<String, DeployedBoundary> contributed;

    /** Compares with the routes that these boundaries contribute; the keys are their names. */
    public ReplacedRoutes(Map<String, DeployedBoundary> contributed) {
        this.contributed = contributed;
    }

    /** A configured route with the method and path of a contributed route that no configured route replaces. */
    public record Clash(RouteEntry entry, String route, String bundle) {}

    /** The configured routes that would silently replace contributed ones. */
    public List<Clash> clashes(List<RouteEntry> routes) {
        Set<String> replaced = new HashSet<>();
        Map<String, RouteEntry> places = new HashMap<>();
        for (RouteEntry entry : routes) {
            replaced.add(entry.replaced());
            place(entry.declaration()).ifPresent(place -> places.put(place, entry));
        }
        return contributed.values().stream()
                .filter(boundary -> !replaced.contains(boundary.name()))
                .map(boundary -> Optional.ofNullable(boundary.route())
                        .filter(route -> !route.path().equals(FRONT))
                        .flatMap(ReplacedRoutes::place)
                        .map(places::get)
                        .map(entry -> new Clash(
                                entry, boundary.name(), boundary.generation().bundle()))
                        .orElse(null))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Optional<String> place(RouteDeclaration route) {
        try {
            return Optional.of(
                    route.method() + " " + RoutePattern.parse(route.path()).key());
        } catch (IllegalArgumentException notAPattern) {
            return Optional.empty(); // the registry reports it
        }
    }

    /** Reports routes that replace others wrongly, or that would replace others without stating it. */
    void check(List<RouteEntry> routes, KnownNames names, UnknownNames unknown, Problems problems) {
        Map<String, RouteEntry> by = new HashMap<>();
        for (RouteEntry entry : routes) {
            String name = entry.replaces();
            if (name != null && !names.hasRoute(name)) {
                unknown.route(name);
                if (names.served().routes().contains(name)) {
                    unknown.served(name);
                    problems.degraded(
                            entry.at(),
                            "the route " + ValueText.quoted(name) + ", which it replaces, is not deployed any more",
                            "take replaces out, or deploy the bundle of that route again");
                } else if (!entry.optional() && !names.mayBeMember(name)) {
                    problems.error(
                            entry.at(),
                            "no bundle brings a route " + ValueText.quoted(name) + ", which is to be replaced",
                            nearest(name));
                }
            }
            RouteEntry other = name == null && !names.hasRoute(entry.name()) ? null : by.put(entry.replaced(), entry);
            if (other != null) {
                problems.error(
                        entry.at(),
                        "two routes replace " + ValueText.quoted(entry.replaced()),
                        "the other stands at " + other.at());
            }
        }
        for (Clash clash : clashes(routes)) {
            RouteDeclaration route = clash.entry().declaration();
            problems.error(
                    clash.entry().at(),
                    ValueText.shortened(route.method().toUpperCase(Locale.ROOT) + " " + route.path()) + " is the route "
                            + clash.route() + " of " + clash.bundle(),
                    "say replaces: " + clash.route() + " to serve yours instead, or take another path");
        }
    }

    private String nearest(String name) {
        List<String> nearest = Suggestions.closest(name, contributed.keySet());
        return nearest.isEmpty() ? "deploy it, or say optional: true" : "the nearest are " + String.join(", ", nearest);
    }
}
