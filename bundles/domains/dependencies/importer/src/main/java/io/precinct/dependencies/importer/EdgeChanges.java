package io.precinct.dependencies.importer;

import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.SaidEdge;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the current edges of a repository and its earlier statements, as events. Immutable.
 *
 * @param events the events to append
 * @param asserted the number of events that assert an edge
 * @param kept the number of edges that are no longer stated, but stay because a file cannot be read
 */
record EdgeChanges(List<EdgeEvent> events, long asserted, long kept) {
    /** Later times than this are avoided; the store accepts times up to five minutes in the future. */
    private static final Duration AHEAD = Duration.ofMinutes(4);

    /**
     * The result of reading a repository.
     *
     * @param repository the name of the repository
     * @param commit the id of the commit; empty if the repository is gone
     * @param committed when the commit was made
     * @param wanted the edges that its files state, with their metadata
     * @param unreadable files that could not be understood
     */
    record Reading(
            String repository,
            String commit,
            Instant committed,
            Map<Edge, Map<String, @Nullable Object>> wanted,
            Set<String> unreadable) {}

    /** Returns the changes from the earlier statements to the current reading. */
    static EdgeChanges of(Reading reading, List<SaidEdge> said, Instant now) {
        Map<Edge, SaidEdge> before = new HashMap<>();
        said.forEach(each -> before.put(each.edge(), each));
        List<EdgeEvent> events = new ArrayList<>();
        for (Map.Entry<Edge, Map<String, @Nullable Object>> wanted : reading.wanted.entrySet()) {
            SaidEdge last = before.get(wanted.getKey());
            if (last == null || !last.asserted() || !text(last.meta()).equals(text(wanted.getValue()))) {
                events.add(event(reading, wanted.getKey(), true, wanted.getValue(), last, now));
            }
        }
        long asserted = events.size();
        long kept = 0;
        for (SaidEdge last : said) {
            if (last.asserted() && !reading.wanted.containsKey(last.edge())) {
                if (isUnknown(last, reading.unreadable)) {
                    kept++;
                } else {
                    events.add(event(reading, last.edge(), false, null, last, now));
                }
            }
        }
        return new EdgeChanges(List.copyOf(events), asserted, kept);
    }

    /**
     * Whether one of the files that stated the edge is unreadable. If those files are not known, any unreadable file
     * counts.
     */
    // @req:dependency-import-faults
    private static boolean isUnknown(SaidEdge last, Set<String> unreadable) {
        Object files = last.meta() == null ? null : last.meta().get("files");
        return files instanceof List<?> list ? list.stream().anyMatch(unreadable::contains) : !unreadable.isEmpty();
    }

    private static String text(@Nullable Map<String, @Nullable Object> meta) {
        return meta == null ? "{}" : Json.compact(meta);
    }

    /**
     * Creates an event. Its id includes the number of the previous event for the edge, so that a commit that comes back
     * can state the same edge again.
     */
    private static EdgeEvent event(
            Reading reading,
            Edge edge,
            boolean asserted,
            @Nullable Map<String, @Nullable Object> meta,
            @Nullable SaidEdge last,
            Instant now) {
        String id = Digests.sha256Hex(String.join(
                "\0",
                reading.repository,
                reading.commit,
                asserted ? "assert" : "retract",
                edge.from(),
                edge.type(),
                edge.to(),
                last == null ? "" : Long.toString(last.seq())));
        return new EdgeEvent("import-" + id, time(reading.committed, last, now), asserted, edge, meta);
    }

    /**
     * Returns the time of the commit, or a time after the previous statement about the edge. Of events with equal
     * times, the one added later counts.
     */
    private static Instant time(Instant committed, @Nullable SaidEdge last, Instant now) {
        Instant time = (committed.isAfter(now) ? now : committed).truncatedTo(ChronoUnit.MICROS);
        if (last == null || last.time().isBefore(time)) {
            return time;
        }
        Instant behind = last.time().plus(1, ChronoUnit.MICROS);
        return behind.isAfter(now.plus(AHEAD)) ? last.time() : behind;
    }

    long withdrawn() {
        return events.size() - asserted;
    }
}
