package io.precinct.treesitter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;

/** A syntax tree. Confined, with its nodes, to the thread that parsed it. Keeps its language until it is closed. */
public final class Tree implements AutoCloseable {
    /** What a tree takes in memory for each byte of its source, as measured over much Java. */
    private static final int BYTES_PER_BYTE = 20;

    private final Arena arena = Arena.ofConfined();
    private final long pointer;
    private final NativeLanguage language;
    private final byte[] source;
    private final int length;
    private final MemorySegment argument = arena.allocate(Core.NODE);
    private final MemorySegment result = arena.allocate(Core.NODE);
    private final SegmentAllocator intoResult = Core.into(result);
    private boolean closed;

    Tree(long pointer, NativeLanguage language, byte[] source, int length) {
        this.pointer = pointer;
        this.language = language;
        this.source = source;
        this.length = length;
        TreeSitter.Kind.TREE.live.incrementAndGet();
    }

    /** The node of the whole text. */
    public Node root() {
        open();
        try {
            MemorySegment node = (MemorySegment) Core.TREE_ROOT.invokeExact(intoResult, pointer);
            return Node.of(this, node);
        } catch (Throwable t) {
            throw Core.broken(t);
        }
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

    /** About how many bytes of native memory it takes. */
    public long byteSize() {
        return (long) length * BYTES_PER_BYTE + 4096;
    }

    /** Whether the text has errors of syntax. */
    public boolean hasError() {
        return root().hasError();
    }

    /** What it was parsed with. */
    public NativeLanguage language() {
        return language;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                Core.TREE_DELETE.invokeExact(pointer);
            } catch (Throwable t) {
                throw Core.broken(t);
            }
            arena.close();
            language.leave();
            TreeSitter.Kind.TREE.live.decrementAndGet();
        }
    }

    long pointer() {
        return pointer;
    }

    /** Where a node is put for a call; also checks the thread and that the tree is open. */
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
