package io.precinct.core.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of one boundary over all its generations: latency, errors and drifts. Thread-safe. */
public final class BoundaryMetrics {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    /** The value before the first log entry; {@link System#nanoTime()} practically never returns it. */
    private static final long NEVER = Long.MIN_VALUE;

    final LatencyHistogram latency = new LatencyHistogram();
    final LongAdder errors = new LongAdder();
    final LongAdder drifts = new LongAdder();
    private final AtomicLong lastLogged = new AtomicLong(NEVER);

    /** Counts a crossing. */
    public void crossed(long nanos) {
        latency.observe(nanos);
    }

    /** Counts a crossing that threw. */
    public void failed() {
        errors.increment();
    }

    /**
     * Counts a payload that drifted; true if none was logged within the last hour, so that the caller logs this one.
     */
    public boolean drifted() {
        drifts.increment();
        long now = System.nanoTime();
        long before = lastLogged.get();
        return (before == NEVER || now - before >= HOUR) && lastLogged.compareAndSet(before, now);
    }
}
