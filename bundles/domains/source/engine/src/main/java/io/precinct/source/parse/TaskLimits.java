package io.precinct.source.parse;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long work may take.
 *
 * @param waiting until it begins
 * @param working from then on; null for what is left of {@code waiting}
 */
public record TaskLimits(Duration waiting, @Nullable Duration working) {
    /** For waiting and working together, where somebody counts the time. */
    public static TaskLimits together(Duration time) {
        return new TaskLimits(time, null);
    }

    /** So long for waiting, and then as long for working, where how long the work takes says something about it. */
    public static TaskLimits each(Duration time) {
        return new TaskLimits(time, time);
    }
}
