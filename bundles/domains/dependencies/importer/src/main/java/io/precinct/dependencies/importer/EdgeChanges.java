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
 * What a repository says now against what was said before, as events. Immutable.
 *
 * @param events to be appended
 * @param asserted how many of them assert
 * @param kept edges that are not said any more, and stay because a file cannot be read
 */
record EdgeChanges(List<EdgeEvent> events, long asserted, long kept) {
    /** The store takes what is up to five minutes ahead. */
    private static final Duration AHEAD = Duration.ofMinutes(4);

    /**
     * What is read.
     *
     * @param repository its name
     * @param commit by its id; empty if the repository is gone
     * @param committed when it was made
     * @param wanted the edges of its files, with their metadata
     * @param unreadable files of which nothing is known
     */
    record Reading(
            String repository,
            String commit,
            Instant committed,
            Map<Edge, Map<String, @Nullable Object>> wanted,
            Set<String> unreadable) {}

    /** The changes from what was said to what is read. */
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

    /** Whether one of the files that said it cannot be read, or nobody knows which those are and any cannot. */
    // @req:dependency-import-faults
    private static boolean isUnknown(SaidEdge last, Set<String> unreadable) {
        Object files = last.meta() == null ? null : last.meta().get("files");
        return files instanceof List<?> list ? list.stream().anyMatch(unreadable::contains) : !unreadable.isEmpty();
    }

    private static String text(@Nullable Map<String, @Nullable Object> meta) {
        return meta == null ? "{}" : Json.compact(meta);
    }

    /** Its id has the event before it, so that a commit that comes back says anew what it said once. */
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

    /** When the commit was made, but behind what was said of the edge before; of one time the event that comes later counts. */
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
