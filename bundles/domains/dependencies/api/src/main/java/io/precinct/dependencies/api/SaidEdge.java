package io.precinct.dependencies.api;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest statement of a producer about an edge.
 *
 * @param edge the edge
 * @param asserted whether the edge exists
 * @param time the time of the event, to the microsecond
 * @param seq the unique number of the event
 * @param meta the metadata of the event as plain data, or null
 */
public record SaidEdge(
        Edge edge,
        boolean asserted,
        Instant time,
        long seq,
        @Nullable Map<String, @Nullable Object> meta) {}
