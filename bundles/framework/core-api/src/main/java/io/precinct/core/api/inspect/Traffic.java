package io.precinct.core.api.inspect;

import java.time.Instant;
import java.util.List;

/**
 * How many requests each route and how many crossings each boundary has had, by how long they took. Immutable.
 *
 * @param since when counting began; counts of another beginning cannot be compared with these
 * @param bounds of the buckets in seconds, ascending; the last bucket has none
 * @param routes that have had requests
 * @param boundaries that have been crossed
 * @since 1.2
 */
public record Traffic(Instant since, List<Double> bounds, List<Counted> routes, List<Counted> boundaries) {
    public Traffic {
        bounds = List.copyOf(bounds);
        routes = List.copyOf(routes);
        boundaries = List.copyOf(boundaries);
    }

    /** Nothing, counted since {@code since}. */
    public static Traffic none(Instant since) {
        return new Traffic(since, List.of(), List.of(), List.of());
    }

    /**
     * The durations of one route or boundary.
     *
     * @param name of the route or boundary
     * @param counts how many there were in each bucket, one more than there are bounds
     */
    public record Counted(String name, List<Long> counts) {
        public Counted {
            counts = List.copyOf(counts);
        }
    }
}
