package io.precinct.formatter.markdown;

import io.precinct.api.format.Formatter.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Renders payloads and reads the documents back with a CommonMark parser. */
final class ParsedMarkdown {
    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

    private ParsedMarkdown() {}

    static String markdown(@Nullable Object payload) {
        return markdown(new Target(payload, 200, "text/markdown", "/notes/7", "notes"));
    }

    static String markdown(Target target) {
        return new String(new MarkdownFormatter().render(target).body(), StandardCharsets.UTF_8);
    }

    static Node document(@Nullable Object payload) {
        return PARSER.parse(markdown(payload));
    }

    /** All nodes below {@code node}, in order. */
    static List<Node> nodes(Node node) {
        var nodes = new ArrayList<Node>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            nodes.add(child);
            nodes.addAll(nodes(child));
        }
        return nodes;
    }

    static <T extends Node> List<T> nodes(Node node, Class<T> type) {
        return nodes(node).stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The text of {@code node} that a reader sees. */
    static String text(Node node) {
        var text = new StringBuilder();
        for (Node part : nodes(node)) {
            switch (part) {
                case Text t -> text.append(t.getLiteral());
                case Code c -> text.append(c.getLiteral());
                case FencedCodeBlock f -> text.append(f.getLiteral());
                case HtmlInline h -> text.append(h.getLiteral());
                default -> {
                    // a container, whose parts follow
                }
            }
        }
        return text.toString();
    }

    static List<String> cells(Node document) {
        return nodes(document, TableCell.class).stream()
                .map(ParsedMarkdown::text)
                .toList();
    }
}
