package io.precinct.dependencies.view;

import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Timestamps;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Combines the statements of producers about the same edge. The rows of an edge are consecutive: source, type, target,
 * producer, time, metadata. For a single use; not thread-safe.
 */
final class SaidEdges {
    private final Map<Integer, String> names;
    private final List<Graph.Edge> edges = new ArrayList<>();
    private final List<String> producers = new ArrayList<>();
    private int source;
    private int type;
    private int target;
    private Instant since = Instant.MAX;
    private Instant latest = Instant.MIN;
    private @Nullable String meta;

    /**
     * Creates an instance without edges.
     *
     * @param names the names of nodes by number
     */
    SaidEdges(Map<Integer, String> names) {
        this.names = names;
    }

    /** Adds the next row. */
    SaidEdges add(ResultSet row, StatementContext context) throws SQLException {
        if (row.getInt(1) != source || row.getInt(2) != type || row.getInt(3) != target) {
            finish();
            source = row.getInt(1);
            type = row.getInt(2);
            target = row.getInt(3);
        }
        producers.add(row.getString(4));
        Instant at = Timestamps.required(row, 5);
        since = at.isBefore(since) ? at : since;
        if (!at.isBefore(latest)) {
            latest = at;
            meta = row.getString(6);
        }
        return this;
    }

    private void finish() {
        if (producers.isEmpty()) {
            return;
        }
        edges.add(new Graph.Edge(
                Objects.requireNonNull(names.get(source)),
                Objects.requireNonNull(names.get(target)),
                EdgeType.of(type),
                producers,
                since,
                DependencyEvent.storedMeta(meta)));
        producers.clear();
        since = Instant.MAX;
        latest = Instant.MIN;
        meta = null;
    }

    /** Returns all edges in the order of their rows. */
    List<Graph.Edge> edges() {
        finish();
        return List.copyOf(edges);
    }
}
