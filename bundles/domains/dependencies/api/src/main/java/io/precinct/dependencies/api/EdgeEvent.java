package io.precinct.dependencies.api;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that a producer adds, as {@code POST /graph/events} takes it.
 *
 * @param id by which it counts once, up to 200 characters
 * @param time since when it is so; at most five minutes ahead
 * @param asserted whether the edge is there, or is there no longer
 * @param edge the edge
 * @param meta plain data: {@code url, port, security_groups, files}, or null
 */
public record EdgeEvent(
        String id,
        Instant time,
        boolean asserted,
        Edge edge,
        @Nullable Map<String, @Nullable Object> meta) {}
