package io.precinct.core.metrics;

import io.precinct.core.api.metrics.MetricSource.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A histogram of durations over fixed bounds. Thread-safe; an observation costs two uncontended adds. */
final class LatencyHistogram {
    private static final long[] BOUNDS = {
        10_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L
    };

    static final List<Double> BOUNDS_IN_SECONDS =
            Arrays.stream(BOUNDS).mapToObj(nanos -> nanos / 1e9).toList();

    private final LongAdder[] counts = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sum = new LongAdder();

    LatencyHistogram() {
        Arrays.setAll(counts, i -> new LongAdder());
    }

    void observe(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(nanos);
    }

    /** The number of durations in each bucket. */
    List<Long> counts() {
        return Arrays.stream(counts).map(LongAdder::sum).toList();
    }

    /** The durations so far, in seconds. */
    Sample sample(Map<String, String> labels) {
        return new Sample.Histogram(
                labels,
                Arrays.stream(BOUNDS).mapToDouble(nanos -> nanos / 1e9).toArray(),
                Arrays.stream(counts).mapToLong(LongAdder::sum).toArray(),
                sum.sum() / 1e9);
    }
}
