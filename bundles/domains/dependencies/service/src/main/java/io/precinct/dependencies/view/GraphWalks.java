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
 * Finds the nodes within reach of a node at an instant, and paths between nodes, inside a transaction of the caller.
 * Valid only during that transaction; not thread-safe.
 */
public final class GraphWalks {
    private final Transaction transaction;
    private final Said said;

    /**
     * Creates a view of the graph.
     *
     * @param asOf the instant, or null for now
     */
    public GraphWalks(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        this.said = new Said(transaction, asOf);
    }

    /**
     * The limits of a walk.
     *
     * @param types the types of edges that are followed; empty for all
     * @param depth most edges from the start
     * @param most most nodes
     * @param bounded whether the depth is a limit, beyond which there may be more, or part of the question
     */
    public record Walk(Direction direction, Set<EdgeType> types, int depth, int most, boolean bounded) {
        public Walk {
            types = Set.copyOf(types);
        }
    }

    /** Whether any event ever named a node. */
    public boolean knows(String name) {
        return said.number(name) != null;
    }

    /**
     * Returns all nodes within reach of a node, the node itself first, with the edges between them. A node is visited
     * only once, so cycles end.
     */
    public Graph reach(String name, Walk walk) {
        Integer start = said.number(name);
        if (start == null) {
            return new Graph(List.of(), List.of(), false);
        }
        var reached = new Reached(start);
        boolean truncated = expand(reached, walk, null);
        return graph(reached.distances, walk, truncated, !truncated && goesOn(reached, walk));
    }

    /** Returns the shortest path along edges between two nodes; empty if there is none. */
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
        boolean deeper = nodes.isEmpty() && !truncated && goesOn(reached, walk);
        Graph between = graph(way, walk, nodes.isEmpty() && truncated, deeper);
        return new Graph(
                between.nodes(),
                between.edges().stream().filter(edge -> isStep(between, edge)).toList(),
                between.truncated(),
                deeper);
    }

    /** Whether edges lead on from where a walk has ended at its depth. */
    private boolean goesOn(Reached reached, Walk walk) {
        return walk.bounded
                && !reached.frontier.isEmpty()
                && (walk.direction != Direction.IN && goesOn(reached, walk, "source", "target")
                        || walk.direction != Direction.OUT && goesOn(reached, walk, "target", "source"));
    }

    private boolean goesOn(Reached reached, Walk walk, String end, String other) {
        String where =
                end + " = ANY (:nodes) AND NOT " + other + " = ANY (:reached) AND " + Said.typesCondition(walk.types);
        return said.query(Said.ANY, where, walk.types, end)
                .bindArray("nodes", Integer.class, reached.frontier)
                .bindArray("reached", Integer.class, reached.distances.keySet())
                .mapTo(Boolean.class)
                .one();
    }

    /** Whether an edge leads from a node of a path to the next node. */
    private static boolean isStep(Graph way, Graph.Edge edge) {
        List<String> names = way.nodes().stream().map(Graph.Node::name).toList();
        return names.indexOf(edge.to()) == names.indexOf(edge.from()) + 1;
    }

    /** The nodes that a walk has reached, each with its distance and its predecessor. */
    private static final class Reached {
        private final Map<Integer, Integer> distances = new LinkedHashMap<>();
        private final Map<Integer, Integer> before = new HashMap<>();
        private List<Integer> frontier;

        Reached(int start) {
            distances.put(start, 0);
            frontier = List.of(start);
        }

        /** Returns the path from the start to a node; empty if the node was not reached. */
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

    /**
     * Expands level by level, up to {@code end} if there is one; returns true if the limit on nodes ended the walk.
     */
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

    /** Returns the graph of some nodes, with their names and the edges between them. */
    private Graph graph(Map<Integer, Integer> distances, Walk walk, boolean truncated, boolean deeper) {
        if (distances.isEmpty()) {
            return new Graph(List.of(), List.of(), truncated, deeper);
        }
        Map<Integer, String> names = names(distances.keySet());
        String where = "source = ANY (:nodes) AND target = ANY (:nodes) AND " + Said.typesCondition(walk.types);
        List<Graph.Edge> edges = said.query(Said.EACH, where, walk.types, "source")
                .bindArray("nodes", Integer.class, distances.keySet())
                .reduceResultSet(new SaidEdges(names), SaidEdges::add)
                .edges();
        List<Graph.Node> nodes = new ArrayList<>();
        distances.forEach((id, distance) -> nodes.add(new Graph.Node(Objects.requireNonNull(names.get(id)), distance)));
        return new Graph(nodes, edges, truncated, deeper);
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
