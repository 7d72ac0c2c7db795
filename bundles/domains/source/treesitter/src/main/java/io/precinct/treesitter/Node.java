package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_named_child;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_named_descendant_for_byte_range;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_next_named_sibling;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_parent;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_prev_named_sibling;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A node of a syntax tree. Usable while its tree is open, on its tree's thread. Offsets and columns count bytes, rows
 * count from 0, ends are exclusive. Two are equal if they are the same node of the same tree.
 */
public final class Node {
    private final Tree tree;
    private final int startByte;
    private final int startRow;
    private final int startColumn;
    private final int alias;
    private final long id;
    private int symbol = -1;
    private int endByte = -1;
    private int endRow = -1;
    private int endColumn;

    private Node(Tree tree, int startByte, int startRow, int startColumn, int alias, long id) {
        this.tree = tree;
        this.startByte = startByte;
        this.startRow = startRow;
        this.startColumn = startColumn;
        this.alias = alias;
        this.id = id;
    }

    /** Reads a node from the native struct TSNode. */
    static Node of(Tree tree, MemorySegment node) {
        return new Node(
                tree,
                node.get(JAVA_INT, 0),
                node.get(JAVA_INT, 4),
                node.get(JAVA_INT, 8),
                node.get(JAVA_INT, 12),
                node.get(JAVA_LONG, 16));
    }

    /** A node whose start byte, row, column and alias are in {@code numbers} from index {@code at} on. */
    static Node of(Tree tree, int[] numbers, int at, long id) {
        return new Node(tree, numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], id);
    }

    /** The tree it belongs to. */
    public Tree tree() {
        return tree;
    }

    /** Type of the node: {@code method_declaration}; {@code ERROR} for text that could not be parsed. */
    public String type() {
        if (symbol < 0) {
            try {
                symbol = Short.toUnsignedInt((short) NativeFunctions.NODE_SYMBOL.invokeExact(argument()));
            } catch (Throwable t) {
                throw NativeFunctions.broken(t);
            }
        }
        return tree.language().type(symbol);
    }

    public int startByte() {
        return startByte;
    }

    public int startRow() {
        return startRow;
    }

    public int startColumn() {
        return startColumn;
    }

    /** Offset after its last byte. */
    public int endByte() {
        if (endByte < 0) {
            try {
                endByte = (int) NativeFunctions.NODE_END_BYTE.invokeExact(argument());
            } catch (Throwable t) {
                throw NativeFunctions.broken(t);
            }
        }
        return endByte;
    }

    public int endRow() {
        findEnd();
        return endRow;
    }

    public int endColumn() {
        findEnd();
        return endColumn;
    }

    /** Its text. */
    public String text() {
        return tree.text(startByte, endByte());
    }

    /** Whether it is or contains a syntax error. */
    public boolean hasError() {
        try {
            return (boolean) NativeFunctions.NODE_HAS_ERROR.invokeExact(argument());
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        }
    }

    /** How many of its children are named in the grammar, unlike punctuation and keywords. */
    public int namedChildCount() {
        try {
            return (int) NativeFunctions.NODE_NAMED_CHILD_COUNT.invokeExact(argument());
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        }
    }

    /** The parent node; null for the root. Takes longer the more siblings it and its ancestors have. */
    public @Nullable Node parent() {
        return found(ts_node_parent(tree.intoResult(), argument()));
    }

    public @Nullable Node nextNamedSibling() {
        return found(ts_node_next_named_sibling(tree.intoResult(), argument()));
    }

    public @Nullable Node previousNamedSibling() {
        return found(ts_node_prev_named_sibling(tree.intoResult(), argument()));
    }

    /** A named child, counted from 0; null if there are fewer. */
    public @Nullable Node namedChild(int index) {
        return found(ts_node_named_child(tree.intoResult(), argument(), index));
    }

    /** The smallest named node within it that spans a range of bytes. */
    public @Nullable Node namedDescendant(int fromByte, int toByte) {
        return found(ts_node_named_descendant_for_byte_range(tree.intoResult(), argument(), fromByte, toByte));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        // A node without content can share its id with a neighbour at another position.
        return other instanceof Node node
                && node.id == id
                && node.tree == tree
                && node.startByte == startByte
                && node.alias == alias;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id) * 31 + startByte;
    }

    @Override
    public String toString() {
        return type() + "[" + startByte + "," + endByte() + ")";
    }

    /** Writes this node to native memory, as an argument of a call. */
    MemorySegment argument() {
        MemorySegment node = tree.argument();
        node.set(JAVA_INT, 0, startByte);
        node.set(JAVA_INT, 4, startRow);
        node.set(JAVA_INT, 8, startColumn);
        node.set(JAVA_INT, 12, alias);
        node.set(JAVA_LONG, 16, id);
        node.set(JAVA_LONG, 24, tree.pointer());
        return node;
    }

    private void findEnd() {
        if (endRow < 0) {
            try {
                MemorySegment point =
                        (MemorySegment) NativeFunctions.NODE_END_POINT.invokeExact(tree.intoResult(), argument());
                endRow = point.get(JAVA_INT, 0);
                endColumn = point.get(JAVA_INT, 4);
            } catch (Throwable t) {
                throw NativeFunctions.broken(t);
            }
        }
    }

    private @Nullable Node found(MemorySegment node) {
        return node.get(JAVA_LONG, 16) == 0 ? null : of(tree, node);
    }
}
