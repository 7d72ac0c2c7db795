package io.precinct.dependencies.importer;

import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.SaidEdge;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
     * @param definitions the names that its files define
     * @param unreadable files that could not be understood
     */
    record Reading(
            String repository,
            String commit,
            Instant committed,
            Map<Edge, Map<String, @Nullable Object>> wanted,
            Set<Definition> definitions,
            Set<String> unreadable) {
        /** Returns what is defined now: what the files define, and what unreadable files defined before. */
        Set<Definition> defined(Set<Definition> before) {
            Set<Definition> defined = new TreeSet<>(definitions);
            before.stream().filter(each -> unreadable.contains(each.path())).forEach(defined::add);
            return defined;
        }

        /** Returns the same reading, of a commit that was not made before a time. */
        private Reading notBefore(Instant time) {
            return time.isAfter(committed)
                    ? new Reading(repository, commit, time, wanted, definitions, unreadable)
                    : this;
        }
    }

    /**
     * Returns the changes from the earlier statements to the current reading.
     *
     * @param names the names of nodes in the graph
     */
    static EdgeChanges of(Reading reading, DefinedNames names, List<SaidEdge> said, Instant now) {
        Map<Edge, SaidEdge> before = byEdge(said);
        Map<Edge, Map<String, @Nullable Object>> wanted = new LinkedHashMap<>();
        reading.wanted.forEach((edge, meta) -> wanted.putIfAbsent(names.inGraph(edge), meta));
        wanted.keySet().removeIf(edge -> edge.from().equals(edge.to()));
        List<EdgeEvent> events = new ArrayList<>();
        for (Map.Entry<Edge, Map<String, @Nullable Object>> each : wanted.entrySet()) {
            SaidEdge last = before.get(each.getKey());
            if (last == null || !last.asserted() || !text(last.meta()).equals(text(each.getValue()))) {
                events.add(event(reading, each.getKey(), true, each.getValue(), last, now));
            }
        }
        Set<Edge> kept = new HashSet<>();
        for (SaidEdge last : said) {
            if (last.asserted() && !wanted.containsKey(last.edge())) {
                Edge there = names.inGraph(last.edge());
                if (wanted.containsKey(there) || !isUnknown(last, reading.unreadable)) {
                    events.add(event(reading, last.edge(), false, null, last, now));
                } else if (kept.add(there) || !there.equals(last.edge())) {
                    rename(reading, last, there, before.get(there), now, events);
                }
            }
        }
        return of(events, kept.size());
    }

    /**
     * Returns the changes to the earlier statements of a repository after another has begun or ceased to define a name
     * of its own.
     *
     * @param reading of this repository, with the commit of the other and nothing else
     * @param names the names of nodes in the graph now
     */
    static EdgeChanges renamed(Reading reading, DefinedNames names, List<SaidEdge> said, Instant now) {
        Map<Edge, SaidEdge> before = byEdge(said);
        List<EdgeEvent> events = new ArrayList<>();
        for (SaidEdge last : said) {
            if (last.asserted()) {
                Edge there = names.inGraph(last.edge());
                rename(reading, last, there, before.get(there), now, events);
            }
        }
        return of(events, 0);
    }

    /** Adds the events that give an edge other names, if they are others. */
    private static void rename(
            Reading reading,
            SaidEdge last,
            Edge there,
            @Nullable SaidEdge lastThere,
            Instant now,
            List<EdgeEvent> events) {
        if (there.equals(last.edge())) {
            return;
        }
        Reading late = reading.notBefore(last.time());
        if (lastThere == null || !lastThere.asserted()) {
            events.add(event(late, there, true, last.meta(), lastThere, now));
        }
        events.add(event(late, last.edge(), false, null, last, now));
    }

    private static EdgeChanges of(List<EdgeEvent> events, long kept) {
        return new EdgeChanges(
                List.copyOf(events), events.stream().filter(EdgeEvent::asserted).count(), kept);
    }

    private static Map<Edge, SaidEdge> byEdge(List<SaidEdge> said) {
        Map<Edge, SaidEdge> byEdge = new HashMap<>();
        said.forEach(each -> byEdge.put(each.edge(), each));
        return byEdge;
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
