package io.precinct.core.metrics;

import io.precinct.core.api.metrics.MetricSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** The metrics of every route and boundary, kept by name so that a swap does not reset them. Thread-safe. */
public final class RequestMetrics {
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

    /** Forgets all routes and boundaries but these, so that memory is bounded by what is deployed. */
    public void retain(java.util.Set<String> routeNames, java.util.Set<String> boundaryNames) {
        routes.keySet().retainAll(routeNames);
        boundaries.keySet().retainAll(boundaryNames);
    }

    /** All metric families, with these current values of two gauges. */
    public List<MetricSource.Family> collect(long chains, long inFlight) {
        var families = new ArrayList<MetricSource.Family>();
        families.add(gauge("precinct_chains", "Chains of the current snapshot.", chains));
        families.add(gauge("precinct_requests_in_flight", "Requests on chains, superseded ones included.", inFlight));
        families.add(value(
                "precinct_snapshots", MetricSource.Type.COUNTER, "Snapshots assembled.", Map.of(), assemblies.sum()));
        families.add(
                gauge("precinct_snapshot_assembly_seconds", "Time of the last assembly.", lastAssemblyNanos / 1e9));
        families.add(latencies("precinct_route_seconds", "Time from entering a chain to its answer.", "route", true));
        families.add(latencies("precinct_boundary_seconds", "Time of one crossing.", "boundary", false));
        families.add(answers());
        families.add(verifications());
        families.add(perBoundary("precinct_boundary_errors", "Crossings that threw.", BoundaryMetrics::errors));
        families.add(perBoundary(
                "precinct_boundary_drifts",
                "Payloads that do not fit the output_shape of their boundary.",
                BoundaryMetrics::drifts));
        return families;
    }

    private static MetricSource.Family gauge(String name, String help, double value) {
        return value(name, MetricSource.Type.GAUGE, help, Map.of(), value);
    }

    private static MetricSource.Family value(
            String name, MetricSource.Type type, String help, Map<String, String> labels, double value) {
        return new MetricSource.Family(name, type, help, List.of(new MetricSource.Sample.Value(labels, value)));
    }

    private MetricSource.Family latencies(String name, String help, String label, boolean ofRoutes) {
        var samples = new ArrayList<MetricSource.Sample>();
        if (ofRoutes) {
            routes.forEach((key, figures) -> samples.add(histogram(label, key, figures.latency())));
        } else {
            boundaries.forEach((key, figures) -> samples.add(histogram(label, key, figures.latency())));
        }
        return new MetricSource.Family(name, MetricSource.Type.HISTOGRAM, help, samples);
    }

    private static MetricSource.Sample histogram(String label, String key, LatencyHistogram latency) {
        return new MetricSource.Sample.Histogram(
                Map.of(label, key), LatencyHistogram.bounds(), latency.counts(), latency.sumSeconds());
    }

    private MetricSource.Family answers() {
        var samples = new ArrayList<MetricSource.Sample>();
        routes.forEach((name, figures) -> {
            for (int statusClass = 2; statusClass <= 5; statusClass++) {
                samples.add(new MetricSource.Sample.Value(
                        labels("route", name, "status", statusClass + "xx"), figures.answers(statusClass)));
            }
        });
        return new MetricSource.Family(
                "precinct_requests", MetricSource.Type.COUNTER, "Answers by route and class of status.", samples);
    }

    private MetricSource.Family verifications() {
        var samples = new ArrayList<MetricSource.Sample>();
        routes.forEach((name, figures) -> {
            samples.add(new MetricSource.Sample.Value(labels("route", name, "outcome", "passed"), figures.passed()));
            samples.add(new MetricSource.Sample.Value(labels("route", name, "outcome", "failed"), figures.failed()));
        });
        return new MetricSource.Family(
                "precinct_verify_scenarios", MetricSource.Type.COUNTER, "Scenarios probed, by outcome.", samples);
    }

    private MetricSource.Family perBoundary(String name, String help, ToDoubleFunction<BoundaryMetrics> figure) {
        var samples = new ArrayList<MetricSource.Sample>();
        boundaries.forEach((key, figures) ->
                samples.add(new MetricSource.Sample.Value(Map.of("boundary", key), figure.applyAsDouble(figures))));
        return new MetricSource.Family(name, MetricSource.Type.COUNTER, help, samples);
    }

    private static Map<String, String> labels(String first, String a, String second, String b) {
        var labels = new LinkedHashMap<String, String>();
        labels.put(first, a);
        labels.put(second, b);
        return labels;
    }
}
