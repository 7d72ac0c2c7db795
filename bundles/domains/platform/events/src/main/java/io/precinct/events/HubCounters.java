package io.precinct.events;

import io.precinct.core.api.metrics.MetricSource.Family;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of the hub. Thread-safe. */
final class HubCounters {
    final LongAdder delivered = new LongAdder();
    final LongAdder cutOff = new LongAdder();
    final LongAdder resets = new LongAdder();
    /** The last {@link System#nanoTime} at which this node knew that it had read every event. */
    volatile long upToDateAt = System.nanoTime();

    volatile int behind;

    List<Family> collect(int clients) {
        double lag = (double) (System.nanoTime() - upToDateAt) / TimeUnit.SECONDS.toNanos(1);
        return List.of(
                Family.gauge("precinct_events_clients", "Open event streams.", clients),
                Family.gauge(
                        "precinct_events_clients_behind",
                        "Event streams that are still being sent what they missed.",
                        behind),
                Family.counter("precinct_events_delivered", "Events sent, counted per client.", delivered.sum()),
                Family.counter(
                        "precinct_events_cut_off", "Clients cut off because they did not keep up.", cutOff.sum()),
                Family.counter(
                        "precinct_events_resets",
                        "Streams that could not go on where the client had left off.",
                        resets.sum()),
                Family.gauge(
                        "precinct_events_lag_seconds",
                        "Time since this node last knew that it had read every event.",
                        lag));
    }
}
