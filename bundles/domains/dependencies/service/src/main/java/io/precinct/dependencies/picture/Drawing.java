package io.precinct.dependencies.picture;

import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.uri.PercentCoding;
import io.precinct.dependencies.event.EdgeType;
import io.precinct.dependencies.view.Graph;
import io.precinct.lib.elk.LayeredLayout;
import io.precinct.lib.elk.LayeredLayout.Box;
import io.precinct.lib.elk.LayeredLayout.Line;
import io.precinct.lib.elk.LayeredLayout.Placed;
import io.precinct.lib.elk.LayeredLayout.Point;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Draws a part of the graph: a box with the name for each node, whose shape is that of its kind, and a line for each edge,
 * whose style is that of its type. Not thread-safe.
 */
final class Drawing {
    /** Of a font of fixed width with 12 pixels; the widest of those named by the style sheet. */
    private static final double COLUMN = 7.3;

    private static final int BASELINE = 18;
    private static final int HEIGHT = 28;
    private static final int BESIDE_NAME = 14;
    private static final int DISTANCE = 22;
    private static final int LEGEND = 34;
    private static final int LEAST_WIDTH = 470;

    /** Colours go as far; beyond, the number alone tells. */
    private static final int FARTHEST = 4;

    private final Graph graph;
    private final boolean isMeasured;
    private final String suffix;
    private final List<Label> labels;
    private final HtmlBuilder svg = new HtmlBuilder(Integer.MAX_VALUE, Integer.MAX_VALUE);

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
        svg.tag(
                        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\"")
                .tag(" orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs>");
        for (int i = 0; i < lines.size(); i++) {
            edge(graph.edges().get(i), lines.get(i), placed.ways().get(i));
        }
        for (int i = 0; i < labels.size(); i++) {
            node(i, placed.corners().get(i));
        }
        int height = (int) Math.ceil(placed.height());
        legend(height);
        return new Picture(
                digest,
                Math.max(LEAST_WIDTH, (int) Math.ceil(placed.width())),
                height + LEGEND,
                new String(svg.bytes(), StandardCharsets.UTF_8));
    }

    private Box box(Label label) {
        return new Box(Math.ceil(label.columns() * COLUMN) + 2 * BESIDE_NAME + (isMeasured ? DISTANCE : 0), HEIGHT);
    }

    private void edge(Graph.Edge edge, Line line, List<Point> way) {
        var path = new StringBuilder();
        for (Point point : way) {
            path.append(path.isEmpty() ? 'M' : 'L')
                    .append(tenths(point.x()))
                    .append(' ')
                    .append(tenths(point.y()));
        }
        svg.tag("<g class=\"e ")
                .tag(edge.type().wireName())
                .tag("\" data-f=\"")
                .number(line.from())
                .tag("\" data-t=\"")
                .number(line.to())
                .tag("\"><title>")
                .text(edge.from())
                .tag(" ")
                .tag(edge.type().wireName())
                .tag(" ")
                .text(edge.to())
                .tag("</title><path class=\"hit\" d=\"")
                .tag(path.toString())
                .tag("\"/><path d=\"")
                .tag(path.toString())
                .tag("\" marker-end=\"url(#tip)\"/></g>");
    }

    private void node(int index, Point corner) {
        Graph.Node node = graph.nodes().get(index);
        Label label = labels.get(index);
        Box box = box(label);
        svg.tag("<a id=\"n")
                .number(index)
                .tag("\" class=\"n")
                .tag(isMeasured ? " d" + Math.min(FARTHEST, node.distance()) : "")
                .tag("\" href=\"/graph/neighbours?node=")
                .text(PercentCoding.encode(node.name()) + suffix)
                .tag("\" transform=\"translate(")
                .tag(tenths(corner.x()))
                .tag(" ")
                .tag(tenths(corner.y()))
                .tag(")\"><title>")
                .text(node.name());
        if (isMeasured && node.distance() > 0) {
            svg.tag(", ").number(node.distance()).tag(node.distance() == 1 ? " step" : " steps");
        }
        svg.tag("</title>").tag(Shape.of(node.kind()).markup((int) box.width(), HEIGHT));
        name(label);
        if (isMeasured) {
            svg.tag("<text class=\"d\" x=\"")
                    .number((long) box.width() - BESIDE_NAME + 2)
                    .tag("\" y=\"")
                    .number(BASELINE)
                    .tag("\">")
                    .number(node.distance())
                    .tag("</text>");
        }
        svg.tag("</a>");
    }

    /** The kind stands apart in the same text, so that a search finds the whole. */
    private void name(Label label) {
        svg.tag("<text x=\"")
                .number(BESIDE_NAME)
                .tag("\" y=\"")
                .number(BASELINE)
                .tag("\"");
        if (!label.isPlain()) {
            svg.tag(" textLength=\"").tag(tenths(label.columns() * COLUMN)).tag("\" lengthAdjust=\"spacingAndGlyphs\"");
        }
        svg.tag(">");
        int colon = label.text().indexOf(':') + 1;
        if (colon > 0) {
            svg.tag("<tspan class=\"k\">").text(label.text(), 0, colon).tag("</tspan>");
        }
        svg.text(label.text(), colon, label.text().length()).tag("</text>");
    }

    private void legend(int y) {
        int at = 12;
        for (EdgeType type : EdgeType.values()) {
            svg.tag("<g class=\"e ")
                    .tag(type.wireName())
                    .tag("\"><path d=\"M")
                    .number(at)
                    .tag(" ")
                    .number(y + 13L)
                    .tag("h34\" marker-end=\"url(#tip)\"/></g>");
            legendText(at + 42, y, type.wireName());
            at += 140;
        }
        if (isMeasured) {
            legendText(at, y, "number: steps away");
        }
    }

    private void legendText(int x, int y, String text) {
        svg.tag("<text class=\"l\" x=\"")
                .number(x)
                .tag("\" y=\"")
                .number(y + 17L)
                .tag("\">")
                .tag(text)
                .tag("</text>");
    }

    /** With at most one digit behind the point: less than is seen, and the same on every machine. */
    private static String tenths(double length) {
        long tenths = Math.round(length * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + Math.abs(tenths % 10);
    }
}
