package io.precinct.source.facts.extraction;

import io.precinct.treesitter.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the identifiers of a name in a syntax tree: leaves with exactly this text, but not in comments and strings. Without state. */
public final class IdentifierFinder {
    /** Parts of node types that contain text instead of code. */
    private static final List<String> TEXT =
            List.of("comment", "string", "char", "text", "content", "heredoc", "regex", "number", "integer", "float");

    /** Parts of node types that contain code within a text. */
    private static final List<String> CODE = List.of("interpolation", "substitution", "embedded", "interpolated");

    private IdentifierFinder() {}

    /** Whether a text holds a name at all: most do not, and need no tree. */
    public static boolean mayHold(byte[] utf8, String name) {
        return latin(utf8).contains(latin(name.getBytes(StandardCharsets.UTF_8)));
    }

    /** First bytes of the identifiers, ascending. */
    public static List<Integer> of(Node root, byte[] utf8, String name) {
        String text = latin(utf8);
        String what = latin(name.getBytes(StandardCharsets.UTF_8));
        var places = new ArrayList<Integer>();
        for (int at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) {
            int end = at + what.length();
            Node node = root.namedDescendant(at, end);
            if (node != null
                    && node.startByte() == at
                    && node.endByte() == end
                    && node.namedChildCount() == 0
                    && isCode(node)) {
                places.add(at);
            }
        }
        return places;
    }

    private static String latin(byte[] utf8) {
        return new String(utf8, StandardCharsets.ISO_8859_1);
    }

    private static boolean isCode(Node identifier) {
        for (Node node = identifier; node != null; node = node.parent()) {
            String type = node.type().toLowerCase(Locale.ROOT);
            if (CODE.stream().anyMatch(type::contains)) {
                return true;
            }
            if (TEXT.stream().anyMatch(type::contains) && !type.contains("identifier")) {
                return false;
            }
        }
        return true;
    }
}
