package io.precinct.boundary.operations.explain;

import io.precinct.api.data.Data;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Inspection.Step;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.api.plugin.Generation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains routes: their configuration, their chain, and the boundaries of the chain. */
final class RouteExplanation {
    private final ExplainContext context;
    private final FailureCauses causes;

    RouteExplanation(ExplainContext context) {
        this.context = context;
        this.causes = new FailureCauses(context);
    }

    Explanation of(RouteView route) {
        List<Problem> problems = problemsAt(route);
        return new Explanation(
                "route", route.name(), works(route), label(route) + " " + state(route), facts(route, problems));
    }

    /** Explains the routes of a path, with the method that is asked for; empty if no route has the path. */
    Optional<Explanation> at(AskedRequest asked) {
        List<RouteView> there = context.routes().stream()
                .filter(route -> asked.isAt(route.path()))
                .toList();
        List<RouteView> meant =
                there.stream().filter(route -> asked.hasMethod(route.method())).toList();
        if (meant.size() == 1) {
            return Optional.of(of(meant.getFirst()));
        }
        return there.isEmpty()
                ? Optional.empty()
                : Optional.of(ofSeveral(asked, meant.isEmpty() ? there : meant, !meant.isEmpty()));
    }

    private Explanation ofSeveral(AskedRequest asked, List<RouteView> routes, boolean meant) {
        List<String> sentences = new ArrayList<>();
        if (!meant) {
            sentences.add("no route is " + asked);
        }
        routes.forEach(route -> sentences.add(label(route) + " " + state(route)));
        boolean work = routes.stream()
                .filter(route -> context.shadowed(route.name()).isEmpty())
                .allMatch(this::works);
        return new Explanation(
                "route",
                asked.toString(),
                meant && work,
                String.join("; ", sentences),
                Data.map("routes", rows(routes)));
    }

    /** Routes as a table of facts. */
    List<Map<String, @Nullable Object>> rows(List<RouteView> routes) {
        return routes.stream()
                .map(route -> Data.map(
                        "route", route.name(),
                        "method", route.method(),
                        "path", route.path(),
                        "source", route.source(),
                        "works", works(route)))
                .toList();
    }

    /** Whether requests reach the route and are answered by its boundaries. */
    boolean works(RouteView route) {
        return context.shadowed(route.name()).isEmpty()
                && route.missing().isEmpty()
                && route.boundaries().stream().noneMatch(context::isOut);
    }

    /** A route with its method, path and source, as a part of a sentence. */
    static String label(RouteView route) {
        return "route " + route.name() + " (" + route.method().toUpperCase(Locale.ROOT) + " " + route.path() + ", "
                + source(route) + ")";
    }

    /** What a route does, and why, as a part of a sentence whose subject is the route. */
    String state(RouteView route) {
        Optional<Shadowed> shadowed = context.shadowed(route.name());
        List<Problem> problems = problemsAt(route);
        if (shadowed.isPresent()) {
            return "is not served: " + FailureCauses.joined(places(shadowed.get()));
        }
        return works(route)
                ? "works: " + crossings(route) + caveats(route, problems)
                : "answers 503: " + FailureCauses.joined(route.missing().isEmpty() ? troubles(route) : missing(route))
                        + changed(problems);
    }

    private List<String> places(Shadowed shadowed) {
        return context.routes().stream()
                .filter(other -> other.name().equals(shadowed.by()))
                .map(other -> label(other) + " is at the same place")
                .toList();
    }

    /** Explains a route that does not exist because of problems in the configuration files. */
    Explanation ofUnserved(String name, List<Problem> problems) {
        List<String> lines = lines(problems);
        String sentence = "route " + name + " is not served: " + FailureCauses.joined(lines);
        return new Explanation("route", name, false, sentence, Data.map("problems", lines));
    }

    private static List<String> lines(List<Problem> problems) {
        return problems.stream().map(Problem::line).toList();
    }

    private static String source(RouteView route) {
        String source = route.source();
        return source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
    }

    private static String crossings(RouteView route) {
        List<String> answering = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Step step : route.chain()) {
            if (step.slot().equals("user") && step.deployed() != null) {
                Generation generation = step.deployed().generation();
                answering.add(step.boundary() + " of " + generation.bundle() + " " + generation.version());
            } else if (!step.slot().equals("gate")) {
                others.add(step.boundary());
            }
        }
        return String.join(", then ", answering)
                + (answering.size() == 1 ? " answers" : " answer")
                + (others.isEmpty() ? "" : ", with " + String.join(", ", others) + " around");
    }

    private List<String> troubles(RouteView route) {
        return context.troubles(one -> route.boundaries().contains(one.boundary()));
    }

    private List<String> missing(RouteView route) {
        List<String> parts = new ArrayList<>();
        for (String boundary : route.missing()) {
            parts.add("boundary " + boundary + " is not deployed, because "
                    + FailureCauses.joined(causes.ofMissing(boundary)));
        }
        return parts;
    }

    private String caveats(RouteView route, List<Problem> problems) {
        List<String> caveats = new ArrayList<>();
        for (String bundle : bundles(route)) {
            causes.newerRefused(bundle).ifPresent(caveats::add);
        }
        caveats.addAll(troubles(route));
        return (caveats.isEmpty() ? "" : "; but " + FailureCauses.joined(caveats)) + changed(problems);
    }

    private static String changed(List<Problem> problems) {
        return problems.isEmpty()
                ? ""
                : "; but its entry was changed since and does not serve: " + FailureCauses.joined(lines(problems));
    }

    /** The bundles of the boundaries that the route names. */
    private static Set<String> bundles(RouteView route) {
        Set<String> bundles = new LinkedHashSet<>();
        for (Step step : route.chain()) {
            if (step.slot().equals("user") && step.deployed() != null) {
                bundles.add(step.deployed().generation().bundle());
            }
        }
        return bundles;
    }

    /** The problems within the entry of a route: from its line to that of the next entry. */
    private List<Problem> problemsAt(RouteView route) {
        Configuration configuration = context.configuration();
        RouteEntry entry = configuration == null
                ? null
                : configuration.routes().stream()
                        .filter(one -> one.name().equals(route.name()))
                        .findFirst()
                        .orElse(null);
        if (configuration == null || entry == null) {
            return List.of();
        }
        int end = configuration.routes().stream()
                .map(RouteEntry::at)
                .filter(at -> at.file().equals(entry.at().file())
                        && at.line() > entry.at().line())
                .map(Location::line)
                .min(Comparator.naturalOrder())
                .orElse(Integer.MAX_VALUE);
        return context.problems().stream()
                .filter(problem -> problem.at().file().equals(entry.at().file())
                        && problem.at().line() >= entry.at().line()
                        && problem.at().line() < end)
                .toList();
    }

    private Map<String, @Nullable Object> facts(RouteView route, List<Problem> problems) {
        return Data.map(
                "method", route.method(),
                "path", route.path(),
                "source", route.source(),
                "access", route.access(),
                "boundaries", route.boundaries(),
                "chain", route.chain().stream().map(RouteExplanation::step).toList(),
                "missing", route.missing(),
                "scenarios", route.scenarios(),
                "problems", lines(problems),
                "served", context.shadowed(route.name()).isEmpty());
    }

    private static Map<String, @Nullable Object> step(Step step) {
        Generation generation = step.deployed() == null ? null : step.deployed().generation();
        return Data.map(
                "slot", step.slot(),
                "boundary", step.boundary(),
                "bundle", generation == null ? null : generation.bundle(),
                "version", generation == null ? null : generation.version(),
                "generation", generation == null ? null : generation.id());
    }
}
