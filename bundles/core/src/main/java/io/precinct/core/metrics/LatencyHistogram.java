package io.precinct.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A histogram of durations over fixed bounds. Thread-safe; an observation costs two uncontended adds. */
public final class LatencyHistogram {
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

    private final LongAdder[] counts = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sum = new LongAdder();

    LatencyHistogram() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    void observe(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(nanos);
    }

    /** Upper bounds in seconds. */
    static double[] bounds() {
        double[] seconds = new double[BOUNDS.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = BOUNDS[i] / 1e9;
        }
        return seconds;
    }

    long[] counts() {
        long[] now = new long[counts.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = counts[i].sum();
        }
        return now;
    }

    double sumSeconds() {
        return sum.sum() / 1e9;
    }
}
