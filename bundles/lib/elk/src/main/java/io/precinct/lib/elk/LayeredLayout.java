package io.precinct.lib.elk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
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
 * Places boxes in layers from left to right and leads lines between them in right angles. The same boxes and lines in the
 * same order are placed the same way, in every process. Cycles and boxes without lines are placed as well. Stateless,
 * hence thread-safe.
 *
 * <p>Lengths are in the unit in which the boxes are measured, y grows downwards.
 */
public final class LayeredLayout {
    private static final double MARGIN = 12;
    private static final double BETWEEN_BOXES = 14;
    private static final double BETWEEN_LAYERS = 34;
    private static final double BESIDE_BOXES = 8;
    private static final double BETWEEN_LINES = 6;
    private static final int SEED = 1;

    static {
        // What the library would otherwise register while it looks for its algorithms on the class path.
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
     * @param kind lines of the same kind to the same box arrive together, and share the end of their way
     */
    public record Line(int from, int to, int kind) {}

    /** A point. */
    public record Point(double x, double y) {}

    /**
     * Where everything stands.
     *
     * @param width of all together, with a margin
     * @param height of all together, with a margin
     * @param corners the upper left corner of each box, in the order of the boxes
     * @param ways the points of each line from beginning to end, at least two, in the order of the lines
     */
    public record Placed(double width, double height, List<Point> corners, List<List<Point>> ways) {
        public Placed {
            corners = List.copyOf(corners);
            ways = ways.stream().map(List::copyOf).toList();
        }
    }

    /** The layout was given up. */
    public static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivenUp() {
            super("the layout was given up", null, false, false);
        }
    }

    /**
     * Places boxes and lines. Takes about a second for 500 boxes and 1,000 lines the first time, and grows faster than the
     * number of lines: callers bound both.
     *
     * @param isOver asked between the steps of the layout, dozens of times, whether to give up
     * @throws GivenUp if {@code isOver} says so
     * @throws IndexOutOfBoundsException if a line leads from or to no box
     */
    public static Placed place(List<Box> boxes, List<Line> lines, BooleanSupplier isOver) {
        ElkNode graph = graph();
        List<ElkNode> nodes = new ArrayList<>(boxes.size());
        for (Box box : boxes) {
            ElkNode node = ElkGraphUtil.createNode(graph);
            node.setDimensions(box.width, box.height);
            // of parts that no line connects, the one with most boxes comes first
            node.setProperty(LayeredOptions.PRIORITY, 1);
            nodes.add(node);
        }
        List<ElkEdge> edges = new ArrayList<>(lines.size());
        Map<List<Integer>, ElkPort> arrivals = new HashMap<>();
        for (Line line : lines) {
            ElkPort arrival = arrivals.computeIfAbsent(
                    List.of(line.to, line.kind), _ -> ElkGraphUtil.createPort(nodes.get(line.to)));
            edges.add(ElkGraphUtil.createSimpleEdge(nodes.get(line.from), arrival));
        }
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

    private static ElkNode graph() {
        ElkNode graph = ElkGraphUtil.createGraph();
        graph.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
        graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
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

    /** Each step of the layout begins with asking for a monitor of its own, and some ask whether to go on. */
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
