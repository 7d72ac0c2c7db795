package io.precinct.core.chain;

import io.precinct.api.data.Data;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.metrics.RouteMetrics;
import io.precinct.core.watch.RouteBulkhead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The chain of one route: its crossings, as deployed at one moment. A request pins its chain from
 * {@link #enter} to {@link #leave}. Immutable except for the count of its requests; thread-safe.
 */
public final class Chain {
    private final @Nullable RouteInfo route;
    /** The route as boundaries read it: {@code name, method, path, boundary}. */
    final Map<String, @Nullable Object> routeData;

    final List<Step> steps;
    private final List<String> missing;
    private final ChainEnvironment environment;
    private final VerifyPolicy verify;
    /** What happens to a payload that does not match the output shape of its boundary. */
    final VerifyOutput verifyOutput;

    private final RouteMetrics figures;
    private final Bounds bounds;
    private final DrainCounter drain = new DrainCounter();

    Chain(
            @Nullable RouteInfo route,
            List<Step> steps,
            List<String> missing,
            ChainEnvironment environment,
            VerifyPolicy verify,
            VerifyOutput verifyOutput,
            RouteMetrics figures,
            Bounds bounds) {
        this.route = route;
        this.routeData = route == null ? Map.of() : data(route);
        this.steps = List.copyOf(steps);
        this.missing = List.copyOf(missing);
        this.environment = environment;
        this.verify = verify;
        this.verifyOutput = verifyOutput;
        this.figures = figures;
        this.bounds = bounds;
    }

    /**
     * The limits for one request and for all requests of a chain together.
     *
     * @param deadlineNanos time a request gets, 0: no deadline
     * @param processorNanos processor time a request may use, 0: no limit
     * @param places requests that are served at once, or null: no limit of the route's own
     * @param essential whether operators need the route to diagnose and repair the service
     * @param answerBytes largest answer that is not streamed
     */
    public record Bounds(
            long deadlineNanos,
            long processorNanos,
            @Nullable RouteBulkhead places,
            boolean essential,
            long answerBytes) {
        static final Bounds NONE = new Bounds(0, 0, null, false, Long.MAX_VALUE);
    }

    private static Map<String, @Nullable Object> data(RouteInfo route) {
        return Data.map(
                "name", route.name(),
                "method", route.declaration().method(),
                "path", route.declaration().path(),
                "boundary", route.boundaries().size() == 1 ? route.boundaries().getFirst() : route.boundaries());
    }

    /** The limits for one request and for all requests of this chain together. */
    public Bounds bounds() {
        return bounds;
    }

    /** Pins this chain; false if it takes no more requests and the current one must be looked up. */
    public boolean enter() {
        return drain.enter();
    }

    /** Releases this chain after a successful {@link #enter}. */
    public void leave() {
        drain.leave();
    }

    /** Takes no more requests; completes when those in flight have left. */
    CompletableFuture<Void> close() {
        return drain.close();
    }

    /** Requests on this chain now. */
    public long inFlight() {
        return drain.inFlight();
    }

    /** The route, or null for the chain that consists of the tail alone. */
    public @Nullable RouteInfo route() {
        return route;
    }

    /** Names of the boundaries that are not deployed right now; the route answers 503 while there are any. */
    public List<String> missing() {
        return missing;
    }

    /** What this chain shares with the others of its snapshot. */
    public ChainEnvironment environment() {
        return environment;
    }

    /** Who may probe this route. */
    public VerifyPolicy verify() {
        return verify;
    }

    /** The figures of the route. */
    public RouteMetrics figures() {
        return figures;
    }

    /** The crossings of a request, missing ones included, for inspection. */
    public List<Inspection.Step> view() {
        var view = new ArrayList<Inspection.Step>();
        for (Step step : steps) {
            view.add(new Inspection.Step(step.slot.wireName(), step.name, step.deployed));
        }
        for (String name : missing) {
            view.add(new Inspection.Step("missing", name, null));
        }
        return List.copyOf(view);
    }

    /** True if a step, a formatter or a resolver of this chain came with this bundle. */
    public boolean uses(long bundleId) {
        return environment.uses(bundleId)
                || steps.stream().anyMatch(step -> step.deployed.generation().bundleId() == bundleId);
    }
}
