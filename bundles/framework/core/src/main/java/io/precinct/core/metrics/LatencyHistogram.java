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

    /**
     * The bounds on the metrics page, each of which is one of all bounds: a time series for each of them and each route
     * is what a scraper pays for.
     */
    private static final double[] PAGE_BOUNDS = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5};

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

    /** Whether there is no duration yet. */
    boolean isEmpty() {
        return Arrays.stream(counts).allMatch(count -> count.sum() == 0);
    }

    /** The durations so far, in seconds, with the bounds of the metrics page. */
    Sample sample(Map<String, String> labels) {
        long[] merged = new long[PAGE_BOUNDS.length + 1];
        int at = 0;
        for (int i = 0; i < counts.length; i++) {
            merged[at] += counts[i].sum();
            if (at < PAGE_BOUNDS.length && i < BOUNDS.length && BOUNDS[i] == Math.round(PAGE_BOUNDS[at] * 1e9)) {
                at++;
            }
        }
        return new Sample.Histogram(labels, PAGE_BOUNDS.clone(), merged, sum.sum() / 1e9);
    }
}
