package io.precinct.core.chain;

import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.metrics.RouteFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The crossings of one route, as they were deployed at one moment. A request pins its chain from {@link #enter} to
 * {@link #leave}; nothing of it changes meanwhile.
 */
public final class Chain {
    private final @Nullable RouteInfo route;
    private final Map<String, @Nullable Object> routeData;
    private final List<Step> steps;
    private final List<String> missing;
    private final Frame frame;
    private final VerifyPolicy verify;
    private final RouteFigures figures;
    private final Drain drain = new Drain();

    Chain(
            @Nullable RouteInfo route,
            Map<String, @Nullable Object> routeData,
            List<Step> steps,
            List<String> missing,
            Frame frame,
            VerifyPolicy verify,
            RouteFigures figures) {
        this.route = route;
        this.routeData = routeData;
        this.steps = List.copyOf(steps);
        this.missing = List.copyOf(missing);
        this.frame = frame;
        this.verify = verify;
        this.figures = figures;
    }

    /** Pins this chain; false where it takes no more requests and the current one must be looked up. */
    public boolean enter() {
        return drain.enter();
    }

    /** Releases this chain after a successful {@link #enter}. */
    public void leave() {
        drain.leave();
    }

    /** Takes no more requests; completes when those in flight have left. */
    CompletionStage<Void> close() {
        return drain.close();
    }

    /** Requests on this chain now. */
    public long inFlight() {
        return drain.inFlight();
    }

    /** The route, or null for the tail that runs alone. */
    public @Nullable RouteInfo route() {
        return route;
    }

    /** The route as boundaries read it: {@code name, method, path, boundary}. */
    public Map<String, @Nullable Object> routeData() {
        return routeData;
    }

    List<Step> steps() {
        return steps;
    }

    /** What is not deployed right now; the route answers 503 while there is any. */
    public List<String> missing() {
        return missing;
    }

    /** What this chain shares with the others of its snapshot. */
    public Frame frame() {
        return frame;
    }

    /** Who may probe this route. */
    public VerifyPolicy verify() {
        return verify;
    }

    /** The figures of the route. */
    public RouteFigures figures() {
        return figures;
    }

    /** The crossings a request takes, missing ones included, for people who ask. */
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

    /** True where a step, a formatter or a resolver of this chain came with this bundle. */
    boolean uses(long bundleId) {
        return frame.uses(bundleId)
                || steps.stream().anyMatch(step -> step.deployed.generation().bundleId() == bundleId);
    }
}
