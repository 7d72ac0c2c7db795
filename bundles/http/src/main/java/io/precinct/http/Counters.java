package io.precinct.http;

import io.precinct.core.api.metrics.MetricSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the listener counts. Thread-safe. */
final class Counters {
    final LongAdder requests = new LongAdder();
    final LongAdder malformed = new LongAdder();
    final LongAdder overloaded = new LongAdder();
    final LongAdder rateLimited = new LongAdder();
    final LongAdder foreign = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder sent = new LongAdder();

    /** The figures now. */
    List<MetricSource.Family> collect(int connections, int inFlight, int channels) {
        return List.of(
                one("precinct_http_connections", MetricSource.Type.GAUGE, "Open connections.", connections),
                one("precinct_http_in_flight", MetricSource.Type.GAUGE, "Requests being answered.", inFlight),
                one("precinct_http_push_channels", MetricSource.Type.GAUGE, "Open event streams.", channels),
                one(
                        "precinct_http_requests",
                        MetricSource.Type.COUNTER,
                        "Requests with a readable head.",
                        requests.sum()),
                new MetricSource.Family(
                        "precinct_http_refused",
                        MetricSource.Type.COUNTER,
                        "Requests that the listener refused by itself.",
                        List.of(
                                sample("overloaded", overloaded),
                                sample("rate_limited", rateLimited),
                                sample("foreign", foreign),
                                sample("malformed", malformed))),
                one(
                        "precinct_http_received_bytes",
                        MetricSource.Type.COUNTER,
                        "Bytes of request bodies.",
                        received.sum()),
                one("precinct_http_sent_bytes", MetricSource.Type.COUNTER, "Bytes of answer bodies.", sent.sum()));
    }

    private static MetricSource.Family one(String name, MetricSource.Type type, String help, long value) {
        return new MetricSource.Family(
                name, type, help, List.of(new MetricSource.Sample.Value(Map.of(), (double) value)));
    }

    private static MetricSource.Sample sample(String reason, LongAdder count) {
        return new MetricSource.Sample.Value(Map.of("reason", reason), (double) count.sum());
    }
}
