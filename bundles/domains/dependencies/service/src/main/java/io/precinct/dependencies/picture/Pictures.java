package io.precinct.dependencies.picture;

import io.precinct.common.cache.WeightedLru;
import io.precinct.common.digest.Digests;
import io.precinct.dependencies.view.Graph;
import io.precinct.lib.elk.LayeredLayout;
import io.precinct.rest.api.Refusal;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Draws parts of the graph and caches the latest pictures. Thread-safe. */
public final class Pictures {
    /** Most nodes of a picture. */
    public static final int MOST_NODES = 1_000;

    /** Most edges of a picture. */
    public static final int MOST_EDGES = 3_000;

    private static final Duration TIME = Duration.ofSeconds(10);
    static final Drawer DRAWER =
            (graph, isMeasured, suffix, digest, isOver) -> new Drawing(graph, isMeasured, suffix).draw(digest, isOver);
    private static final long MOST_KEPT = 16L << 20;

    private final Duration time;
    private final WeightedLru<String, Picture> kept = new WeightedLru<>(MOST_KEPT, Picture::weight);
    private final DrawingThreads threads;
    private final Drawer drawer;

    /** Draws a picture. */
    @FunctionalInterface
    interface Drawer {
        /** Draws a picture; throws {@link LayeredLayout.GivenUp} soon after {@code isOver} returns true. */
        Picture draw(Graph graph, boolean isMeasured, String suffix, String digest, BooleanSupplier isOver);
    }

    /** Creates an instance with an empty cache. */
    public Pictures() {
        this(TIME, DRAWER);
    }

    /** Creates an instance that abandons drawings that run too long. */
    Pictures(Duration time, Drawer drawer) {
        this.time = time;
        this.drawer = drawer;
        threads = new DrawingThreads(time);
    }

    /** Returns why a part of the graph is too large for a picture, as text for people; null if it is not. */
    public static @Nullable String tooLarge(Graph graph) {
        return graph.nodes().size() <= MOST_NODES && graph.edges().size() <= MOST_EDGES && !graph.truncated()
                ? null
                : String.format(
                        Locale.ROOT,
                        "this part of the graph has %s%,d nodes and %,d edges, a picture at most %,d and %,d; ask for"
                                + " less depth, one direction or one type, or begin at another node",
                        graph.truncated() ? "more than " : "",
                        graph.nodes().size(),
                        graph.edges().size(),
                        MOST_NODES,
                        MOST_EDGES);
    }

    /**
     * Returns the picture of a part of the graph. The result does not depend on the order of nodes and edges.
     *
     * @param isMeasured whether distances are shown
     * @param suffix further parameters of the links, encoded, such as {@code &type=client-of}
     * @throws Refusal if the part is too large or takes too long, or too many drawings are running
     */
    public Picture of(Graph graph, boolean isMeasured, String suffix) {
        String reason = tooLarge(graph);
        if (reason != null) {
            throw refused(reason);
        }
        Graph sorted = sorted(graph);
        String digest = digest(sorted, isMeasured, suffix);
        Picture known = kept.get(digest);
        return known != null ? known : kept.keep(digest, draw(sorted, digest, isMeasured, suffix));
    }

    private Picture draw(Graph graph, String digest, boolean isMeasured, String suffix) {
        Picture drawn = threads.draw(isOver -> drawer.draw(graph, isMeasured, suffix, digest, isOver));
        if (drawn == null) {
            throw refused("this part of the graph was not laid out within " + time.toMillis()
                    + " ms; ask for less depth, one direction or one type");
        }
        return drawn;
    }

    private static Refusal refused(String reason) {
        return Refusal.invalid("?format", "bounds", reason, null);
    }

    private static Graph sorted(Graph graph) {
        return new Graph(
                graph.nodes().stream()
                        .sorted(Comparator.comparingInt(Graph.Node::distance).thenComparing(Graph.Node::name))
                        .toList(),
                graph.edges().stream()
                        .sorted(Comparator.comparing(Graph.Edge::from)
                                .thenComparing(Graph.Edge::to)
                                .thenComparing(Graph.Edge::type))
                        .toList(),
                graph.truncated(),
                graph.deeper());
    }

    /** Returns a digest. Each text is preceded by its length, so that different names never give the same text. */
    private static String digest(Graph graph, boolean isMeasured, String suffix) {
        var text = new StringBuilder().append(isMeasured).append(suffix);
        graph.nodes()
                .forEach(node -> text.append('\n')
                        .append(node.distance())
                        .append(' ')
                        .append(node.name().length())
                        .append(node.name()));
        graph.edges()
                .forEach(edge -> text.append('\n')
                        .append(edge.type().wireName())
                        .append(edge.from().length())
                        .append(' ')
                        .append(edge.from())
                        .append(edge.to()));
        return Digests.sha256Hex(text.toString());
    }
}
