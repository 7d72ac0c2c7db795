package io.precinct.source.facts.query;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.LoopWatch;
import io.precinct.source.parse.TaskLimits;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The deadline of a question, shared by all the work for it. Thread-safe. */
final class TimeLimit {
    private final LongSupplier clock;
    private final long end;

    /**
     * Begins now.
     *
     * @param clock nanoseconds from an arbitrary origin
     */
    TimeLimit(Duration time, LongSupplier clock) {
        this.clock = clock;
        this.end = clock.getAsLong() + time.toNanos();
    }

    /**
     * The remaining time, more than nothing.
     *
     * @throws Stopped if it is over
     */
    TaskLimits left() throws Stopped {
        long nanos = end - clock.getAsLong();
        if (nanos <= 0) {
            throw new Stopped("timeout");
        }
        return TaskLimits.together(Duration.ofNanos(nanos));
    }

    /** Watches a loop in the thread of the question: it ends with the time, or if the question is given up. */
    LoopWatch watch() {
        return new LoopWatch(
                () -> end - clock.getAsLong() <= 0 || Thread.currentThread().isInterrupted());
    }
}
