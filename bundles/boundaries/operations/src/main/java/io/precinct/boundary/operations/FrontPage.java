package io.precinct.boundary.operations;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.boundary.operations.health.Health;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Inspection.RouteView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /}: the instance, the state of its features, and links and commands to begin with. It knows no feature by
 * itself: the links of each are its own shortest routes. Thread-safe.
 */
final class FrontPage {
    private static final int MOST_STARTS = 3;
    /** Characters allowed in a header that is shown as part of a command. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:\\[\\]-]{1,255}");

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
        List<Map<String, @Nullable Object>> verdicts = health.verdicts();
        var featureRows = new ArrayList<Map<String, @Nullable Object>>();
        for (String feature : features.names()) {
            Set<String> bundles = features.bundles(feature);
            featureRows.add(Data.map(
                    "name", feature,
                    "status", worst(verdicts, bundles),
                    "begin_at", starts(routes, bundles)));
        }
        return Reply.ok(Data.mapBuilder()
                        .put("service", input.runtime().service())
                        .put("product", "Precinct " + input.runtime().version())
                        .put("status", worst(verdicts, null))
                        .put("try_first", "curl -s http://" + host(input) + "/inspect/routes")
                        .put("features", featureRows)
                        .put("where_to_go", places(routes))
                        .build())
                .header("Cache-Control", "no-store");
    }

    private static List<Map<String, @Nullable Object>> places(List<RouteView> routes) {
        var places = new ArrayList<Map<String, @Nullable Object>>();
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

    /** Adds a link to a route, if that answers. */
    private static void place(
            List<Map<String, @Nullable Object>> places, List<RouteView> routes, String path, String what) {
        if (routes.stream().anyMatch(route -> route.path().equals(path) && open(route))) {
            places.add(Data.map("what", what, "path", path));
        }
    }

    private static boolean open(RouteView route) {
        return route.method().equals("get")
                && route.access().equals("open")
                && route.missing().isEmpty();
    }

    /** The shortest addresses of the bundles of a feature. */
    private static List<String> starts(List<RouteView> routes, Set<String> bundles) {
        return routes.stream()
                .filter(FrontPage::open)
                .filter(route -> !route.path().contains(":") && !route.path().contains("*"))
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

    /** The worst status of the checks of these bundles, or of all if {@code bundles} is null; up if there are none. */
    private static String worst(List<Map<String, @Nullable Object>> verdicts, @Nullable Set<String> bundles) {
        List<String> order = List.of("up", "degraded", "waiting", "down");
        return verdicts.stream()
                .filter(verdict -> bundles == null || bundles.contains(Objects.toString(verdict.get("bundle"))))
                .map(verdict -> String.valueOf(verdict.get("status")))
                .max(Comparator.comparingInt(order::indexOf))
                .orElse("up");
    }

    private static String host(Input input) {
        String host = input.headers().optionalText("host");
        return host != null && HOST.matcher(host).matches() ? host : "127.0.0.1";
    }
}
