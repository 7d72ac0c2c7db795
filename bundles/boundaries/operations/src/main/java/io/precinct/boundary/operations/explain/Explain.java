package io.precinct.boundary.operations.explain;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.boundary.operations.Container;
import io.precinct.common.spelling.Suggestions;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code GET /admin/explain?what=}: explains why something works or does not work. The parameter may be a request
 * ({@code GET /notes/7} or a URL), the number of an incident, or the name of a route, a boundary, a bundle (the last
 * part is enough) or a component, searched in this order; {@code bundle:echo} searches only one kind. Routes are also
 * found by their path. A path without a method is that of requests, or of routes, of every method.
 */
public final class Explain {
    /** The answer of {@link #explain}. */
    public static final Schema EXPLANATION = Explanation.VIEW.schema();

    private final Container container;

    /** Explains what is in this container. */
    public Explain(Container container) {
        this.container = container;
    }

    /** {@code GET /admin/explain}. */
    public Outcome explain(Input input) {
        String what = input.query().text("what").strip();
        var context = new ExplainContext(container);
        Path data = Path.of(container.property(Launch.DATA_DIR, "data"));
        Optional<Explanation> explanation = find(context, what, data);
        if (explanation.isPresent()) {
            return Reply.ok(Explanation.VIEW.toData(explanation.get()));
        }
        Set<String> names = names(context, what.contains("/"));
        return Denial.of(404, "nothing here is called " + what + Suggestions.ending(what, names))
                .with("nearest", Suggestions.closest(what, names));
    }

    private static Optional<Explanation> find(ExplainContext context, String what, Path data) {
        int colon = what.indexOf(':');
        String kind = colon < 0 ? "" : what.substring(0, colon).toLowerCase(Locale.ROOT);
        String name = what.substring(colon + 1);
        return switch (kind) {
            case "route" -> route(context, name);
            case "boundary" -> boundary(context, name);
            case "bundle" -> bundle(context, name);
            case "component" -> component(context, name);
            case "incident" -> new IncidentExplanation(context, data).of(name);
            default ->
                request(context, what)
                        .or(() -> incident(context, what, data))
                        .or(() -> route(context, what))
                        .or(() -> boundary(context, what))
                        .or(() -> bundle(context, what))
                        .or(() -> component(context, what));
        };
    }

    /** Explains a request. A path with variables is the path of a route, not of a request. */
    private static Optional<Explanation> request(ExplainContext context, String what) {
        return AskedRequest.read(what)
                .filter(asked -> !asked.isPattern())
                .map(asked -> new RequestExplanation(context).of(asked));
    }

    private static Optional<Explanation> incident(ExplainContext context, String what, Path data) {
        return IncidentExplanation.isNumber(what) ? new IncidentExplanation(context, data).of(what) : Optional.empty();
    }

    private static Optional<Explanation> route(ExplainContext context, String name) {
        var routes = new RouteExplanation(context);
        Optional<RouteView> named = context.routes().stream()
                .filter(route -> route.name().equals(name))
                .findFirst();
        Optional<Explanation> found =
                named.map(routes::of).or(() -> AskedRequest.read(name).flatMap(asked -> routes.at(asked)));
        if (found.isPresent()) {
            return found;
        }
        List<Problem> problems = context.problems().stream()
                .filter(problem -> ExplainContext.mentions(problem.message(), name))
                .toList();
        return problems.isEmpty() ? Optional.empty() : Optional.of(routes.ofUnserved(name, problems));
    }

    private static Optional<Explanation> boundary(ExplainContext context, String name) {
        var bundles = new BundleExplanation(context);
        DeployedBoundary deployed = context.plugins().boundaries().get(name);
        if (deployed != null) {
            return Optional.of(bundles.ofBoundary(deployed));
        }
        boolean known = (!context.bringing(name).isEmpty() && !context.hasFamilyOf(name))
                || context.routes().stream().anyMatch(route -> route.missing().contains(name));
        return known ? Optional.of(bundles.ofMissingBoundary(name)) : Optional.empty();
    }

    private static Optional<Explanation> bundle(ExplainContext context, String name) {
        var bundles = new BundleExplanation(context);
        String full = fullName(context, name);
        List<BundleView> present = context.bundles(full);
        if (!present.isEmpty()) {
            return Optional.of(bundles.of(present.getFirst()));
        }
        return context.outcomes(full).stream().findFirst().map(last -> bundles.ofAbsent(full, last));
    }

    /** The full name of a bundle. The last part of the name is enough if it is unique. */
    private static String fullName(ExplainContext context, String name) {
        List<String> full = context.bundles().stream()
                .map(BundleView::bundle)
                .filter(bundle -> bundle.endsWith("." + name))
                .distinct()
                .toList();
        return full.size() == 1 && context.bundles(name).isEmpty() ? full.getFirst() : name;
    }

    private static Optional<Explanation> component(ExplainContext context, String name) {
        for (BundleView bundle : context.bundles().reversed()) {
            for (ComponentView component : context.components(bundle)) {
                if (component.name().equals(name) || component.name().endsWith("." + name)) {
                    return Optional.of(new BundleExplanation(context).ofComponent(bundle, component));
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> names(ExplainContext context, boolean paths) {
        return Stream.of(
                        paths ? context.routes().stream().map(RouteView::path) : Stream.<String>empty(),
                        context.routes().stream().map(RouteView::name),
                        context.plugins().boundaries().keySet().stream(),
                        context.bundles().stream().map(BundleView::bundle))
                .flatMap(kind -> kind.sorted())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
