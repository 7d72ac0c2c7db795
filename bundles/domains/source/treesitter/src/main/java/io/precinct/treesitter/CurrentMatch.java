package io.precinct.treesitter;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The match that is passed to a {@link MatchSink}. A cursor reuses one object for all its matches, so copy what is to
 * be kept. Captures are in the order in which their nodes begin.
 */
public final class CurrentMatch {
    private @Nullable Tree tree;
    private int pattern;
    private int size;
    private int[] captures = new int[8];
    /** Four numbers of each node: start byte, start row, start column, alias. */
    private int[] starts = new int[32];

    private int[] ends = new int[8];
    private long[] ids = new long[8];

    CurrentMatch() {}

    /** Which pattern of the query matched, from 0. */
    public int pattern() {
        return pattern;
    }

    /** How many captures it has. */
    public int size() {
        return size;
    }

    /** Id of a capture's name, see {@link Query#captureName}. */
    public int captureId(int index) {
        return captures[index];
    }

    /** The first capture of this name at or after {@code from}; -1 if there is none. */
    public int next(int captureId, int from) {
        for (int i = from; i < size; i++) {
            if (captures[i] == captureId) {
                return i;
            }
        }
        return -1;
    }

    public int startByte(int index) {
        return starts[4 * index];
    }

    public int startRow(int index) {
        return starts[4 * index + 1];
    }

    public int startColumn(int index) {
        return starts[4 * index + 2];
    }

    /** Offset after the last byte of the node. */
    public int endByte(int index) {
        if (ends[index] < 0) {
            ends[index] = node(index).endByte();
        }
        return ends[index];
    }

    /** The captured node, as an object of its own. */
    public Node node(int index) {
        return Node.of(tree(), starts, 4 * index, ids[index]);
    }

    /** A copy to keep; its nodes are usable while the tree is open. */
    public QueryMatch copy(Query query) {
        List<QueryMatch.Capture> copies = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            copies.add(new QueryMatch.Capture(query.captureName(captures[i]), node(i)));
        }
        return new QueryMatch(pattern, copies);
    }

    /** Whether nodes of a capture pass a test: one of them or all of them; true if there are none. */
    boolean test(int captureId, boolean any, IntPredicate node) {
        int i = next(captureId, 0);
        if (i < 0) {
            return true;
        }
        while (i >= 0) {
            if (node.test(i) == any) {
                return any;
            }
            i = next(captureId, i + 1);
        }
        return !any;
    }

    /** Reads a match from the native struct TSQueryMatch. */
    void read(Tree of, MemorySegment match) {
        tree = of;
        pattern = Short.toUnsignedInt(match.get(JAVA_SHORT, 4));
        size = Short.toUnsignedInt(match.get(JAVA_SHORT, 6));
        if (size > captures.length) {
            int room = Math.max(size, 2 * captures.length);
            captures = new int[room];
            starts = new int[4 * room];
            ends = new int[room];
            ids = new long[room];
        }
        Arrays.fill(ends, 0, size, -1);
        long at = match.get(JAVA_LONG, 8);
        for (int i = 0; i < size; i++, at += NativeFunctions.CAPTURE_SIZE) {
            MemorySegment.copy(NativeFunctions.MEMORY, JAVA_INT, at, starts, 4 * i, 4);
            ids[i] = NativeFunctions.MEMORY.get(JAVA_LONG, at + 16);
            captures[i] = NativeFunctions.MEMORY.get(JAVA_INT, at + 32);
        }
    }

    /** Drops the reference to the tree. */
    void clear() {
        tree = null;
        size = 0;
    }

    private Tree tree() {
        if (tree == null) {
            throw new IllegalStateException("a match is usable only while its sink is called");
        }
        return tree;
    }
}
