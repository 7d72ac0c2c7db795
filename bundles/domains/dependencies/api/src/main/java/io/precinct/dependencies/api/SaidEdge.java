package io.precinct.dependencies.api;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a producer said last of an edge.
 *
 * @param edge the edge
 * @param asserted whether it is there
 * @param time of the event, to the microsecond
 * @param seq number of the event, which no other has
 * @param meta plain data as the event has it, or null
 */
public record SaidEdge(
        Edge edge,
        boolean asserted,
        Instant time,
        long seq,
        @Nullable Map<String, @Nullable Object> meta) {}
