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
 * @param nodes in the order in which they were found
 * @param edges between them
 * @param truncated whether there is more than was read
 */
public record Graph(List<Node> nodes, List<Edge> edges, boolean truncated) {
    public Graph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** Edges with their nodes, which have no distance. */
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
     * @param distance edges from where the part begins; 0 where it has no beginning
     */
    public record Node(String name, int distance) {
        /** What stands before the first colon of its name, such as {@code service}; null without a colon. */
        public @Nullable String kind() {
            int colon = name.indexOf(':');
            return colon < 0 ? null : name.substring(0, colon);
        }
    }

    /**
     * An edge that some producer asserts.
     *
     * @param from the node that depends on the other
     * @param to the node that is depended on
     * @param producers who assert it, sorted
     * @param since the earliest of the times that they name
     * @param meta as the latest of them knows it, or null
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
