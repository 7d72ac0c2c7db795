package io.precinct.core.api.inspect;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.core.api.plugin.Generation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that was given up because a crossing did not end.
 *
 * @param boundary name of the running one
 * @param generation the bundle it came with
 * @param route name of the route, or null if none matched
 * @param reason {@code deadline}, {@code processor_time}, {@code client_gone} or {@code retired}
 * @param at when it was given up
 * @param millis how long the request had been running then
 * @param processorMillis processor time that its thread had spent on it by then
 * @param thread name of the thread
 * @param stack of the thread at that moment, the innermost call first
 * @param stuck whether the thread has not returned yet
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
    /**
     * The form in which it is served.
     *
     * @since 1.2
     */
    public static final View<Overstay> VIEW = View.<Overstay>object()
            .with("boundary", Schema.text().example("echo"), Overstay::boundary)
            .with("bundle", Schema.text(), overstay -> overstay.generation.bundle())
            .with("version", Schema.text(), overstay -> overstay.generation.version())
            .with("generation", Schema.integer().atLeast(0), overstay -> overstay.generation.id())
            .with("route", Schema.text().orNull(), Overstay::route)
            .with("reason", Schema.oneOf("deadline", "processor_time", "client_gone", "retired"), Overstay::reason)
            .with(
                    "at",
                    Schema.text().format("date-time").example("2026-01-31T12:00:00Z"),
                    overstay -> overstay.at.toString())
            .with("millis", Schema.integer().atLeast(0), Overstay::millis)
            .with("processor_millis", Schema.integer().atLeast(0), Overstay::processorMillis)
            .with("thread", Schema.text(), Overstay::thread)
            .with("stuck", Schema.truth(), Overstay::stuck)
            .with("stack", Schema.list(Schema.text()), Overstay::stack)
            .named("Overstay");

    public Overstay {
        stack = List.copyOf(stack);
    }

    /** The data form of {@link #VIEW}. */
    public Map<String, @Nullable Object> toData() {
        return VIEW.toData(this);
    }
}
