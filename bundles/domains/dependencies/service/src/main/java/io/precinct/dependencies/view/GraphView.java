package io.precinct.dependencies.view;

import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.StoredJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * What the events add up to at an instant, inside a transaction of the caller. Valid during that transaction only; not
 * thread-safe.
 */
public final class GraphView {
    /** Of each edge what its producers say: of now from the cumulative view, of then from the events. */
    private static final String NOW =
            "SELECT source, type, target, producer, at, meta, asserted FROM dependencies.edge" + " WHERE %s";

    private static final String THEN = "SELECT DISTINCT ON (%2$s, type, %3$s, producer)"
            + " source, type, target, producer, at, meta, asserted FROM dependencies.event WHERE at <= :as_of AND %1$s"
            + " ORDER BY %2$s, type, %3$s, producer, at DESC, seq DESC";

    /** Edges that somebody asserts, each once, with the names of their nodes. */
    private static final String EDGES =
            "SELECT s.name, t.name, e.type, e.producers, e.since, e.meta, e.source, e.target FROM"
                    + " (SELECT source, type, target, array_agg(producer ORDER BY producer) AS producers, min(at) AS since,"
                    + " (array_agg(meta ORDER BY at DESC))[1] AS meta FROM (%s) AS said WHERE asserted"
                    + " GROUP BY source, type, target) AS e"
                    + " JOIN dependencies.node s ON s.id = e.source JOIN dependencies.node t ON t.id = e.target";

    /** What is said of edges, what is said of the same edge together; the indexes have that order. */
    private static final String SAID =
            "SELECT source, type, target, producer, at, meta FROM (%s) AS said WHERE asserted"
                    + " ORDER BY source, type, target, producer";

    private static final String STEPS =
            "SELECT DISTINCT source, target FROM (%s) AS said WHERE asserted ORDER BY source, target";

    private final Transaction transaction;
    private final @Nullable Instant asOf;

    /**
     * The graph.
     *
     * @param asOf as of when, or null for now
     */
    public GraphView(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        this.asOf = asOf;
    }

    /**
     * Where a walk goes.
     *
     * @param types which edges are followed; empty for all
     * @param depth most edges from the beginning
     * @param most most nodes
     */
    public record Walk(Direction direction, Set<EdgeType> types, int depth, int most) {
        public Walk {
            types = Set.copyOf(types);
        }
    }

    /** The number of a node, or null. */
    @Nullable
    Integer number(String name) {
        return transaction
                .select("SELECT id FROM dependencies.node WHERE name = ?", name)
                .mapTo(Integer.class)
                .findOne()
                .orElse(null);
    }

    /** Whether anything was ever said of a node. */
    public boolean knows(String name) {
        return number(name) != null;
    }

    /** Everything within reach of a node, itself first, with the edges that were followed. Cycles end where they close. */
    public Graph reach(String name, Walk walk) {
        Integer start = number(name);
        if (start == null) {
            return new Graph(List.of(), List.of(), false);
        }
        var reached = new Reached(start);
        boolean truncated = expand(reached, walk, null);
        return graph(reached.distances, walk, truncated);
    }

    /** The shortest way along edges from a node to another; empty if there is none. */
    public Graph path(String from, String to, Walk walk) {
        Integer start = number(from);
        Integer end = number(to);
        if (start == null || end == null) {
            return new Graph(List.of(), List.of(), false);
        }
        var reached = new Reached(start);
        boolean truncated = expand(reached, walk, end);
        Map<Integer, Integer> way = new LinkedHashMap<>();
        List<Integer> nodes = reached.way(end);
        for (int i = 0; i < nodes.size(); i++) {
            way.put(nodes.get(i), i);
        }
        Graph between = graph(way, walk, nodes.isEmpty() && truncated);
        return new Graph(
                between.nodes(),
                between.edges().stream().filter(edge -> isStep(between, edge)).toList(),
                between.truncated());
    }

    /** Whether an edge leads from a node of a way to the next one. */
    private static boolean isStep(Graph way, Graph.Edge edge) {
        List<String> names = way.nodes().stream().map(Graph.Node::name).toList();
        return names.indexOf(edge.to()) == names.indexOf(edge.from()) + 1;
    }

    /** The nodes that a walk has reached, each with its distance and the node before it. */
    private static final class Reached {
        private final Map<Integer, Integer> distances = new LinkedHashMap<>();
        private final Map<Integer, Integer> before = new HashMap<>();
        private List<Integer> frontier;

        Reached(int start) {
            distances.put(start, 0);
            frontier = List.of(start);
        }

        /** From the start to a node; empty if it was not reached. */
        List<Integer> way(int end) {
            List<Integer> way = new ArrayList<>();
            if (distances.containsKey(end)) {
                for (Integer at = end; at != null; at = before.get(at)) {
                    way.addFirst(at);
                }
            }
            return way;
        }
    }

    /** Goes on level by level, up to {@code end} if there is one; true if there is more than was read. */
    private boolean expand(Reached reached, Walk walk, @Nullable Integer end) {
        for (int distance = 1; distance <= walk.depth && !reached.frontier.isEmpty(); distance++) {
            Set<Integer> next = new LinkedHashSet<>();
            for (Step step : steps(reached.frontier, walk)) {
                if (reached.distances.containsKey(step.to)) {
                    continue;
                }
                if (reached.distances.size() == walk.most) {
                    return true;
                }
                reached.distances.put(step.to, distance);
                reached.before.put(step.to, step.from);
                next.add(step.to);
                if (end != null && end == step.to) {
                    return false;
                }
            }
            reached.frontier = List.copyOf(next);
        }
        return false;
    }

    private record Step(int from, int to) {}

    private List<Step> steps(List<Integer> frontier, Walk walk) {
        List<Step> steps = new ArrayList<>();
        if (walk.direction != Direction.IN) {
            steps.addAll(steps(frontier, walk, "source", false));
        }
        if (walk.direction != Direction.OUT) {
            steps.addAll(steps(frontier, walk, "target", true));
        }
        return steps;
    }

    private List<Step> steps(List<Integer> frontier, Walk walk, String end, boolean backwards) {
        String said = said(end + " = ANY (:nodes) AND " + typesCondition(walk.types), end);
        return bound(transaction.createQuery(STEPS.formatted(said)), walk.types)
                .bindArray("nodes", Integer.class, frontier)
                .map((row, _) ->
                        backwards ? new Step(row.getInt(2), row.getInt(1)) : new Step(row.getInt(1), row.getInt(2)))
                .list();
    }

    /** The edges between some nodes, and their names. */
    private Graph graph(Map<Integer, Integer> distances, Walk walk, boolean truncated) {
        if (distances.isEmpty()) {
            return new Graph(List.of(), List.of(), truncated);
        }
        Map<Integer, String> names = names(distances.keySet());
        String said =
                said("source = ANY (:nodes) AND target = ANY (:nodes) AND " + typesCondition(walk.types), "source");
        List<Graph.Edge> edges = bound(transaction.createQuery(SAID.formatted(said)), walk.types)
                .bindArray("nodes", Integer.class, distances.keySet())
                .reduceResultSet(new SaidEdges(names), SaidEdges::add)
                .edges();
        List<Graph.Node> nodes = new ArrayList<>();
        distances.forEach((id, distance) -> nodes.add(new Graph.Node(Objects.requireNonNull(names.get(id)), distance)));
        return new Graph(nodes, edges, truncated);
    }

    private Map<Integer, String> names(Collection<Integer> ids) {
        return transaction
                .createQuery("SELECT id, name FROM dependencies.node WHERE id = ANY (:ids)")
                .bindArray("ids", Integer.class, ids)
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(row.getInt(1), row.getString(2));
                    return all;
                });
    }

    /**
     * A part of a list of edges.
     *
     * @param edges in the order of the numbers of their nodes
     * @param last the numbers of the last one if there are more, else null
     */
    public record Page(List<Graph.Edge> edges, @Nullable List<Object> last) {}

    private record Numbered(Graph.Edge edge, List<Object> key) {}

    /**
     * Edges after one.
     *
     * @param from node that they come from, or null for any
     * @param to node that they lead to, or null for any
     * @param after numbers of source, type and target, or null for the first part
     */
    public Page edges(
            @Nullable String from,
            @Nullable String to,
            Set<EdgeType> types,
            @Nullable List<? extends @Nullable Object> after,
            int limit) {
        Integer source = from == null ? null : number(from);
        Integer target = to == null ? null : number(to);
        if (from != null && source == null || to != null && target == null) {
            return new Page(List.of(), null);
        }
        String where = typesCondition(types)
                + (source == null ? "" : " AND source = :source")
                + (target == null ? "" : " AND target = :target")
                + (after == null ? "" : " AND (source, type, target) > (:after0, :after1, :after2)");
        String sql = EDGES.formatted(said(where, source == null && target != null ? "target" : "source"))
                + " ORDER BY e.source, e.type, e.target LIMIT :limit";
        Query query = bound(transaction.createQuery(sql), types).bind("limit", limit + 1);
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
                        edge(row), List.of(row.getInt("source"), row.getInt("type"), row.getInt("target"))))
                .list();
        boolean more = found.size() > limit;
        List<Numbered> shown = more ? found.subList(0, limit) : found;
        return new Page(shown.stream().map(Numbered::edge).toList(), more ? shown.getLast().key : null);
    }

    /**
     * A node in a list.
     *
     * @param name such as {@code service:cart}
     * @param dependencies edges from it
     * @param dependents edges to it
     * @param dangling whether no event ever said what it depends on
     */
    public record Listed(String name, long dependencies, long dependents, boolean dangling) {}

    /**
     * Nodes by name.
     *
     * @param kind what stands before the first colon, or null for any
     * @param part of the name, in whatever case, or null
     * @param after the name after which to begin, or null
     */
    public List<Listed> nodes(@Nullable String kind, @Nullable String part, @Nullable String after, int limit) {
        Map<Integer, String> names = transaction
                .createQuery(
                        "SELECT id, name FROM dependencies.node WHERE (:kind IS NULL OR starts_with(name, :kind || ':'))"
                                + " AND (:part IS NULL OR strpos(lower(name), lower(:part)) > 0)"
                                + " AND (:after IS NULL OR name > :after) ORDER BY name LIMIT :limit")
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
        Set<Integer> telling = transaction
                .createQuery("SELECT n.id FROM unnest(:nodes) AS n (id)"
                        + " WHERE EXISTS (SELECT FROM dependencies.event e WHERE e.source = n.id)")
                .bindArray("nodes", Integer.class, names.keySet())
                .mapTo(Integer.class)
                .set();
        List<Listed> nodes = new ArrayList<>();
        names.forEach((id, name) -> nodes.add(new Listed(
                name, dependencies.getOrDefault(id, 0L), dependents.getOrDefault(id, 0L), !telling.contains(id))));
        return nodes;
    }

    /**
     * How many nodes of a kind there are.
     *
     * @param kind what stands before the first colon of their names; null for names without one
     */
    public record KindCount(@Nullable String kind, long nodes) {}

    /**
     * What there is.
     *
     * @param kinds of nodes, the most frequent first; at most 100
     * @param edges that somebody asserts
     * @param isMore whether there are more edges, which were not counted
     */
    public record Counts(List<KindCount> kinds, long edges, boolean isMore) {
        public Counts {
            kinds = List.copyOf(kinds);
        }
    }

    /** Counts nodes, and edges as far as {@code mostEdges}. */
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

    /** The whole graph; null if it has more nodes or edges. */
    public @Nullable Graph whole(int mostNodes, int mostEdges) {
        Page page = edges(null, null, Set.of(), null, mostEdges);
        Graph whole = Graph.of(page.edges(), page.last() != null);
        return whole.truncated() || whole.nodes().size() > mostNodes ? null : whole;
    }

    private Map<Integer, Long> counts(String end, Set<Integer> nodes) {
        String edges = "SELECT DISTINCT source, type, target FROM (" + said(end + " = ANY (:nodes)", end)
                + ") AS said WHERE asserted";
        return bound(
                        transaction.createQuery(
                                "SELECT " + end + ", count(*) FROM (" + edges + ") AS edges GROUP BY " + end),
                        Set.of())
                .bindArray("nodes", Integer.class, nodes)
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(row.getInt(1), row.getLong(2));
                    return all;
                });
    }

    /** The numbers of an edge. */
    private record Key(int source, int type, int target) {}

    /**
     * What differs between two instants.
     *
     * @param added edges that came
     * @param removed edges that went, as they were
     * @param changed edges whose producers or metadata are others, as they are
     * @param truncated whether there is more than was read
     */
    public record Differences(
            List<Graph.Edge> added, List<Graph.Edge> removed, List<Graph.Edge> changed, boolean truncated) {}

    /** What differs between two instants, of at most so many edges about which something was said. */
    public static Differences differences(Transaction transaction, Instant since, Instant until, int most) {
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
        Map<Key, Graph.Edge> before = new GraphView(transaction, since).at(keys);
        Map<Key, Graph.Edge> after = new GraphView(transaction, until).at(keys);
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
        return new Differences(added, removed, changed, truncated);
    }

    private Map<Key, Graph.Edge> at(List<Key> keys) {
        String where = "(source, type, target) IN (SELECT * FROM unnest(:sources, :kinds, :targets))";
        return bound(transaction.createQuery(EDGES.formatted(said(where, "source"))), Set.of())
                .bindArray(
                        "sources", Integer.class, keys.stream().map(Key::source).toList())
                .bindArray("kinds", Integer.class, keys.stream().map(Key::type).toList())
                .bindArray(
                        "targets", Integer.class, keys.stream().map(Key::target).toList())
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.put(new Key(row.getInt("source"), row.getInt("type"), row.getInt("target")), edge(row));
                    return all;
                });
    }

    private String said(String where, String first) {
        if (asOf == null) {
            return NOW.formatted(where);
        }
        return THEN.formatted(where, first, first.equals("source") ? "target" : "source");
    }

    private static String typesCondition(Set<EdgeType> types) {
        return types.isEmpty() ? "true" : "type = ANY (:types)";
    }

    private Query bound(Query query, Set<EdgeType> types) {
        if (asOf != null) {
            query.bind("as_of", asOf.atOffset(ZoneOffset.UTC));
        }
        if (!types.isEmpty()) {
            query.bindArray(
                    "types", Integer.class, types.stream().map(EdgeType::code).toList());
        }
        return query;
    }

    private static Graph.Edge edge(ResultSet row) throws SQLException {
        String meta = row.getString("meta");
        return new Graph.Edge(
                row.getString(1),
                row.getString(2),
                EdgeType.of(row.getInt("type")),
                List.of((String[]) row.getArray("producers").getArray()),
                Timestamps.required(row, 5),
                meta == null ? null : StoredJson.map(meta));
    }
}
