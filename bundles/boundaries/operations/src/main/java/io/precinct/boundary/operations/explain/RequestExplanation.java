package io.precinct.boundary.operations.explain;

import io.precinct.api.data.Data;
import io.precinct.common.spelling.Suggestions;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.RouteMatch;
import io.precinct.core.api.inspect.Shadowed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains which route takes a request, and why routes near it do not. */
final class RequestExplanation {
    private static final int FEW = 3;

    private final ExplainContext context;
    private final RouteExplanation routes;

    RequestExplanation(ExplainContext context) {
        this.context = context;
        this.routes = new RouteExplanation(context);
    }

    /** A route that does not take the request, and why, as a part of a sentence. */
    private record Near(RouteView route, String why) {
        Map<String, @Nullable Object> toData() {
            return Data.map("route", route.name(), "method", route.method(), "path", route.path(), "why", why);
        }
    }

    Explanation of(AskedRequest asked) {
        if (asked.method() != null) {
            return of(asked, context.match(asked.method().toLowerCase(Locale.ROOT), asked.path()));
        }
        List<RouteView> taken = takers(asked.path());
        return switch (taken.size()) {
            case 0 -> of(asked, context.match("get", asked.path()));
            case 1 -> of(asked.with(taken.getFirst().method()));
            default -> ofSeveral(asked, taken);
        };
    }

    /** The routes that take a path, one for each method, GET first. */
    private List<RouteView> takers(String path) {
        return context.routes().stream()
                .map(RouteView::method)
                .distinct()
                .sorted(Comparator.comparing((String method) -> !method.equals("get"))
                        .thenComparing(Comparator.naturalOrder()))
                .map(method -> context.match(method, path).route())
                .filter(Objects::nonNull)
                .toList();
    }

    private Explanation ofSeveral(AskedRequest asked, List<RouteView> taken) {
        List<String> sentences = new ArrayList<>();
        boolean works = true;
        for (RouteView route : taken) {
            var ways = new EntryPoints(context, asked, route);
            works &= routes.works(route) && ways.admits();
            sentences.add(route.method().toUpperCase(Locale.ROOT) + " by " + named(route) + ways.sentence());
        }
        return new Explanation(
                "request",
                asked.toString(),
                works,
                asked + " is taken " + String.join("; ", sentences),
                Data.map("routes", routes.rows(taken)));
    }

    private Explanation of(AskedRequest asked, RouteMatch match) {
        RouteView taken = match.route();
        List<Near> near = taken != null ? besides(asked, taken) : near(asked, match);
        var ways = new EntryPoints(context, asked, taken);
        boolean works = taken != null && routes.works(taken) && ways.admits();
        String sentence = asked
                + (taken != null ? " is taken by " + named(taken) : untaken(match))
                + (near.isEmpty()
                        ? ""
                        : "; "
                                + FailureCauses.joined(
                                        near.stream().map(Near::why).toList()))
                + ways.sentence();
        return new Explanation(
                "request",
                asked.toString(),
                works,
                sentence,
                Data.map(
                        "route",
                        taken == null ? null : taken.name(),
                        "near",
                        near.stream().map(Near::toData).toList(),
                        "exposed",
                        ways.exposed()));
    }

    private String named(RouteView route) {
        return RouteExplanation.label(route) + ", which " + routes.state(route);
    }

    private static String untaken(RouteMatch match) {
        return match.unreadable() != null
                ? " is answered 400: " + match.unreadable()
                : match.others().isEmpty() ? " is taken by no route (404)" : " is taken by no route (405)";
    }

    /** The routes that match a request although another route takes it. */
    private List<Near> besides(AskedRequest asked, RouteView taken) {
        List<Near> near = new ArrayList<>();
        for (RouteView route : context.routes()) {
            if (route.name().equals(taken.name()) || !asked.fits(route.path())) {
                continue;
            }
            Optional<Shadowed> shadowed = context.shadowed(route.name());
            if (!asked.hasMethod(route.method())) {
                near.add(new Near(route, RouteExplanation.label(route) + " takes another method"));
            } else if (shadowed.isPresent()) {
                near.add(new Near(
                        route,
                        RouteExplanation.label(route) + " is not served, since "
                                + shadowed.get().by() + " is at the same place"));
            } else {
                near.add(
                        new Near(
                                route,
                                RouteExplanation.label(route)
                                        + " fits as well, but fixed segments win over variables, and these over the rest of a path"));
            }
        }
        return near.stream().limit(FEW).toList();
    }

    private List<Near> near(AskedRequest asked, RouteMatch match) {
        if (match.unreadable() != null) {
            return List.of();
        }
        Map<String, Near> near = new LinkedHashMap<>();
        for (RouteView route : match.others()) {
            near.put(route.name(), new Near(route, RouteExplanation.label(route) + " takes another method"));
        }
        if (near.isEmpty()) {
            context.routes()
                    .forEach(route -> almost(asked, route)
                            .ifPresent(why -> near.putIfAbsent(
                                    route.name(), new Near(route, RouteExplanation.label(route) + " " + why))));
        }
        if (near.isEmpty()) {
            alike(asked)
                    .forEach(route -> near.put(
                            route.name(),
                            new Near(route, RouteExplanation.label(route) + " is near it, but at another path")));
        }
        return near.values().stream().limit(FEW).toList();
    }

    /** The single change by which a path would match a route; empty if there is none. */
    private Optional<String> almost(AskedRequest asked, RouteView route) {
        String path = asked.path();
        if (!asked.hasMethod(route.method())) {
            return Optional.empty();
        }
        String slash = path.endsWith("/") ? path.substring(0, path.length() - 1) : path + "/";
        if (slash.startsWith("/") && asked.at(slash).fits(route.path())) {
            return Optional.of(
                    path.endsWith("/") ? "takes it without the last slash" : "takes it with a slash at the end");
        }
        if (asked.at(path.toLowerCase(Locale.ROOT)).fits(route.path().toLowerCase(Locale.ROOT))) {
            return Optional.of("takes it in another case");
        }
        return asked.prefixBefore(route.path())
                .map(prefix -> "takes it without the prefix " + prefix)
                .or(() -> asked.prefixMissing(route.path()).map(prefix -> "takes it with the prefix " + prefix));
    }

    private List<RouteView> alike(AskedRequest asked) {
        Map<String, RouteView> byPath = new LinkedHashMap<>();
        for (RouteView route : context.routes()) {
            if (asked.hasMethod(route.method())) {
                byPath.putIfAbsent(route.path(), route);
            }
        }
        return Suggestions.few(asked.path(), byPath.keySet()).stream()
                .map(byPath::get)
                .toList();
    }
}
