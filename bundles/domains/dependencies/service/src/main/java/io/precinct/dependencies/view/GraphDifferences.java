package io.precinct.dependencies.view;

import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The differences between two instants. Immutable.
 *
 * @param added edges that appeared
 * @param removed edges that disappeared, in their earlier state
 * @param changed edges whose producers or metadata differ, in their later state
 * @param truncated whether a limit left out further differences
 */
public record GraphDifferences(
        List<Graph.Edge> added, List<Graph.Edge> removed, List<Graph.Edge> changed, boolean truncated) {
    public GraphDifferences {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        changed = List.copyOf(changed);
    }

    /** The numbers that identify an edge. */
    private record Key(int source, int type, int target) {}

    /** Returns the differences between two instants, among at most {@code most} edges with events in between. */
    public static GraphDifferences between(Transaction transaction, Instant from, Instant to, int most) {
        // All events have microseconds; the database would round up.
        Instant since = from.truncatedTo(ChronoUnit.MICROS);
        Instant until = to.truncatedTo(ChronoUnit.MICROS);
        List<Key> touched = transaction
                .createQuery("SELECT DISTINCT source, type, target FROM dependencies.event"
                        + " WHERE at > :since AND at <= :until ORDER BY source, type, target LIMIT :limit")
                .bind("since", since.atOffset(ZoneOffset.UTC))
                .bind("until", until.atOffset(ZoneOffset.UTC))
                .bind("limit", most + 1)
                .map((row, _) -> new Key(row.getInt(1), row.getInt(2), row.getInt(3)))
                .list();
        boolean truncated = touched.size() > most;
        List<Key> keys = truncated ? touched.subList(0, most) : touched;
        Map<Key, Graph.Edge> before = at(keys, new Said(transaction, since));
        Map<Key, Graph.Edge> after = at(keys, new Said(transaction, until));
        List<Graph.Edge> added = new ArrayList<>();
        List<Graph.Edge> removed = new ArrayList<>();
        List<Graph.Edge> changed = new ArrayList<>();
        for (Key key : keys) {
            Graph.Edge was = before.get(key);
            Graph.Edge is = after.get(key);
            if (was == null && is != null) {
                added.add(is);
            } else if (was != null && is == null) {
                removed.add(was);
            } else if (was != null
                    && is != null
                    && !(was.producers().equals(is.producers()) && Objects.equals(was.meta(), is.meta()))) {
                changed.add(is);
            }
        }
        return new GraphDifferences(added, removed, changed, truncated);
    }

    private static Map<Key, Graph.Edge> at(List<Key> keys, Said said) {
        String where = "(source, type, target) IN (SELECT * FROM unnest(:sources, :kinds, :targets))";
        return said.query(Said.EDGES, where, Set.of(), "source")
                .bindArray(
                        "sources", Integer.class, keys.stream().map(Key::source).toList())
                .bindArray("kinds", Integer.class, keys.stream().map(Key::type).toList())
                .bindArray(
                        "targets", Integer.class, keys.stream().map(Key::target).toList())
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(new Key(row.getInt("source"), row.getInt("type"), row.getInt("target")), Said.edge(row));
                    return all;
                });
    }
}
