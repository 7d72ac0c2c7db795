package io.precinct.boundary.operations.explain;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.boundary.operations.Container;
import io.precinct.common.spelling.Suggestions;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /admin/explain?what=}: finds what is meant and says why it does or does not work. A name may be that of a
 * route, a boundary, a bundle (its last part will do) or a component, looked for in this order; {@code bundle:echo} asks
 * for one kind only. A route is found by its path too.
 */
public final class Explain {
    private final Container container;

    /** Explains what is in this container. */
    public Explain(Container container) {
        this.container = container;
    }

    /** The answer: {@code what, kind, works, sentence, facts}. */
    public Outcome explain(Input input) {
        String what = input.query().text("what").strip();
        var world = new ExplainContext(container);
        Explanation explanation = find(world, what);
        if (explanation != null) {
            return Reply.ok(explanation.toData());
        }
        Set<String> names = names(world);
        return Denial.of(404, "nothing here is called " + what + Suggestions.ending(what, names))
                .with("available", List.copyOf(names));
    }

    private static @Nullable Explanation find(ExplainContext world, String what) {
        int colon = what.indexOf(':');
        String kind = colon < 0 ? "" : what.substring(0, colon).toLowerCase(Locale.ROOT);
        String name = what.substring(colon + 1);
        return switch (kind) {
            case "route" -> route(world, name).orElse(null);
            case "boundary" -> boundary(world, name).orElse(null);
            case "bundle" -> bundle(world, name).orElse(null);
            case "component" -> component(world, name).orElse(null);
            default -> any(world, what);
        };
    }

    private static @Nullable Explanation any(ExplainContext world, String what) {
        return Stream.<Function<String, Optional<Explanation>>>of(
                        name -> route(world, name),
                        name -> boundary(world, name),
                        name -> bundle(world, name),
                        name -> component(world, name))
                .map(way -> way.apply(what))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }

    private static Optional<Explanation> route(ExplainContext world, String name) {
        var routes = new RouteExplanation(world);
        Optional<RouteView> found = world.routes().stream()
                .filter(route -> route.name().equals(name)
                        || route.path().equals(name)
                        || (route.method() + " " + route.path()).equalsIgnoreCase(name))
                .findFirst();
        if (found.isPresent()) {
            return found.map(routes::of);
        }
        List<Problem> problems = world.problems().stream()
                .filter(problem -> ExplainContext.mentions(problem.message(), name))
                .toList();
        return problems.isEmpty() ? Optional.empty() : Optional.of(routes.ofUnserved(name, problems));
    }

    private static Optional<Explanation> boundary(ExplainContext world, String name) {
        var bundles = new BundleExplanation(world);
        DeployedBoundary deployed = world.plugins().boundaries().get(name);
        if (deployed != null) {
            return Optional.of(bundles.ofBoundary(deployed));
        }
        boolean known = (!world.bringing(name).isEmpty() && !world.hasFamilyOf(name))
                || world.routes().stream().anyMatch(route -> route.missing().contains(name));
        return known ? Optional.of(bundles.ofMissingBoundary(name)) : Optional.empty();
    }

    private static Optional<Explanation> bundle(ExplainContext world, String name) {
        var bundles = new BundleExplanation(world);
        String full = fullName(world, name);
        List<BundleView> present = world.bundles(full);
        if (!present.isEmpty()) {
            return Optional.of(bundles.of(present.getFirst()));
        }
        return world.outcomes(full).stream().findFirst().map(last -> bundles.ofAbsent(full, last));
    }

    /** A bundle may be called by the last part of its name, where that is one bundle's only. */
    private static String fullName(ExplainContext world, String name) {
        List<String> full = world.bundles().stream()
                .map(BundleView::bundle)
                .filter(bundle -> bundle.endsWith("." + name))
                .distinct()
                .toList();
        return full.size() == 1 && world.bundles(name).isEmpty() ? full.getFirst() : name;
    }

    private static Optional<Explanation> component(ExplainContext world, String name) {
        for (BundleView bundle : world.bundles().reversed()) {
            for (ComponentView component : world.components(bundle)) {
                if (component.name().equals(name) || component.name().endsWith("." + name)) {
                    return Optional.of(new BundleExplanation(world).ofComponent(bundle, component));
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> names(ExplainContext world) {
        Set<String> names = new LinkedHashSet<>();
        names.addAll(sorted(world.routes().stream().map(RouteView::name).toList()));
        names.addAll(sorted(world.plugins().boundaries().keySet()));
        names.addAll(sorted(world.bundles().stream().map(BundleView::bundle).toList()));
        return names;
    }

    private static Set<String> sorted(Collection<String> names) {
        return new TreeSet<>(names);
    }
}
