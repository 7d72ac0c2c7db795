package io.precinct.dependencies.picture;

import io.precinct.common.html.PageWriter;
import io.precinct.common.uri.PercentCoding;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.picture.templates.JtedrawingGenerated;
import io.precinct.dependencies.view.Graph;
import io.precinct.lib.elk.LayeredLayout;
import io.precinct.lib.elk.LayeredLayout.Box;
import io.precinct.lib.elk.LayeredLayout.Line;
import io.precinct.lib.elk.LayeredLayout.Placed;
import io.precinct.lib.elk.LayeredLayout.Point;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws a part of the graph: each node is a box with its name, shaped by its kind, and each edge is a line, styled by
 * its type. Immutable.
 */
public final class Drawing {
    /**
     * Width of a character in pixels, in a fixed-width font of 12 pixels; the widest of the fonts in the style sheet.
     */
    private static final double COLUMN = 7.3;

    /** Distance from the top of a box to the baseline of its name. */
    public static final int BASELINE = 18;

    /** Distance from the left of a box to its name, and from the name to the right. */
    public static final int BESIDE_NAME = 14;

    private static final int HEIGHT = 28;
    private static final int DISTANCE = 22;
    private static final int LEGEND = 34;
    private static final int LEAST_WIDTH = 470;
    private static final int SIGN = 140;

    /** The farthest distance that has its own colour; beyond, only the number shows the distance. */
    private static final int FARTHEST = 4;

    private final Graph graph;
    private final boolean isMeasured;
    private final String suffix;
    private final List<Label> labels;

    /**
     * The parts from which a picture is rendered.
     *
     * @param isMeasured whether distances are shown
     */
    public record Parts(boolean isMeasured, List<EdgePart> edges, List<NodePart> nodes, List<Sign> legend) {}

    /**
     * An edge as it is drawn.
     *
     * @param type the name of its type
     * @param isDirected whether the line has a tip
     * @param source index of the source node
     * @param target index of the target node
     * @param way the data of its SVG path
     */
    public record EdgePart(
            String type, boolean isDirected, int source, int target, String from, String to, String way) {}

    /**
     * A node as it is drawn.
     *
     * @param style further classes, each preceded by a space
     * @param query the encoded query for its neighbours
     * @param outline SVG of its box
     * @param kind the drawn kind of its name, with the colon; empty for none
     * @param name the rest of the drawn name
     * @param fitted the length to which the drawn name is fitted; null if it needs no fitting
     * @param end the x coordinate of the end of the distance text
     */
    public record NodePart(
            int index,
            String style,
            String query,
            String x,
            String y,
            String title,
            String outline,
            String kind,
            String name,
            @Nullable String fitted,
            long end,
            int distance) {}

    /**
     * An entry of the legend.
     *
     * @param isType whether a line in the style of the type precedes it
     * @param isDirected whether that line has a tip
     */
    public record Sign(String text, boolean isType, boolean isDirected, int x, int y) {}

    Drawing(Graph graph, boolean isMeasured, String suffix) {
        this.graph = graph;
        this.isMeasured = isMeasured;
        this.suffix = suffix;
        labels = graph.nodes().stream().map(node -> Label.of(node.name())).toList();
    }

    Picture draw(String digest, BooleanSupplier isOver) {
        Map<String, Integer> places = new HashMap<>();
        graph.nodes().forEach(node -> places.put(node.name(), places.size()));
        List<Line> lines = graph.edges().stream()
                .map(edge -> new Line(
                        Objects.requireNonNull(places.get(edge.from())),
                        Objects.requireNonNull(places.get(edge.to())),
                        edge.type().code()))
                .toList();
        Placed placed = LayeredLayout.place(labels.stream().map(this::box).toList(), lines, isOver);
        int height = (int) Math.ceil(placed.height());
        var svg = new PageWriter(Integer.MAX_VALUE, Integer.MAX_VALUE);
        JtedrawingGenerated.render(svg, null, parts(lines, placed, height));
        return new Picture(
                digest,
                Math.max(LEAST_WIDTH + (hasTwins() ? SIGN : 0), (int) Math.ceil(placed.width())),
                height + LEGEND,
                new String(svg.bytes(), StandardCharsets.UTF_8));
    }

    private Parts parts(List<Line> lines, Placed placed, int height) {
        return new Parts(
                isMeasured,
                IntStream.range(0, lines.size())
                        .mapToObj(i -> edge(
                                graph.edges().get(i),
                                lines.get(i),
                                placed.ways().get(i)))
                        .toList(),
                IntStream.range(0, labels.size())
                        .mapToObj(i -> node(i, placed.corners().get(i)))
                        .toList(),
                legend(height));
    }

    private Box box(Label label) {
        return new Box(Math.ceil(label.columns() * COLUMN) + 2 * BESIDE_NAME + (isMeasured ? DISTANCE : 0), HEIGHT);
    }

    private static EdgePart edge(Graph.Edge edge, Line line, List<Point> way) {
        var path = new StringBuilder();
        for (Point point : way) {
            path.append(path.isEmpty() ? 'M' : 'L')
                    .append(tenths(point.x()))
                    .append(' ')
                    .append(tenths(point.y()));
        }
        return new EdgePart(
                edge.type().wireName(),
                edge.type().isDependency(),
                line.from(),
                line.to(),
                edge.from(),
                edge.to(),
                path.toString());
    }

    /**
     * Returns a node as it is drawn. The kind is separate within the same text, so that a search finds the whole name.
     */
    private NodePart node(int index, Point corner) {
        Graph.Node node = graph.nodes().get(index);
        int distance = node.distance();
        Label label = labels.get(index);
        Box box = box(label);
        int colon = label.text().indexOf(':') + 1;
        return new NodePart(
                index,
                isMeasured ? " d" + Math.min(FARTHEST, distance) : "",
                PercentCoding.encode(node.name()) + suffix,
                tenths(corner.x()),
                tenths(corner.y()),
                isMeasured && distance > 0
                        ? node.name() + ", " + distance + (distance == 1 ? " step" : " steps")
                        : node.name(),
                Shape.of(node.kind()).markup((int) box.width(), HEIGHT),
                label.text().substring(0, colon),
                label.text().substring(colon),
                label.isPlain() ? null : tenths(label.columns() * COLUMN),
                (long) box.width() - BESIDE_NAME + 2,
                distance);
    }

    private boolean hasTwins() {
        return graph.edges().stream().anyMatch(edge -> !edge.type().isDependency());
    }

    private List<Sign> legend(int y) {
        List<Sign> legend = new ArrayList<>();
        int at = 12;
        for (EdgeType type : EdgeType.values()) {
            if (type.isDependency() || hasTwins()) {
                legend.add(new Sign(type.wireName(), true, type.isDependency(), at, y));
                at += SIGN;
            }
        }
        if (isMeasured) {
            legend.add(new Sign("number: steps away", false, false, at, y));
        }
        return legend;
    }

    /**
     * Formats a length with at most one decimal: finer detail is invisible, and the result is the same on every
     * machine.
     */
    private static String tenths(double length) {
        long tenths = Math.round(length * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + Math.abs(tenths % 10);
    }
}
