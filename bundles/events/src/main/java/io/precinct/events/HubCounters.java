package io.precinct.events;

import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.core.api.metrics.MetricSource.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of the hub. Thread-safe. */
final class HubCounters {
    final LongAdder delivered = new LongAdder();
    final LongAdder cutOff = new LongAdder();
    final LongAdder resets = new LongAdder();
    /** When this node last knew that it had read every event, as of {@link System#nanoTime}. */
    volatile long upToDateAt = System.nanoTime();

    volatile int behind;

    List<Family> collect(int clients) {
        double lag = (double) (System.nanoTime() - upToDateAt) / TimeUnit.SECONDS.toNanos(1);
        return List.of(
                one("precinct_events_clients", Type.GAUGE, "Open event streams.", clients),
                one(
                        "precinct_events_clients_behind",
                        Type.GAUGE,
                        "Event streams that are still being sent what they missed.",
                        behind),
                one("precinct_events_delivered", Type.COUNTER, "Events sent, counted per client.", delivered.sum()),
                one(
                        "precinct_events_cut_off",
                        Type.COUNTER,
                        "Clients cut off because they did not keep up.",
                        cutOff.sum()),
                one(
                        "precinct_events_resets",
                        Type.COUNTER,
                        "Streams that could not go on where the client had left off.",
                        resets.sum()),
                one(
                        "precinct_events_lag_seconds",
                        Type.GAUGE,
                        "Time since this node last knew that it had read every event.",
                        lag));
    }

    private static Family one(String name, Type type, String help, double value) {
        return new Family(name, type, help, List.of(new Sample.Value(Map.of(), value)));
    }
}
