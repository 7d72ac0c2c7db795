package io.precinct.dependencies.view;

import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is within reach of a node at an instant, and the ways between nodes, inside a transaction of the caller. Valid during that transaction only; not thread-safe.
 */
public final class GraphWalks {
    private final Transaction transaction;
    private final Said said;

    /**
     * The graph.
     *
     * @param asOf as of when, or null for now
     */
    public GraphWalks(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        this.said = new Said(transaction, asOf);
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

    /** Whether anything was ever said of a node. */
    public boolean knows(String name) {
        return said.number(name) != null;
    }

    /** Everything within reach of a node, itself first, with the edges that were followed. Cycles end where they close. */
    public Graph reach(String name, Walk walk) {
        Integer start = said.number(name);
        if (start == null) {
            return new Graph(List.of(), List.of(), false);
        }
        var reached = new Reached(start);
        boolean truncated = expand(reached, walk, null);
        return graph(reached.distances, walk, truncated);
    }

    /** The shortest way along edges from a node to another; empty if there is none. */
    public Graph path(String from, String to, Walk walk) {
        Integer start = said.number(from);
        Integer end = said.number(to);
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
        return said.query(Said.STEPS, end + " = ANY (:nodes) AND " + Said.typesCondition(walk.types), walk.types, end)
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
        String where = "source = ANY (:nodes) AND target = ANY (:nodes) AND " + Said.typesCondition(walk.types);
        List<Graph.Edge> edges = said.query(Said.EACH, where, walk.types, "source")
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
}
