package io.precinct.boundary.operations;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.boundary.operations.health.Checked;
import io.precinct.boundary.operations.health.Health;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Inspection.RouteView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code GET /}: the instance, the state of its features, and links and commands to begin with. It contains no
 * knowledge of any feature: the links of a feature are its own shortest routes that a browser can follow. Thread-safe.
 */
final class FrontPage {
    private static final int MOST_STARTS = 3;
    /** Characters allowed in a header that is shown as part of a command. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:\\[\\]-]{1,255}");

    /**
     * A feature.
     *
     * @param status the worst of its checks
     * @param beginAt paths to begin with
     */
    private record Feature(String name, String status, List<String> beginAt) {
        static final View<Feature> VIEW = View.<Feature>object()
                .with("name", Schema.text(), Feature::name)
                .with("status", Checked.STATUS, Feature::status)
                .with("begin_at", Schema.list(Schema.text()), Feature::beginAt);
    }

    /** A path, and a description of what it shows. */
    private record Place(String what, String path) {
        static final View<Place> VIEW =
                View.<Place>object().with("what", Schema.text(), Place::what).with("path", Schema.text(), Place::path);
    }

    private record Front(Input input, List<Checked> checks, List<Feature> features, List<Place> places) {
        static final View<Front> VIEW = View.<Front>object()
                .with("service", Schema.text(), front -> front.input.runtime().service())
                .with(
                        "product",
                        Schema.text(),
                        front -> "Precinct " + front.input.runtime().version())
                .with("status", Checked.STATUS, front -> Checked.worst(front.checks))
                .with("try_first", Schema.text(), front -> "curl -s http://" + host(front.input) + "/inspect/routes")
                .list("features", Feature.VIEW, Front::features)
                .list("where_to_go", Place.VIEW, Front::places)
                .open();
    }

    /** The answer. */
    static final Schema FRONT = Front.VIEW.schema();

    private final Container container;
    private final Health health;
    private final Features features;

    FrontPage(Container container, Health health) {
        this.container = container;
        this.health = health;
        this.features = new Features(container);
    }

    /** {@code GET /}. */
    Outcome page(Input input) throws InterruptedException, IOException {
        List<RouteView> routes = container.ask(Inspection.class, Inspection::routes);
        List<Checked> checks = health.verdicts();
        var rows = new ArrayList<Feature>();
        for (String feature : features.names()) {
            Set<String> bundles = features.bundles(feature);
            List<Checked> its = checks.stream()
                    .filter(checked -> bundles.contains(checked.bundle()))
                    .toList();
            rows.add(new Feature(feature, Checked.worst(its), starts(routes, bundles)));
        }
        return Reply.ok(Front.VIEW.toData(new Front(input, checks, rows, places(routes))))
                .header("Cache-Control", "no-store");
    }

    private static List<Place> places(List<RouteView> routes) {
        var places = new ArrayList<Place>();
        place(places, routes, "/inspect/routes", "every route and the chain behind it");
        place(places, routes, "/inspect/openapi.json", "the API as an OpenAPI document");
        place(places, routes, "/inspect/boundaries", "the boundaries that are deployed");
        place(places, routes, "/inspect/bundles", "the bundles they come with");
        place(places, routes, "/inspect/config", "what is wrong with the configuration, if anything");
        place(places, routes, "/health", "how every part is");
        place(places, routes, "/ready", "whether all of it can serve");
        place(places, routes, "/metrics", "figures for Prometheus");
        return places;
    }

    /** Adds a link to a route if the route answers. */
    private static void place(List<Place> places, List<RouteView> routes, String path, String what) {
        if (routes.stream().anyMatch(route -> route.path().equals(path) && route.opens())) {
            places.add(new Place(what, path));
        }
    }

    /** The shortest addresses of the bundles of a feature. */
    private static List<String> starts(List<RouteView> routes, Set<String> bundles) {
        return routes.stream()
                .filter(RouteView::opens)
                .filter(route -> !route.path().equals("/") && of(route, bundles))
                .map(RouteView::path)
                .sorted(Comparator.comparingInt((String path) -> path.split("/", -1).length)
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_STARTS)
                .toList();
    }

    private static boolean of(RouteView route, Set<String> bundles) {
        return route.chain().stream()
                .anyMatch(step -> step.slot().equals("user")
                        && step.deployed() != null
                        && bundles.contains(step.deployed().generation().bundle()));
    }

    private static String host(Input input) {
        String host = input.headers().optionalText("host");
        return host != null && HOST.matcher(host).matches() ? host : "127.0.0.1";
    }
}
