package io.precinct.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Latency and faults of one boundary, over all its generations. Thread-safe. */
public final class BoundaryFigures {
    private final Latency latency = new Latency();
    private final LongAdder errors = new LongAdder();

    /** Counts a crossing. */
    public void crossed(long nanos) {
        latency.observe(nanos);
    }

    /** Counts a crossing that threw. */
    public void failed() {
        errors.increment();
    }

    Latency latency() {
        return latency;
    }

    long errors() {
        return errors.sum();
    }
}
