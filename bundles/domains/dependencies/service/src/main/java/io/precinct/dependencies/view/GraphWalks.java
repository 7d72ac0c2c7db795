package io.precinct.dependencies.view;

import io.precinct.dependencies.event.EdgeType;
import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes within reach of a node at an instant, and paths between nodes, inside a transaction of the caller.
 * From a node to one that is the same is no step: both have the same distance. Valid only during that transaction; not
 * thread-safe.
 */
public final class GraphWalks {
    private final Transaction transaction;
    private final Said said;
    private final Twins twins;

    /**
     * Creates a view of the graph.
     *
     * @param asOf the instant, or null for now
     */
    public GraphWalks(Transaction transaction, @Nullable Instant asOf) {
        this.transaction = transaction;
        this.said = new Said(transaction, asOf);
        this.twins = new Twins(said);
    }

    /**
     * The limits of a walk.
     *
     * @param types the types of dependencies that are followed; empty for all
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
        nodes.forEach(node -> way.put(node, Objects.requireNonNull(reached.distances.get(node))));
        boolean deeper = nodes.isEmpty() && !truncated && goesOn(reached, walk);
        Graph between = graph(way, walk, nodes.isEmpty() && truncated, deeper);
        Map<String, Integer> places = new HashMap<>();
        between.nodes().forEach(node -> places.put(node.name(), places.size()));
        return new Graph(
                between.nodes(),
                between.edges().stream()
                        .filter(edge -> isStep(places, edge, walk.direction))
                        .toList(),
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
        Set<EdgeType> types = followed(walk);
        String where = end + " = ANY (:nodes) AND NOT " + other + " = ANY (:reached) AND " + Said.typesCondition(types);
        return said.query(Said.ANY, where, types, end)
                .bindArray("nodes", Integer.class, reached.frontier)
                .bindArray("reached", Integer.class, reached.distances.keySet())
                .mapTo(Boolean.class)
                .one();
    }

    /** Whether an edge leads from a node of a path to the next node, in a direction that is followed. */
    private static boolean isStep(Map<String, Integer> places, Graph.Edge edge, Direction direction) {
        int step = Objects.requireNonNull(places.get(edge.to())) - Objects.requireNonNull(places.get(edge.from()));
        boolean isEither = direction == Direction.BOTH || !edge.type().isDependency();
        return isEither ? Math.abs(step) == 1 : step == (direction == Direction.OUT ? 1 : -1);
    }

    /** The types of edges that a walk follows; empty for all that there are. */
    private Set<EdgeType> followed(Walk walk) {
        return walk.types.isEmpty() && twins.isAny() ? EdgeType.DEPENDENCIES : walk.types;
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

        void add(int from, int to, int distance) {
            distances.put(to, distance);
            before.put(to, from);
        }

        /** Whether a node that is searched for is reached; false if none is searched for. */
        boolean hasFound(@Nullable Integer end) {
            return end != null && distances.containsKey(end);
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
        boolean full = addTwins(reached, walk);
        for (int distance = 1; distance <= walk.depth && !full && !reached.hasFound(end); distance++) {
            if (reached.frontier.isEmpty()) {
                return false;
            }
            full = addNext(reached, walk, distance, end) || !reached.hasFound(end) && addTwins(reached, walk);
        }
        return full && !reached.hasFound(end);
    }

    /** Goes one level on, up to {@code end}; returns true if the limit on nodes ends the walk. */
    private boolean addNext(Reached reached, Walk walk, int distance, @Nullable Integer end) {
        List<Integer> next = new ArrayList<>();
        for (Step step : steps(reached.frontier, walk)) {
            if (reached.distances.containsKey(step.to)) {
                continue;
            }
            if (reached.distances.size() == walk.most) {
                return true;
            }
            reached.add(step.from, step.to, distance);
            next.add(step.to);
            if (reached.hasFound(end)) {
                return false;
            }
        }
        reached.frontier = next;
        return false;
    }

    /** Adds what is the same as the nodes of a level to that level; returns true if the limit on nodes ends the walk. */
    // @req:dependency-same
    private boolean addTwins(Reached reached, Walk walk) {
        Map<Integer, List<Integer>> around = twins.around(reached.frontier, walk.most + 1);
        List<Integer> level = new ArrayList<>(reached.frontier);
        for (int i = 0; !around.isEmpty() && i < level.size(); i++) {
            Integer node = level.get(i);
            for (Integer twin : around.getOrDefault(node, List.of())) {
                if (reached.distances.containsKey(twin)) {
                    continue;
                }
                if (reached.distances.size() == walk.most) {
                    return true;
                }
                reached.add(node, twin, Objects.requireNonNull(reached.distances.get(node)));
                level.add(twin);
            }
        }
        reached.frontier = level;
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
        Set<EdgeType> types = followed(walk);
        return said.query(Said.STEPS, end + " = ANY (:nodes) AND " + Said.typesCondition(types), types, end)
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
        Set<EdgeType> types = shown(walk);
        String where = "source = ANY (:nodes) AND target = ANY (:nodes) AND " + Said.typesCondition(types);
        List<Graph.Edge> edges = said.query(Said.EACH, where, types, "source")
                .bindArray("nodes", Integer.class, distances.keySet())
                .reduceResultSet(new SaidEdges(names), SaidEdges::add)
                .edges();
        List<Graph.Node> nodes = new ArrayList<>();
        distances.forEach((id, distance) -> nodes.add(new Graph.Node(Objects.requireNonNull(names.get(id)), distance)));
        return new Graph(nodes, edges, truncated, deeper);
    }

    /** The types of edges that a walk shows: those that it follows, and why nodes are the same. */
    private static Set<EdgeType> shown(Walk walk) {
        return walk.types.isEmpty()
                ? walk.types
                : Stream.concat(walk.types.stream(), Stream.of(EdgeType.SAME_AS))
                        .collect(Collectors.toSet());
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
