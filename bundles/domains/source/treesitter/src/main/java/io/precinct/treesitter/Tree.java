package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_tree_delete;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_tree_root_node;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;

/** A syntax tree. It and its nodes may be used by one thread at a time. Its language cannot be closed before it is. */
public final class Tree implements AutoCloseable {
    /** Memory of a tree per byte of its source, measured over a large amount of Java. */
    private static final int BYTES_PER_BYTE = 20;

    private final Arena arena = Arena.ofAuto();
    private final long pointer;
    private final NativeLanguage language;
    private final byte[] source;
    private final int length;
    private final MemorySegment argument = arena.allocate(NativeFunctions.NODE);
    private final MemorySegment result = arena.allocate(NativeFunctions.NODE);
    private final SegmentAllocator intoResult = NativeFunctions.into(result);
    private boolean closed;

    Tree(long pointer, NativeLanguage language, byte[] source, int length) {
        this.pointer = pointer;
        this.language = language;
        this.source = source;
        this.length = length;
        TreeSitter.Kind.TREE.live.incrementAndGet();
    }

    /** The root node. */
    public Node root() {
        open();
        return Node.of(this, ts_tree_root_node(intoResult, MemorySegment.ofAddress(pointer)));
    }

    /** The text, in UTF-8, at least {@link #length} bytes; not a copy. */
    public byte[] source() {
        return source;
    }

    /** How many bytes of the source were parsed. */
    public int length() {
        return length;
    }

    /** A piece of the text. */
    public String text(int startByte, int endByte) {
        return new String(source, startByte, endByte - startByte, StandardCharsets.UTF_8);
    }

    /** Estimate of its native memory, in bytes. */
    public long byteSize() {
        return (long) length * BYTES_PER_BYTE + 4096;
    }

    /** Whether the text has syntax errors. */
    public boolean hasError() {
        return root().hasError();
    }

    /** The language it was parsed with. */
    public NativeLanguage language() {
        return language;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ts_tree_delete(MemorySegment.ofAddress(pointer));
            language.leave();
            TreeSitter.Kind.TREE.live.decrementAndGet();
        }
    }

    long pointer() {
        return pointer;
    }

    /** The segment that a node is written to for a call; also checks the thread, and that the tree is open. */
    MemorySegment argument() {
        open();
        return argument;
    }

    SegmentAllocator intoResult() {
        return intoResult;
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("the tree is closed");
        }
    }
}
