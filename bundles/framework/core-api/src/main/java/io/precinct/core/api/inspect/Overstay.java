package io.precinct.core.api.inspect;

import io.precinct.api.data.Data;
import io.precinct.core.api.plugin.Generation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that was given up because of a crossing that did not end.
 *
 * @param boundary name of what was running
 * @param generation the bundle it came with
 * @param route name of the route, or null if none matched
 * @param reason {@code deadline}, {@code processor_time}, {@code client_gone} or {@code retired}
 * @param at when it was given up
 * @param millis how long the request had been running then
 * @param processorMillis how much processor time its thread had spent on it by then
 * @param thread name of the thread
 * @param stack where the thread was, the innermost call first
 * @param stuck whether the thread has not come back yet
 */
public record Overstay(
        String boundary,
        Generation generation,
        @Nullable String route,
        String reason,
        Instant at,
        long millis,
        long processorMillis,
        String thread,
        List<String> stack,
        boolean stuck) {
    public Overstay {
        stack = List.copyOf(stack);
    }

    /** As it is served. */
    public Map<String, @Nullable Object> toData() {
        return Data.map(
                "boundary", boundary,
                "bundle", generation.bundle(),
                "version", generation.version(),
                "generation", generation.id(),
                "route", route,
                "reason", reason,
                "at", at.toString(),
                "millis", millis,
                "processor_millis", processorMillis,
                "thread", thread,
                "stuck", stuck,
                "stack", stack);
    }
}
