package io.precinct.dependencies.api;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that a producer adds, with the content that {@code POST /graph/events} accepts.
 *
 * @param id identifies the event, which counts once; up to 200 characters
 * @param time when the edge appeared or disappeared; at most five minutes in the future
 * @param asserted true if the edge exists, false if it no longer exists
 * @param edge the edge
 * @param meta plain data: {@code url, port, security_groups, files}, or null
 */
public record EdgeEvent(
        String id,
        Instant time,
        boolean asserted,
        Edge edge,
        @Nullable Map<String, @Nullable Object> meta) {}
