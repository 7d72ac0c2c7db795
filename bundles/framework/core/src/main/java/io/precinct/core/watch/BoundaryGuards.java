package io.precinct.core.watch;

import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The guards of all boundaries and the bulkheads of all routes that have one, kept when chains are assembled anew. A
 * guard stays as long as its generation is deployed or has a crossing under way. Thread-safe.
 */
public final class BoundaryGuards {
    private record Key(String boundary, long generation) {}

    private final Map<Key, BoundaryGuard> boundaries = new ConcurrentHashMap<>();
    private final Map<String, RouteBulkhead> routes = new ConcurrentHashMap<>();

    /** The guard of a boundary. */
    public BoundaryGuard of(DeployedBoundary boundary) {
        var key = new Key(boundary.name(), boundary.generation().id());
        return boundaries.computeIfAbsent(key, k -> new BoundaryGuard(boundary.name(), boundary.generation()));
    }

    /** The bulkhead of a route that serves at most {@code most} requests at once. */
    public RouteBulkhead places(String route, int most) {
        return routes.compute(route, (name, known) -> known == null ? new RouteBulkhead(most) : known.of(most));
    }

    /** Forgets boundaries that are neither deployed nor in use, and routes that no longer exist. */
    public void retain(Collection<DeployedBoundary> deployed, Set<String> routeNames) {
        Set<Key> present = deployed.stream()
                .map(boundary -> new Key(boundary.name(), boundary.generation().id()))
                .collect(Collectors.toSet());
        boundaries
                .entrySet()
                .removeIf(guard -> !present.contains(guard.getKey())
                        && guard.getValue().view().inFlight() == 0);
        routes.keySet().retainAll(routeNames);
    }

    /** The state of each boundary, sorted by name, the newest generation of a name last. */
    public List<Guarded> view() {
        return boundaries.values().stream()
                .map(BoundaryGuard::view)
                .sorted(Comparator.comparing(Guarded::boundary)
                        .thenComparing(guarded -> guarded.generation().id()))
                .toList();
    }

    /** The metrics of all boundaries; gauges only of those that ever had trouble. */
    public List<Family> collect() {
        List<Guarded> all = view();
        List<Guarded> troubled = all.stream().filter(BoundaryGuards::isTroubled).toList();
        return List.of(
                family(
                        all,
                        "precinct_boundary_overstays",
                        Type.COUNTER,
                        "Crossings that were given up.",
                        Guarded::overstays),
                family(
                        all,
                        "precinct_boundary_refused",
                        Type.COUNTER,
                        "Requests refused by the bulkhead or the breaker of a boundary.",
                        Guarded::refused),
                family(
                        troubled,
                        "precinct_boundary_stuck_threads",
                        Type.GAUGE,
                        "Threads that were given up and have not come back.",
                        Guarded::stuck),
                family(
                        troubled,
                        "precinct_boundary_open",
                        Type.GAUGE,
                        "1 while the breaker of a boundary is open.",
                        guarded -> guarded.breaker().equals("closed") ? 0 : 1));
    }

    private static boolean isTroubled(Guarded boundary) {
        return boundary.overstays() > 0
                || boundary.refused() > 0
                || boundary.stuck() > 0
                || !boundary.breaker().equals("closed");
    }

    private static Family family(
            List<Guarded> all, String name, Type type, String help, ToDoubleFunction<Guarded> figure) {
        var byLabels = new LinkedHashMap<Map<String, String>, Double>();
        for (Guarded each : all) {
            Map<String, String> labels = Map.of(
                    "boundary", each.boundary(), "bundle", each.generation().bundle());
            byLabels.merge(labels, figure.applyAsDouble(each), Double::sum);
        }
        var samples = new ArrayList<Sample>();
        byLabels.forEach((labels, value) -> samples.add(new Sample.Value(labels, value)));
        return new Family(name, type, help, samples);
    }
}
