package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_end_byte$address;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_end_byte$descriptor;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_end_point$address;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_end_point$descriptor;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_has_error$address;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_has_error$descriptor;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_named_child_count$address;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_named_child_count$descriptor;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_symbol$address;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_node_symbol$descriptor;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_set_allocator;
import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.treesitter.jtreesitter.internal.TSNode;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * The connection of jtreesitter to the core, and what of tree-sitter's C interface is called by handles of our own.
 *
 * <p>All other functions, and the layouts, are those that jtreesitter generated: a call of one is a call of its handle,
 * without an allocation where the caller keeps its segments. The handles here are of the few functions that are called
 * for nearly every node and return at once: without the change of the thread's state that jtreesitter's have around
 * them. The callbacks are our own too ({@link Progress}, {@link Parser}): jtreesitter's make an object for each call,
 * and let exceptions reach native code, which ends the process.
 */
final class NativeFunctions {
    /** Comes before any call of what jtreesitter generated: whoever makes a native object needs it. */
    static final Linker LINKER = connected();

    static final MemoryLayout NODE = TSNode.layout();
    /** TSQueryCapture: a node and the index of its capture. */
    static final long CAPTURE_SIZE = 40;

    /** All of memory, to dereference pointers of the library without an object per pointer. */
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final MethodHandle NODE_SYMBOL = critical(ts_node_symbol$address(), ts_node_symbol$descriptor());
    static final MethodHandle NODE_END_BYTE = critical(ts_node_end_byte$address(), ts_node_end_byte$descriptor());
    static final MethodHandle NODE_END_POINT = critical(ts_node_end_point$address(), ts_node_end_point$descriptor());
    static final MethodHandle NODE_HAS_ERROR = critical(ts_node_has_error$address(), ts_node_has_error$descriptor());
    static final MethodHandle NODE_NAMED_CHILD_COUNT =
            critical(ts_node_named_child_count$address(), ts_node_named_child_count$descriptor());

    private NativeFunctions() {}

    /** A text in UTF-8 that the library owns, ended by a zero byte. */
    static String string(long pointer) {
        return MEMORY.getString(pointer, StandardCharsets.UTF_8);
    }

    /** A text in UTF-8 of a known length, which may hold zero bytes. */
    static String string(MemorySegment text, int length) {
        var bytes = new byte[length];
        MemorySegment.copy(MEMORY, JAVA_BYTE, text.address(), bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Converts what a native call threw to an unchecked exception; only a defect of this package causes one. */
    static RuntimeException broken(Throwable t) {
        if (t instanceof RuntimeException e) {
            return e;
        }
        if (t instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(t);
    }

    /** An allocator that always returns the same segment, for a result that is read before the next call. */
    static SegmentAllocator into(MemorySegment place) {
        return (size, alignment) -> place;
    }

    /**
     * Has jtreesitter find the core ({@code CoreLookup}), which it looks for once, by the class loader of the thread
     * that happens to be first; in a container that is seldom ours. Its first step is to give the core the C library's
     * functions for memory, which this call takes back: the core's own end the process with a message where there is no
     * memory, instead of going on with null.
     */
    private static Linker connected() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(NativeFunctions.class.getClassLoader());
        try {
            ts_set_allocator(NULL, NULL, NULL, NULL);
        } finally {
            thread.setContextClassLoader(before);
        }
        return Linker.nativeLinker();
    }

    /** A function of few instructions that never blocks, so that it can be called without a thread state transition. */
    private static MethodHandle critical(MemorySegment function, FunctionDescriptor shape) {
        return LINKER.downcallHandle(function, shape, Linker.Option.critical(false));
    }
}
