package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.treesitter.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the identifiers of a name in a syntax tree: leaves with exactly this text, but not in comments and strings. It
 * looks at each ancestor of an identifier once, however many identifiers that has. Confined to the tree's thread.
 */
public final class IdentifierFinder {
    /** Parts of node types that contain text instead of code. */
    private static final List<String> TEXT =
            List.of("comment", "string", "char", "text", "content", "heredoc", "regex", "number", "integer", "float");

    /** Parts of node types that contain code within a text. */
    private static final List<String> CODE = List.of("interpolation", "substitution", "embedded", "interpolated");

    /** What a node's type says about the identifiers within it. */
    private enum Holds {
        CODE,
        TEXT,
        WHAT_ITS_PARENT_HOLDS
    }

    /** A node around the last identifier. */
    private record Ancestor(Node node, boolean code) {}

    private final LoopWatch watch;
    private final Map<String, Holds> types = new HashMap<>();
    /** The ancestors of the last identifier and itself, from the outermost inwards. */
    private final List<Ancestor> ancestors = new ArrayList<>();

    private IdentifierFinder(LoopWatch watch) {
        this.watch = watch;
    }

    /** Whether a text holds a name at all: most do not, and need no tree. */
    public static boolean mayHold(byte[] utf8, String name) {
        return latin(utf8).contains(latin(name.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * First bytes of the identifiers, ascending.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    public static List<Integer> of(Node root, byte[] utf8, String name, BooleanSupplier cancelled) throws Stopped {
        var finder = new IdentifierFinder(new LoopWatch(cancelled));
        String text = latin(utf8);
        String what = latin(name.getBytes(StandardCharsets.UTF_8));
        var places = new ArrayList<Integer>();
        for (int at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) {
            finder.watch.step();
            int end = at + what.length();
            Node node = root.namedDescendant(at, end);
            if (node != null
                    && node.startByte() == at
                    && node.endByte() == end
                    && node.namedChildCount() == 0
                    && finder.isCode(node)) {
                places.add(at);
            }
        }
        return places;
    }

    private static String latin(byte[] utf8) {
        return new String(utf8, StandardCharsets.ISO_8859_1);
    }

    /** @param identifier behind the last one */
    private boolean isCode(Node identifier) throws Stopped {
        while (!ancestors.isEmpty() && ancestors.getLast().node().endByte() <= identifier.startByte()) {
            ancestors.removeLast();
        }
        // What is left contains the start of the identifier, so that one of its ancestors is the last of it.
        var below = new ArrayList<Node>();
        Node node = identifier;
        while (node != null
                && (ancestors.isEmpty() || !node.equals(ancestors.getLast().node()))) {
            watch.step();
            below.add(node);
            node = node.parent();
        }
        if (node == null) {
            ancestors.clear();
        }
        for (Node each : below.reversed()) {
            ancestors.add(new Ancestor(each, isCode(each, ancestors.isEmpty() ? null : ancestors.getLast())));
        }
        return ancestors.getLast().code();
    }

    private boolean isCode(Node node, @Nullable Ancestor parent) {
        return switch (types.computeIfAbsent(node.type(), IdentifierFinder::holds)) {
            case CODE -> true;
            case TEXT -> false;
            case WHAT_ITS_PARENT_HOLDS -> parent == null || parent.code();
        };
    }

    private static Holds holds(String nodeType) {
        String type = nodeType.toLowerCase(Locale.ROOT);
        if (CODE.stream().anyMatch(type::contains)) {
            return Holds.CODE;
        }
        return TEXT.stream().anyMatch(type::contains) && !type.contains("identifier")
                ? Holds.TEXT
                : Holds.WHAT_ITS_PARENT_HOLDS;
    }
}
