package io.precinct.source.facts.query;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.parse.TaskLimits;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The deadline of a question, which all that is done for it shares. Thread-safe. */
final class TimeLimit {
    private final LongSupplier clock;
    private final long end;

    /**
     * Begins now.
     *
     * @param clock nanoseconds from any moment
     */
    TimeLimit(Duration time, LongSupplier clock) {
        this.clock = clock;
        this.end = clock.getAsLong() + time.toNanos();
    }

    /**
     * What is left, more than nothing.
     *
     * @throws Stopped where it is over
     */
    TaskLimits left() throws Stopped {
        long nanos = end - clock.getAsLong();
        if (nanos <= 0) {
            throw new Stopped("timeout");
        }
        return TaskLimits.together(Duration.ofNanos(nanos));
    }
}
