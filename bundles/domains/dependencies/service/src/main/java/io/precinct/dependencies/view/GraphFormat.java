package io.precinct.dependencies.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A text format for other programs. */
public enum GraphFormat {
    /** The format of Graphviz. */
    DOT("text/vnd.graphviz", GraphFormat::dot),
    /** The format for Markdown pages. */
    MERMAID("text/vnd.mermaid", GraphFormat::mermaid),
    /** The format of yEd, Gephi and similar programs. */
    GRAPHML("application/graphml+xml", GraphFormat::graphml);

    /** The names that clients use. */
    public static final List<String> NAMES =
            Stream.of(values()).map(GraphFormat::wireName).toList();

    /** The media types of all formats. */
    public static final List<String> MEDIA_TYPES =
            Stream.of(values()).map(GraphFormat::mediaType).toList();

    private final String mediaType;
    private final Function<Graph, String> writer;

    GraphFormat(String mediaType, Function<Graph, String> writer) {
        this.mediaType = mediaType;
        this.writer = writer;
    }

    private String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the format with this name, which must be in {@link #NAMES}. */
    public static GraphFormat of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the media type. */
    public String mediaType() {
        return mediaType;
    }

    /** Writes a part of the graph as text. */
    public String write(Graph graph) {
        return writer.apply(graph);
    }

    private static String dot(Graph graph) {
        var text = new StringBuilder("digraph dependencies {\n  rankdir=LR;\n");
        graph.nodes()
                .forEach(node -> text.append("  ").append(quoted(node.name())).append(";\n"));
        graph.edges()
                .forEach(edge -> text.append("  ")
                        .append(quoted(edge.from()))
                        .append(" -> ")
                        .append(quoted(edge.to()))
                        .append(" [label=")
                        .append(quoted(edge.type().wireName()))
                        .append(
                                edge.type().isDependency()
                                        ? "];\n"
                                        : ", dir=none, style=dotted, constraint=false];\n"));
        return text.append("}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String mermaid(Graph graph) {
        var text = new StringBuilder("flowchart LR\n");
        Map<String, String> ids = ids(graph);
        ids.forEach((name, id) -> text.append("  ")
                .append(id)
                .append("[\"")
                .append(entities(name))
                .append("\"]\n"));
        graph.edges()
                .forEach(edge -> text.append("  ")
                        .append(ids.get(edge.from()))
                        .append(edge.type().isDependency() ? " -->|" : " -.-|")
                        .append(edge.type().wireName())
                        .append("| ")
                        .append(ids.get(edge.to()))
                        .append('\n'));
        return text.toString();
    }

    /** Escapes a name for Mermaid: a character becomes its number between # and a semicolon. */
    private static String entities(String name) {
        var text = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || " :/._-@".indexOf(c) >= 0) {
                text.appendCodePoint(c);
            } else {
                text.append('#').append(c).append(';');
            }
        });
        return text.toString();
    }

    private static String graphml(Graph graph) {
        var text = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                  <key id="name" for="node" attr.name="name" attr.type="string"/>
                  <key id="type" for="edge" attr.name="type" attr.type="string"/>
                  <graph id="dependencies" edgedefault="directed">
                """);
        Map<String, String> ids = ids(graph);
        ids.forEach((name, id) -> text.append("    <node id=\"")
                .append(id)
                .append("\"><data key=\"name\">")
                .append(xml(name))
                .append("</data></node>\n"));
        graph.edges()
                .forEach(edge -> text.append("    <edge source=\"")
                        .append(ids.get(edge.from()))
                        .append("\" target=\"")
                        .append(ids.get(edge.to()))
                        .append(edge.type().isDependency() ? "\">" : "\" directed=\"false\">")
                        .append("<data key=\"type\">")
                        .append(edge.type().wireName())
                        .append("</data></edge>\n"));
        return text.append("  </graph>\n</graphml>\n").toString();
    }

    /** Returns a short id for each node, in order. */
    private static Map<String, String> ids(Graph graph) {
        Map<String, String> ids = new LinkedHashMap<>();
        graph.nodes().forEach(node -> ids.put(node.name(), "n" + ids.size()));
        return ids;
    }

    /** Escapes a name for XML; a character that XML 1.0 does not allow becomes a replacement character. */
    private static String xml(String name) {
        var text = new StringBuilder();
        name.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                default -> {
                    boolean said = c >= ' ' && c != 0xfffe && c != 0xffff && !(c >= 0xd800 && c <= 0xdfff);
                    text.appendCodePoint(said ? c : 0xfffd);
                }
            }
        });
        return text.toString();
    }
}
