package io.precinct.core.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Latency and faults of one boundary, over all its generations. Thread-safe. */
public final class BoundaryFigures {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    /** A value that {@link System#nanoTime()} is as good as never at. */
    private static final long NEVER = Long.MIN_VALUE;

    private final Latency latency = new Latency();
    private final LongAdder errors = new LongAdder();
    private final LongAdder drifts = new LongAdder();
    private final AtomicLong told = new AtomicLong(NEVER);

    /** Counts a crossing. */
    public void crossed(long nanos) {
        latency.observe(nanos);
    }

    /** Counts a crossing that threw. */
    public void failed() {
        errors.increment();
    }

    /** Counts a payload that does not fit; true where the log has not been told of one within the hour. */
    public boolean drifted() {
        drifts.increment();
        long now = System.nanoTime();
        long before = told.get();
        return (before == NEVER || now - before >= HOUR) && told.compareAndSet(before, now);
    }

    long drifts() {
        return drifts.sum();
    }

    Latency latency() {
        return latency;
    }

    long errors() {
        return errors.sum();
    }
}
