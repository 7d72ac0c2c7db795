package io.precinct.http;

import io.precinct.core.api.metrics.MetricSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the listener counts. Thread-safe. */
final class ListenerCounters {
    final LongAdder requests = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder overloaded = new LongAdder();
    final LongAdder rateLimited = new LongAdder();
    final LongAdder foreign = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder sent = new LongAdder();
    private final String prefix;
    private final Map<String, LongAdder> atEntrance = new LinkedHashMap<>();

    ListenerCounters(AccessCheck access) {
        prefix = "precinct_" + access.name();
        access.reasons().forEach(reason -> atEntrance.put(reason, new LongAdder()));
    }

    /** Counts a request that the entrance refused. */
    void refused(String reason) {
        LongAdder count = atEntrance.get(reason);
        if (count == null) {
            throw new IllegalArgumentException("an entrance names its reasons first: " + reason);
        }
        count.increment();
    }

    /** The figures now. */
    List<MetricSource.Family> collect(int connections, int inFlight, int channels) {
        var refused = new ArrayList<MetricSource.Sample>();
        refused.add(sample("overloaded", overloaded));
        refused.add(sample("rate_limited", rateLimited));
        refused.add(sample("foreign", foreign));
        refused.add(sample("malformed", malformed));
        atEntrance.forEach((reason, count) -> refused.add(sample(reason, count)));
        return List.of(
                one(prefix + "_connections", MetricSource.Type.GAUGE, "Open connections.", connections),
                one(prefix + "_in_flight", MetricSource.Type.GAUGE, "Requests being answered.", inFlight),
                one(prefix + "_push_channels", MetricSource.Type.GAUGE, "Open event streams.", channels),
                one(prefix + "_requests", MetricSource.Type.COUNTER, "Requests with a readable head.", requests.sum()),
                new MetricSource.Family(
                        prefix + "_refused",
                        MetricSource.Type.COUNTER,
                        "Requests that the listener refused by itself.",
                        refused),
                one(prefix + "_received_bytes", MetricSource.Type.COUNTER, "Bytes of request bodies.", received.sum()),
                one(prefix + "_sent_bytes", MetricSource.Type.COUNTER, "Bytes of answer bodies.", sent.sum()));
    }

    private static MetricSource.Family one(String name, MetricSource.Type type, String help, long value) {
        return new MetricSource.Family(
                name, type, help, List.of(new MetricSource.Sample.Value(Map.of(), (double) value)));
    }

    private static MetricSource.Sample sample(String reason, LongAdder count) {
        return new MetricSource.Sample.Value(Map.of("reason", reason), (double) count.sum());
    }
}
