package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_parser_delete;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_parser_new;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_parser_parse_with_options;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_parser_set_language;
import static java.lang.foreign.MemorySegment.NULL;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.treesitter.jtreesitter.internal.TSInput;
import io.github.treesitter.jtreesitter.internal.TSParseOptions;
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
    private final Progress progress = new Progress(arena);
    private final MemorySegment pointer = ts_parser_new();
    private final MemorySegment input = TSInput.allocate(arena);
    private final MemorySegment options = TSParseOptions.allocate(arena);
    private final MemorySegment noOptions = TSParseOptions.allocate(arena);
    private Arena bufferArena = Arena.ofConfined();
    private MemorySegment buffer = bufferArena.allocate(FIRST_BUFFER);
    private int length;
    private boolean closed;

    /** A parser for the calling thread. */
    public Parser() {
        try {
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
            TSInput.read(input, read);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        TSParseOptions.progress_callback(options, progress.stub());
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
            if (!ts_parser_set_language(pointer, language.pointer())) {
                throw new IllegalStateException("tree-sitter takes no language of ABI " + language.abi());
            }
            progress.begin(cancelled);
            // Upcalls take time, so there are none if nothing can cancel the parse.
            MemorySegment parseOptions = cancelled == Progress.NEVER ? noOptions : options;
            MemorySegment tree;
            try {
                tree = ts_parser_parse_with_options(pointer, NULL, input, parseOptions);
            } finally {
                // Also resets the parser, so that it holds neither a cancelled parse nor the language.
                boolean none = ts_parser_set_language(pointer, NULL);
                assert none;
            }
            boolean stopped = progress.end();
            if (tree.address() == 0) {
                if (stopped) {
                    throw new Cancelled();
                }
                throw new IllegalStateException("tree-sitter gave no tree");
            }
            kept = true;
            return new Tree(tree.address(), language, utf8, length);
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
            ts_parser_delete(pointer);
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
