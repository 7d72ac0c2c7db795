package io.precinct.core.metrics;

import io.precinct.core.api.inspect.Traffic;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** The metrics of every route and boundary, kept by name so that a swap does not reset them. Thread-safe. */
public final class RequestMetrics {
    /** The status of a request without an answer in the access log and on the metrics page. */
    private static final String CLIENT_LEFT = "499";

    private final Instant since = Instant.now();
    private final Map<String, RouteMetrics> routes = new ConcurrentHashMap<>();
    private final Map<String, BoundaryMetrics> boundaries = new ConcurrentHashMap<>();
    private final LongAdder assemblies = new LongAdder();
    private volatile long lastAssemblyNanos;

    /** The metrics of a route, created if needed. */
    public RouteMetrics route(String name) {
        return routes.computeIfAbsent(name, n -> new RouteMetrics());
    }

    /** The metrics of a boundary, created if needed. */
    public BoundaryMetrics boundary(String name) {
        return boundaries.computeIfAbsent(name, n -> new BoundaryMetrics());
    }

    /** Counts a snapshot that took {@code nanos} to assemble. */
    public void assembled(long nanos) {
        assemblies.increment();
        lastAssemblyNanos = nanos;
    }

    /** Forgets all routes and boundaries except these, so that memory is bounded by what is deployed. */
    public void retain(Set<String> routeNames, Set<String> boundaryNames) {
        routes.keySet().retainAll(routeNames);
        boundaries.keySet().retainAll(boundaryNames);
    }

    /**
     * All metric families, with these current values of two gauges. A route or boundary that was never used has only
     * those counters that an alert may wait for: most of what is deployed is not used, and a scraper pays for each
     * figure.
     */
    public List<Family> collect(long chains, long inFlight) {
        var families = new ArrayList<Family>();
        families.add(Family.gauge("precinct_chains", "Chains of the current snapshot.", chains));
        families.add(
                Family.gauge("precinct_requests_in_flight", "Requests on chains, superseded ones included.", inFlight));
        families.add(Family.counter("precinct_snapshots", "Snapshots assembled.", assemblies.sum()));
        families.add(Family.gauge(
                "precinct_snapshot_assembly_seconds", "Time of the last assembly.", lastAssemblyNanos / 1e9));
        var ofRoutes = new LinkedHashMap<String, LatencyHistogram>();
        routes.forEach((name, figures) -> ofRoutes.put(name, figures.latency));
        families.add(
                latencies("precinct_route_seconds", "Time from entering a chain to its answer.", "route", ofRoutes));
        var ofBoundaries = new LinkedHashMap<String, LatencyHistogram>();
        boundaries.forEach((name, figures) -> ofBoundaries.put(name, figures.latency));
        families.add(latencies("precinct_boundary_seconds", "Time of one crossing.", "boundary", ofBoundaries));
        families.add(answers());
        families.add(verifications());
        families.add(perBoundary("precinct_boundary_errors", "Crossings that threw.", figures -> figures.errors.sum()));
        families.add(perBoundary(
                "precinct_boundary_drifts",
                "Payloads that do not fit the output_shape of their boundary.",
                figures -> figures.drifts.sum()));
        return families;
    }

    /** The counts of the routes and boundaries that have any. */
    public Traffic traffic() {
        var counted = new ArrayList<Traffic.Counted>();
        routes.forEach((name, figures) -> counted(name, figures.latency, counted));
        var crossed = new ArrayList<Traffic.Counted>();
        boundaries.forEach((name, figures) -> counted(name, figures.latency, crossed));
        return new Traffic(since, LatencyHistogram.BOUNDS_IN_SECONDS, counted, crossed);
    }

    private static void counted(String name, LatencyHistogram latency, List<Traffic.Counted> all) {
        List<Long> counts = latency.counts();
        if (counts.stream().anyMatch(count -> count > 0)) {
            all.add(new Traffic.Counted(name, counts));
        }
    }

    private static Family latencies(String name, String help, String label, Map<String, LatencyHistogram> histograms) {
        var samples = new ArrayList<Sample>();
        histograms.forEach((key, latency) -> {
            if (!latency.isEmpty()) {
                samples.add(latency.sample(Map.of(label, key)));
            }
        });
        return new Family(name, Type.HISTOGRAM, help, samples);
    }

    /** Faults are counted from 0, so that the first one is an increase; all other classes from the first request on. */
    private Family answers() {
        var samples = new ArrayList<Sample>();
        routes.forEach((name, figures) -> {
            boolean unused = figures.isUnused();
            for (int statusClass = unused ? 5 : 2; statusClass <= 5; statusClass++) {
                samples.add(answers(name, statusClass + "xx", figures.classes[statusClass]));
            }
            if (!unused) {
                samples.add(answers(name, CLIENT_LEFT, figures.left));
            }
        });
        return new Family(
                "precinct_requests",
                Type.COUNTER,
                "Answers by route and class of status; 499 where the client left before.",
                samples);
    }

    private static Sample answers(String route, String status, LongAdder count) {
        return new Sample.Value(labels("route", route, "status", status), count.sum());
    }

    private Family verifications() {
        var samples = new ArrayList<Sample>();
        routes.forEach((name, figures) -> {
            long passed = figures.verifyPassed.sum();
            long failed = figures.verifyFailed.sum();
            if (passed + failed > 0) {
                samples.add(new Sample.Value(labels("route", name, "outcome", "passed"), passed));
                samples.add(new Sample.Value(labels("route", name, "outcome", "failed"), failed));
            }
        });
        return new Family("precinct_verify_scenarios", Type.COUNTER, "Scenarios probed, by outcome.", samples);
    }

    private Family perBoundary(String name, String help, ToDoubleFunction<BoundaryMetrics> figure) {
        var samples = new ArrayList<Sample>();
        boundaries.forEach((key, figures) ->
                samples.add(new Sample.Value(Map.of("boundary", key), figure.applyAsDouble(figures))));
        return new Family(name, Type.COUNTER, help, samples);
    }

    private static Map<String, String> labels(String first, String a, String second, String b) {
        var labels = new LinkedHashMap<String, String>();
        labels.put(first, a);
        labels.put(second, b);
        return labels;
    }
}
