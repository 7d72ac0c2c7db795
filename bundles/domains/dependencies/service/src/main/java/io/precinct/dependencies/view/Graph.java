package io.precinct.dependencies.view;

import io.precinct.dependencies.event.EdgeType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of the graph.
 *
 * @param nodes the nodes in the order in which they were found
 * @param edges the edges between them
 * @param truncated whether the part is incomplete because of a limit on nodes or edges
 * @param deeper whether a walk ended at its depth, although there is more behind it
 */
public record Graph(List<Node> nodes, List<Edge> edges, boolean truncated, boolean deeper) {
    /** A part that was not found by a walk, or by one that ended before its depth. */
    public Graph(List<Node> nodes, List<Edge> edges, boolean truncated) {
        this(nodes, edges, truncated, false);
    }

    public Graph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** Returns the graph of some edges and their nodes, which have distance 0. */
    public static Graph of(List<Edge> edges, boolean truncated) {
        List<Node> nodes = edges.stream()
                .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                .distinct()
                .map(name -> new Node(name, 0))
                .toList();
        return new Graph(nodes, edges, truncated);
    }

    /**
     * A node.
     *
     * @param name such as {@code service:cart}
     * @param distance number of dependencies from the start of the part; 0 if it has no start
     */
    public record Node(String name, int distance) {
        /** Returns the text before the first colon of the name, such as {@code service}; null without a colon. */
        public @Nullable String kind() {
            int colon = name.indexOf(':');
            return colon < 0 ? null : name.substring(0, colon);
        }
    }

    /**
     * An edge that at least one producer asserts.
     *
     * @param from the node that depends on the other, or is the same
     * @param to the node that is depended on, or is the same
     * @param producers the producers that assert the edge, sorted
     * @param since the earliest of the times that they state
     * @param meta the metadata of the latest statement, or null
     */
    public record Edge(
            String from,
            String to,
            EdgeType type,
            List<String> producers,
            Instant since,
            @Nullable Map<String, @Nullable Object> meta) {
        public Edge {
            producers = List.copyOf(producers);
        }
    }
}
