package io.precinct.http;

import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The figures of a listener. Thread-safe. */
public final class ListenerCounters {
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
    List<Family> collect(int connections, int inFlight, int channels) {
        var refused = new ArrayList<Sample>();
        refused.add(sample("overloaded", overloaded));
        refused.add(sample("rate_limited", rateLimited));
        refused.add(sample("foreign", foreign));
        refused.add(sample("malformed", malformed));
        atEntrance.forEach((reason, count) -> refused.add(sample(reason, count)));
        return List.of(
                Family.gauge(prefix + "_connections", "Open connections.", connections),
                Family.gauge(prefix + "_in_flight", "Requests being answered.", inFlight),
                Family.gauge(prefix + "_push_channels", "Open event streams.", channels),
                Family.counter(prefix + "_requests", "Requests with a readable head.", requests.sum()),
                new Family(prefix + "_refused", Type.COUNTER, "Requests that the listener refused by itself.", refused),
                Family.counter(prefix + "_received_bytes", "Bytes of request bodies.", received.sum()),
                Family.counter(prefix + "_sent_bytes", "Bytes of answer bodies.", sent.sum()));
    }

    /** Whether a listener is open as configured. */
    public static Family up(String listener, boolean up) {
        return new Family(
                "precinct_listener_up",
                Type.GAUGE,
                "1 for a listener that is open as configured, 0 for one that is not and is tried again.",
                List.of(new Sample.Value(Map.of("listener", listener), up ? 1 : 0)));
    }

    private static Sample sample(String reason, LongAdder count) {
        return new Sample.Value(Map.of("reason", reason), count.sum());
    }
}
