package io.precinct.core.metrics;

import java.util.concurrent.atomic.LongAdder;

/** The metrics of one route: latency, answers by class of status, and probes. Thread-safe. */
public final class RouteMetrics {
    final LatencyHistogram latency = new LatencyHistogram();
    final LongAdder[] classes = {
        new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder()
    };
    /** Requests whose client left before there was an answer. */
    final LongAdder left = new LongAdder();

    final LongAdder verifyPassed = new LongAdder();
    final LongAdder verifyFailed = new LongAdder();

    /** Counts an answer. */
    public void answered(int status, long nanos) {
        latency.observe(nanos);
        classes[Math.min(status / 100, classes.length - 1)].increment();
    }

    /** Counts a request whose client left before there was an answer. */
    public void left(long nanos) {
        latency.observe(nanos);
        left.increment();
    }

    /** Whether it has no request yet. */
    boolean isUnused() {
        return latency.isEmpty();
    }

    /** Counts scenarios that were probed. */
    public void verified(long passed, long failed) {
        verifyPassed.add(passed);
        verifyFailed.add(failed);
    }
}
