package io.precinct.dependencies.view;

import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Lists and counts edges and nodes at an instant, inside a transaction of the caller. Valid only during that
 * transaction; not thread-safe.
 */
public final class GraphLists {
    /** About how many nodes are looked at to find whether those of a page are the same as others. */
    private static final int MOST_TWINS = 100_000;

    private final Transaction transaction;
    private final Said said;
    private final Twins twins;

    /**
     * Creates a view of the graph.
     *
     * @param asOf the instant, or null for now
     */
    public GraphLists(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        this.said = new Said(transaction, asOf);
        this.twins = new Twins(said);
    }

    /**
     * A page of a list of edges.
     *
     * @param edges the edges, sorted by the numbers of their nodes
     * @param last the numbers of the last edge if there are more, else null
     */
    public record Page(List<Graph.Edge> edges, @Nullable List<Object> last) {}

    private record Numbered(Graph.Edge edge, List<Object> key) {}

    /**
     * Returns a page of edges.
     *
     * @param from the source node, or null for any
     * @param to the target node, or null for any
     * @param after numbers of source, type and target, or null for the first page
     */
    public Page edges(
            @Nullable String from,
            @Nullable String to,
            Set<EdgeType> types,
            @Nullable List<? extends @Nullable Object> after,
            int limit) {
        Integer source = from == null ? null : said.number(from);
        Integer target = to == null ? null : said.number(to);
        if (from != null && source == null || to != null && target == null) {
            return new Page(List.of(), null);
        }
        String where = Said.typesCondition(types)
                + (source == null ? "" : " AND source = :source")
                + (target == null ? "" : " AND target = :target")
                + (after == null ? "" : " AND (source, type, target) > (:after0, :after1, :after2)");
        String sql = Said.EDGES + " ORDER BY e.source, e.type, e.target LIMIT :limit";
        Query query = said.query(sql, where, types, source == null && target != null ? "target" : "source")
                .bind("limit", limit + 1);
        if (source != null) {
            query.bind("source", source);
        }
        if (target != null) {
            query.bind("target", target);
        }
        for (int i = 0; after != null && i < 3; i++) {
            query.bind("after" + i, ((Number) Objects.requireNonNull(after.get(i))).intValue());
        }
        List<Numbered> found = query.map((row, _) -> new Numbered(
                        Said.edge(row), List.of(row.getInt("source"), row.getInt("type"), row.getInt("target"))))
                .list();
        boolean more = found.size() > limit;
        List<Numbered> shown = more ? found.subList(0, limit) : found;
        return new Page(shown.stream().map(Numbered::edge).toList(), more ? shown.getLast().key : null);
    }

    /**
     * A node in a list.
     *
     * @param name such as {@code service:cart}
     * @param dependencies number of dependencies from the node
     * @param dependents number of dependencies on the node
     * @param dangling whether nobody states a dependency of the node, or of one that is the same. What a producer other
     *     than an importer ever stated counts even if it was withdrawn: then the node is known to have no dependency. An
     *     importer withdraws what no file states any more
     */
    public record Listed(String name, long dependencies, long dependents, boolean dangling) {}

    /**
     * Returns nodes that have an edge, sorted by name.
     *
     * @param kind the text before the first colon, or null for any
     * @param part a part of the name, ignoring case, or null
     * @param after the name after which to begin, or null
     */
    public List<Listed> nodes(@Nullable String kind, @Nullable String part, @Nullable String after, int limit) {
        Map<Integer, String> names = said.ofNodesWithEdges(
                        "SELECT id, name FROM dependencies.node n WHERE (:kind IS NULL OR starts_with(name, :kind || ':'))"
                                + " AND (:part IS NULL OR strpos(lower(name), lower(:part)) > 0)"
                                + " AND (:after IS NULL OR name > :after) AND %s ORDER BY name LIMIT :limit")
                .bindByType("kind", kind, String.class)
                .bindByType("part", part, String.class)
                .bindByType("after", after, String.class)
                .bind("limit", limit)
                .reduceResultSet(new LinkedHashMap<>(), (all, row, _) -> {
                    all.put(row.getInt(1), row.getString(2));
                    return all;
                });
        Map<Integer, Long> dependencies = counts("source", names.keySet());
        Map<Integer, Long> dependents = counts("target", names.keySet());
        Set<Integer> telling = telling(names.keySet(), dependencies.keySet());
        List<Listed> nodes = new ArrayList<>();
        names.forEach((id, name) -> nodes.add(new Listed(
                name, dependencies.getOrDefault(id, 0L), dependents.getOrDefault(id, 0L), !telling.contains(id))));
        return nodes;
    }

    /** Returns those of some nodes that are not dangling, among them those with dependencies. */
    private Set<Integer> telling(Set<Integer> nodes, Set<Integer> depending) {
        Set<Integer> telling = withFormer(nodes, depending);
        Set<Integer> silent = new HashSet<>(nodes);
        silent.removeAll(telling);
        Map<Integer, List<Integer>> around = twins.around(silent, MOST_TWINS);
        if (!around.isEmpty()) {
            Set<Integer> same = around.keySet();
            telling.addAll(Twins.closed(withFormer(same, counts("source", same).keySet()), around));
        }
        return telling;
    }

    /** Adds those of some nodes of which a producer other than an importer ever stated a dependency. */
    private Set<Integer> withFormer(Set<Integer> nodes, Set<Integer> depending) {
        Set<Integer> others = new HashSet<>(nodes);
        others.removeAll(depending);
        Set<Integer> all = new HashSet<>(depending);
        all.addAll(transaction
                .createQuery("SELECT n.id FROM unnest(:nodes) AS n (id) WHERE EXISTS (SELECT FROM dependencies.event e"
                        + " WHERE e.source = n.id AND " + Said.typesCondition(EdgeType.DEPENDENCIES)
                        + " AND producer NOT LIKE '" + ProducedEvents.IMPORT + "%')")
                .bindArray("nodes", Integer.class, others)
                .bindArray("types", Integer.class, Said.codes(EdgeType.DEPENDENCIES))
                .mapTo(Integer.class)
                .list());
        return all;
    }

    /**
     * The number of nodes of a kind.
     *
     * @param kind the text before the first colon of their names; null for names without one
     */
    public record KindCount(@Nullable String kind, long nodes) {}

    /**
     * The size of the graph.
     *
     * @param kinds the kinds of nodes, most frequent first; at most 100
     * @param edges the number of edges that some producer asserts
     * @param isMore whether there are more edges, which were not counted
     */
    public record Counts(List<KindCount> kinds, long edges, boolean isMore) {
        public Counts {
            kinds = List.copyOf(kinds);
        }
    }

    /** Counts all nodes, and edges up to {@code mostEdges}. */
    public Counts counts(long mostEdges) {
        List<KindCount> kinds = transaction
                .select("SELECT CASE WHEN strpos(name, ':') > 0 THEN split_part(name, ':', 1) END AS kind, count(*)"
                        + " FROM dependencies.node GROUP BY kind ORDER BY count(*) DESC, kind LIMIT 100")
                .map((row, _) -> new KindCount(row.getString(1), row.getLong(2)))
                .list();
        long edges = transaction
                .createQuery("SELECT count(*) FROM (SELECT DISTINCT source, type, target FROM dependencies.edge"
                        + " WHERE asserted LIMIT :most) AS counted")
                .bind("most", mostEdges + 1)
                .mapTo(Long.class)
                .one();
        return new Counts(kinds, Math.min(edges, mostEdges), edges > mostEdges);
    }

    /** Returns the whole graph; null if it exceeds one of the limits. */
    public @Nullable Graph whole(int mostNodes, int mostEdges) {
        Page page = edges(null, null, Set.of(), null, mostEdges);
        Graph whole = Graph.of(page.edges(), page.last() != null);
        return whole.truncated() || whole.nodes().size() > mostNodes ? null : whole;
    }

    private Map<Integer, Long> counts(String end, Set<Integer> nodes) {
        String edges = "SELECT DISTINCT source, type, target FROM (%s) AS said WHERE asserted";
        return said.query(
                        "SELECT " + end + ", count(*) FROM (" + edges + ") AS edges GROUP BY " + end,
                        end + " = ANY (:nodes) AND " + Said.typesCondition(EdgeType.DEPENDENCIES),
                        EdgeType.DEPENDENCIES,
                        end)
                .bindArray("nodes", Integer.class, nodes)
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(row.getInt(1), row.getLong(2));
                    return all;
                });
    }
}
