package io.precinct.dependencies.view;

import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Builds queries over the statements of producers about edges at an instant, inside a transaction of the caller. Valid
 * only during that transaction; not thread-safe.
 */
final class Said {
    /** Selects each edge that some producer asserts once, with the names of its nodes. */
    static final String EDGES = "SELECT s.name, t.name, e.type, e.producers, e.since, e.meta, e.source, e.target FROM"
            + " (SELECT source, type, target, array_agg(producer ORDER BY producer) AS producers, min(at) AS since,"
            + " (array_agg(meta ORDER BY at DESC))[1] AS meta FROM (%s) AS said WHERE asserted"
            + " GROUP BY source, type, target) AS e"
            + " JOIN dependencies.node s ON s.id = e.source JOIN dependencies.node t ON t.id = e.target";

    /** Selects all statements, grouped by edge, in the order of the indexes. */
    static final String EACH = "SELECT source, type, target, producer, at, meta FROM (%s) AS said WHERE asserted"
            + " ORDER BY source, type, target, producer";

    static final String STEPS =
            "SELECT DISTINCT source, target FROM (%s) AS said WHERE asserted ORDER BY source, target";

    private static final String ANY_OF = "EXISTS (SELECT FROM (%s) AS said WHERE asserted)";

    /**
     * Selects the pairs of nodes that somebody says are the same, in both directions, among up to {@code :most} nodes
     * that are the same as one of {@code :nodes}.
     */
    private static final String SAME = """
            WITH RECURSIVE same (id) AS (
                SELECT unnest(:nodes)
                UNION
                SELECT twin.id FROM same, LATERAL (%1$s) AS twin
            )
            SELECT DISTINCT same.id, twin.id FROM (SELECT id FROM same LIMIT :most) AS same, LATERAL (%1$s) AS twin
            ORDER BY 1, 2""";

    private static final String TWINS = "SELECT target AS id FROM (%s) AS said WHERE asserted"
            + " UNION ALL SELECT source FROM (%s) AS said WHERE asserted";

    private static final String IS_SAME = "type = " + EdgeType.SAME_AS.code();

    /** Whether there is any edge. */
    static final String ANY = "SELECT " + ANY_OF;

    private final Transaction transaction;
    private final @Nullable Instant asOf;

    /** Creates queries as of an instant, or as of now if it is null. */
    Said(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        // All events have microseconds; the database would round up.
        this.asOf = asOf == null ? null : asOf.truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns the number of a node, or null. */
    @Nullable
    Integer number(String name) {
        return transaction
                .select("SELECT id FROM dependencies.node WHERE name = ?", name)
                .mapTo(Integer.class)
                .findOne()
                .orElse(null);
    }

    /**
     * Returns a query over the statements.
     *
     * @param template SQL with a placeholder for the statements
     * @param where the condition on edges
     * @param types the types of edges in {@code where}; empty for all
     * @param first the end by which edges are found, {@code source} or {@code target}
     */
    Query query(String template, String where, Set<EdgeType> types, String first) {
        Query query = atInstant(transaction.createQuery(template.formatted(statements(where, first))));
        if (!types.isEmpty()) {
            query.bindArray("types", Integer.class, codes(types));
        }
        return query;
    }

    /** Returns a query over nodes {@code n}, with the condition that they have an edge in place of {@code %s}. */
    Query ofNodesWithEdges(String template) {
        String from = ANY_OF.formatted(statements("source = n.id", "source"));
        String to = ANY_OF.formatted(statements("target = n.id", "target"));
        return atInstant(transaction.createQuery(template.formatted("(" + from + " OR " + to + ")")));
    }

    /** Whether anybody ever said that two nodes are the same. */
    boolean tellsOfTwins() {
        return transaction
                .select("SELECT EXISTS (SELECT FROM dependencies.edge WHERE " + IS_SAME + ")")
                .mapTo(Boolean.class)
                .one();
    }

    /** Returns a query over the pairs of nodes that are the same; {@code :nodes} and {@code :most} are to be bound. */
    Query ofTwins() {
        String twins = TWINS.formatted(
                statements("source = same.id AND " + IS_SAME, "source"),
                statements("target = same.id AND " + IS_SAME, "target"));
        return atInstant(transaction.createQuery(SAME.formatted(twins)));
    }

    private String statements(String where, String first) {
        return asOf == null ? now(where) : then(where, first);
    }

    private Query atInstant(Query query) {
        return asOf == null ? query : query.bind("as_of", asOf.atOffset(ZoneOffset.UTC));
    }

    /** Selects the statements of producers about each edge from the cumulative view. */
    private static String now(String where) {
        return "SELECT source, type, target, producer, at, meta, asserted FROM dependencies.edge WHERE " + where;
    }

    /**
     * Selects the statements as of an instant from the events, in the order of the index that begins with {@code
     * first}.
     */
    private static String then(String where, String first) {
        String last = first.equals("source") ? "target" : "source";
        String key = first + ", type, " + last + ", producer";
        return "SELECT DISTINCT ON (" + key + ") source, type, target, producer, at, meta, asserted"
                + " FROM dependencies.event WHERE at <= :as_of AND " + where
                + " ORDER BY " + key + ", at DESC, seq DESC";
    }

    /** Returns the condition on the types of edges. */
    static String typesCondition(Set<EdgeType> types) {
        return types.isEmpty() ? "true" : "type = ANY (:types)";
    }

    /** Returns the stored codes of types. */
    static List<Integer> codes(Set<EdgeType> types) {
        return types.stream().map(EdgeType::code).toList();
    }

    /** Reads the edge in a row of {@link #EDGES}. */
    static Graph.Edge edge(ResultSet row) throws SQLException {
        String meta = row.getString("meta");
        return new Graph.Edge(
                row.getString(1),
                row.getString(2),
                EdgeType.of(row.getInt("type")),
                List.of((String[]) row.getArray("producers").getArray()),
                Timestamps.required(row, 5),
                DependencyEvent.storedMeta(meta));
    }
}
