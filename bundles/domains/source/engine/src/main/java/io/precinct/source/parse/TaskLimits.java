package io.precinct.source.parse;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long work may take.
 *
 * @param waiting until it begins
 * @param working from then on; null for the rest of {@code waiting}
 * @param turn how it waits among other work
 */
public record TaskLimits(Duration waiting, @Nullable Duration working, Turn turn) {
    /** For nobody in particular. */
    public TaskLimits(Duration waiting, @Nullable Duration working) {
        this(waiting, working, Turn.ANY);
    }

    /** One limit for waiting and working together, if the caller counts the time. */
    public static TaskLimits together(Duration time) {
        return new TaskLimits(time, null);
    }

    /** The same limit for waiting and again for working, if the duration of the work says something about it. */
    public static TaskLimits each(Duration time) {
        return new TaskLimits(time, time);
    }

    /** The same limits in another turn. */
    public TaskLimits in(Turn other) {
        return new TaskLimits(waiting, working, other);
    }
}
