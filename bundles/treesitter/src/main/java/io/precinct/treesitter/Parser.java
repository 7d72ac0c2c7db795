package io.precinct.treesitter;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BooleanSupplier;

/**
 * Parses texts of any language, one after the other. Create one per thread and reuse it; confined to the thread that
 * created it. It holds no language between two parses.
 */
public final class Parser implements AutoCloseable {
    private static final int FIRST_BUFFER = 1 << 16;

    private final Arena arena = Arena.ofConfined();
    private final long pointer;
    private final Progress progress = new Progress(arena);
    private final MemorySegment input = arena.allocate(NativeFunctions.INPUT);
    private final MemorySegment options = arena.allocate(NativeFunctions.OPTIONS);
    private final MemorySegment noOptions = arena.allocate(NativeFunctions.OPTIONS);
    private Arena bufferArena = Arena.ofConfined();
    private MemorySegment buffer = bufferArena.allocate(FIRST_BUFFER);
    private int length;
    private boolean closed;

    /** A parser for the calling thread. */
    public Parser() {
        try {
            pointer = (long) NativeFunctions.PARSER_NEW.invokeExact();
            MemorySegment read = NativeFunctions.LINKER.upcallStub(
                    MethodHandles.lookup()
                            .findVirtual(
                                    Parser.class,
                                    "read",
                                    MethodType.methodType(long.class, long.class, int.class, long.class, long.class))
                            .bindTo(this),
                    // The position, a struct of two ints, is passed in one register like a long.
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG),
                    arena);
            input.set(ValueLayout.ADDRESS, 8, read);
            options.set(ValueLayout.ADDRESS, 8, progress.stub());
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        }
        TreeSitter.Kind.PARSER.live.incrementAndGet();
    }

    /**
     * Parses a text.
     *
     * @param utf8 the text; the tree keeps it, so it must not change
     * @param length number of its bytes to parse
     * @param cancelled called every few dozen microseconds; true ends the parse
     * @throws Cancelled if {@code cancelled} returned true
     */
    public Tree parse(NativeLanguage language, byte[] utf8, int length, BooleanSupplier cancelled) throws Cancelled {
        if (closed) {
            throw new IllegalStateException("the parser is closed");
        }
        fill(utf8, length);
        language.enter();
        boolean kept = false;
        try {
            if (!(boolean) NativeFunctions.PARSER_SET_LANGUAGE.invokeExact(pointer, language.pointer())) {
                throw new IllegalStateException("tree-sitter takes no language of ABI " + language.abi());
            }
            progress.begin(cancelled);
            // Upcalls take time, so there are none if nothing can cancel the parse.
            MemorySegment parseOptions = cancelled == Progress.NEVER ? noOptions : options;
            long tree;
            try {
                tree = (long) NativeFunctions.PARSER_PARSE.invokeExact(pointer, 0L, input, parseOptions);
            } finally {
                // Also resets the parser, so that it holds neither a cancelled parse nor the language.
                boolean none = (boolean) NativeFunctions.PARSER_SET_LANGUAGE.invokeExact(pointer, 0L);
                assert none;
            }
            boolean stopped = progress.end();
            if (tree == 0) {
                if (stopped) {
                    throw new Cancelled();
                }
                throw new IllegalStateException("tree-sitter gave no tree");
            }
            kept = true;
            return new Tree(tree, language, utf8, length);
        } catch (Cancelled e) {
            throw e;
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        } finally {
            if (!kept) {
                language.leave();
            }
        }
    }

    /** Parses a whole text; cannot be cancelled. */
    public Tree parse(NativeLanguage language, byte[] utf8) {
        try {
            return parse(language, utf8, utf8.length, Progress.NEVER);
        } catch (Cancelled e) {
            throw new IllegalStateException("nothing cancels this parse", e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            NativeFunctions.delete(NativeFunctions.PARSER_DELETE, pointer);
            bufferArena.close();
            arena.close();
            TreeSitter.Kind.PARSER.live.decrementAndGet();
        }
    }

    private void fill(byte[] utf8, int bytes) {
        if (bytes > buffer.byteSize()) {
            bufferArena.close();
            bufferArena = Arena.ofConfined();
            buffer = bufferArena.allocate(bytes + bytes / 2L);
        }
        MemorySegment.copy(utf8, 0, buffer, ValueLayout.JAVA_BYTE, 0, bytes);
        length = bytes;
    }

    @SuppressWarnings("unused") // called from native code
    private long read(long payload, int from, long position, long bytesRead) {
        int at = Math.min(Math.max(from, 0), length);
        NativeFunctions.MEMORY.set(JAVA_INT, bytesRead, length - at);
        return buffer.address() + at;
    }
}
