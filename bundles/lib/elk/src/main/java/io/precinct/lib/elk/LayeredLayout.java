package io.precinct.lib.elk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.NodePlacementStrategy;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.IElkProgressMonitor;
import org.eclipse.elk.core.util.NullElkProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.ElkPort;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Places boxes in layers from left to right and draws lines between them in right angles. The same boxes and lines in
 * the same order are placed in the same way in every process. Cycles and boxes without lines are placed as well.
 * Stateless, hence thread-safe.
 *
 * <p>Lengths are in the unit in which the boxes are measured; y grows downwards.
 */
public final class LayeredLayout {
    private static final double MARGIN = 12;
    private static final double BETWEEN_BOXES = 9;
    private static final double BETWEEN_LAYERS = 26;
    private static final double BESIDE_BOXES = 5;
    private static final double BETWEEN_LINES = 4;
    private static final int SEED = 1;

    /** The largest number of lines that are straightened; with more lines, this would take too long. */
    private static final int MOST_STRAIGHTENED = 600;

    static {
        // Otherwise the library would register this while it searches the class path for its algorithms.
        LayoutMetaDataService.initElkReflect();
    }

    private LayeredLayout() {}

    /** The size of a box; both lengths are positive. */
    public record Box(double width, double height) {}

    /**
     * A line from a box to another, or to itself.
     *
     * @param from index of a box
     * @param to index of a box
     * @param kind lines of the same kind that begin or end at the same box share that part of their way. Each line
     *     shares only the end at which more lines meet, so that a reader who follows the line reaches only its other
     *     end
     */
    public record Line(int from, int to, int kind) {}

    /** The place at a box where lines of a kind begin, or where they end. */
    private record Meeting(int box, int kind, boolean isEnd) {
        static Meeting begin(Line line) {
            return new Meeting(line.from, line.kind, false);
        }

        static Meeting end(Line line) {
            return new Meeting(line.to, line.kind, true);
        }
    }

    /** A point. */
    public record Point(double x, double y) {}

    /**
     * The result of a layout.
     *
     * @param width width of everything together, with a margin
     * @param height height of everything together, with a margin
     * @param corners the upper left corner of each box, in the order of the boxes
     * @param ways the points of each line from beginning to end, at least two, in the order of the lines
     */
    public record Placed(double width, double height, List<Point> corners, List<List<Point>> ways) {
        public Placed {
            corners = List.copyOf(corners);
            ways = ways.stream().map(List::copyOf).toList();
        }
    }

    /** Thrown if the layout was given up. */
    public static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivenUp() {
            super("the layout was given up", null, false, false);
        }
    }

    /**
     * Places boxes and lines. Takes about a second for 500 boxes and 1,000 lines the first time. The time grows faster
     * than the number of lines, so callers must limit both.
     *
     * @param isOver called dozens of times between the steps of the layout; true to give up
     * @throws GivenUp if {@code isOver} returns true
     * @throws IndexOutOfBoundsException if a line begins or ends at no box
     */
    public static Placed place(List<Box> boxes, List<Line> lines, BooleanSupplier isOver) {
        ElkNode graph = graph(lines.size() <= MOST_STRAIGHTENED);
        List<ElkNode> nodes = new ArrayList<>(boxes.size());
        for (Box box : boxes) {
            ElkNode node = ElkGraphUtil.createNode(graph);
            node.setDimensions(box.width, box.height);
            // of the parts that are not connected by lines, the part with the most boxes comes first
            node.setProperty(LayeredOptions.PRIORITY, 1);
            nodes.add(node);
        }
        List<ElkEdge> edges = edges(nodes, lines);
        var monitor = new Monitor(isOver);
        monitor.check();
        new LayeredLayoutProvider().layout(graph, monitor);
        monitor.check();
        return new Placed(
                graph.getWidth(),
                graph.getHeight(),
                nodes.stream().map(node -> new Point(node.getX(), node.getY())).toList(),
                edges.stream().map(LayeredLayout::way).toList());
    }

    private static List<ElkEdge> edges(List<ElkNode> nodes, List<Line> lines) {
        Map<Meeting, Integer> meeting = new HashMap<>();
        for (Line line : lines) {
            meeting.merge(Meeting.begin(line), 1, Integer::sum);
            meeting.merge(Meeting.end(line), 1, Integer::sum);
        }
        Map<Meeting, ElkPort> ports = new HashMap<>();
        List<ElkEdge> edges = new ArrayList<>(lines.size());
        for (Line line : lines) {
            Meeting begin = Meeting.begin(line);
            Meeting end = Meeting.end(line);
            ElkNode from = nodes.get(line.from);
            ElkNode to = nodes.get(line.to);
            if (meeting.getOrDefault(end, 0) >= meeting.getOrDefault(begin, 0)) {
                edges.add(ElkGraphUtil.createSimpleEdge(
                        from, ports.computeIfAbsent(end, _ -> ElkGraphUtil.createPort(to))));
            } else {
                edges.add(ElkGraphUtil.createSimpleEdge(
                        ports.computeIfAbsent(begin, _ -> ElkGraphUtil.createPort(from)), to));
            }
        }
        return edges;
    }

    private static ElkNode graph(boolean isStraightened) {
        ElkNode graph = ElkGraphUtil.createGraph();
        graph.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
        graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        // the usual placement leaves large gaps so that long lines are straight
        graph.setProperty(
                LayeredOptions.NODE_PLACEMENT_STRATEGY,
                isStraightened ? NodePlacementStrategy.NETWORK_SIMPLEX : NodePlacementStrategy.SIMPLE);
        graph.setProperty(LayeredOptions.RANDOM_SEED, SEED);
        graph.setProperty(LayeredOptions.PADDING, new ElkPadding(MARGIN));
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE, BETWEEN_BOXES);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
        graph.setProperty(LayeredOptions.SPACING_EDGE_NODE, BESIDE_BOXES);
        graph.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, BESIDE_BOXES);
        graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE, BETWEEN_LINES);
        graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, BETWEEN_LINES);
        return graph;
    }

    private static List<Point> way(ElkEdge edge) {
        List<Point> way = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            way.add(new Point(section.getStartX(), section.getStartY()));
            for (ElkBendPoint bend : section.getBendPoints()) {
                way.add(new Point(bend.getX(), bend.getY()));
            }
            way.add(new Point(section.getEndX(), section.getEndY()));
        }
        return way;
    }

    /**
     * Checks whether to give up. Each step of the layout requests a sub-monitor, and some steps check for cancellation.
     */
    private static final class Monitor extends NullElkProgressMonitor {
        private final BooleanSupplier isOver;

        Monitor(BooleanSupplier isOver) {
            this.isOver = isOver;
        }

        void check() {
            if (isOver.getAsBoolean()) {
                throw new GivenUp();
            }
        }

        @Override
        public boolean begin(String name, float totalWork) {
            check();
            return super.begin(name, totalWork);
        }

        @Override
        public boolean isCanceled() {
            check();
            return false;
        }

        @Override
        public IElkProgressMonitor subTask(float work) {
            check();
            return this;
        }
    }
}
