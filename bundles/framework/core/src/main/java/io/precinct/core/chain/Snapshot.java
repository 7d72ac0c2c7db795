package io.precinct.core.chain;

import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.RouteMatch;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.route.RouteTable;
import io.precinct.core.route.RouteTable.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * All chains at one moment. A request reads it once, when it enters. Immutable.
 *
 * @param table finds the index of a route
 * @param chains the chains by the index of their routes
 * @param routes the routes that the chains were assembled from, by index
 * @param tailOnly for requests that match no route
 * @param environment what the chains share
 * @param principalHeaders the headers, in lower case, from which at least one route reads the principal
 * @param shadowed the routes that another route displaced from the table
 * @param conflicts contradictions between configuration and bundles that are each valid by themselves
 */
public record Snapshot(
        RouteTable table,
        List<Chain> chains,
        List<RouteSource> routes,
        Chain tailOnly,
        ChainEnvironment environment,
        Set<String> principalHeaders,
        List<Shadowed> shadowed,
        List<String> conflicts) {
    /**
     * The destination of a request.
     *
     * @param chain the chain that answers the request: the chain of its route, or the tail alone
     * @param found the result of looking up the path of the request
     */
    public record Destination(Chain chain, Found found) {}

    /**
     * The destination of a request; its chain is not pinned.
     *
     * @param method as routes spell it
     */
    public Destination destination(String method, String rawPath) {
        Found found = rawPath.startsWith("/") ? table.find(method, rawPath) : new Found.Nothing(null);
        return new Destination(found instanceof Found.Route route ? chains.get(route.index()) : tailOnly, found);
    }

    /** The routes, each with its chain, for inspection. */
    public List<RouteView> views() {
        var views = new ArrayList<RouteView>();
        for (int i = 0; i < routes.size(); i++) {
            RouteSource route = routes.get(i);
            views.add(new RouteView(
                    route.name(),
                    route.declaration().method(),
                    route.declaration().path(),
                    route.boundaries(),
                    route.source(),
                    chains.get(i).view(),
                    chains.get(i).missing(),
                    List.copyOf(environment
                            .configuration()
                            .scenariosOf(route.name())
                            .keySet()),
                    route.declaration().consumes(),
                    route.declaration().produces(),
                    route.declaration().access().name().toLowerCase(Locale.ROOT),
                    route.declaration().exposure().name().toLowerCase(Locale.ROOT),
                    route.declaration().permission()));
        }
        return views;
    }

    /** The routes that concern a request. */
    public RouteMatch match(String method, String rawPath) {
        List<RouteView> views = views();
        return switch (table.find(method, rawPath)) {
            case Found.Route route -> new RouteMatch(views.get(route.index()), List.of(), null);
            case Found.OtherMethods _ ->
                new RouteMatch(
                        null,
                        table.concerned(method, rawPath).stream()
                                .map(views::get)
                                .toList(),
                        null);
            case Found.Nothing _ -> new RouteMatch(null, List.of(), null);
            case Found.Unreadable(String reason) -> new RouteMatch(null, List.of(), reason);
        };
    }
}
