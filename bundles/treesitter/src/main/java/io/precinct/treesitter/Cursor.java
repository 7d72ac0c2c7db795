package io.precinct.treesitter;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs queries, one after the other. Create one per thread and reuse it; confined to the thread that created it. */
public final class Cursor implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final long pointer;
    private final Progress progress = new Progress(arena);
    private final MemorySegment options = arena.allocate(NativeFunctions.OPTIONS);
    private final MemorySegment found = arena.allocate(16, 8);
    private final CurrentMatch match = new CurrentMatch();
    private boolean running;
    private boolean closed;

    /**
     * Bounds of a run.
     *
     * @param matches how many matches may be under way at once; more are dropped, and the outcome says so
     * @param cancelled called every few microseconds; true ends the run
     */
    public record Limits(int matches, BooleanSupplier cancelled) {
        /** Limits without cancellation. */
        public static Limits matches(int matches) {
            return new Limits(matches, Progress.NEVER);
        }
    }

    /**
     * How a run ended.
     *
     * @param exceededMatchLimit whether matches were dropped because too many were under way at once
     * @param cancelled whether it was cancelled
     */
    public record Outcome(boolean exceededMatchLimit, boolean cancelled) {}

    /** A cursor for the calling thread. */
    public Cursor() {
        try {
            pointer = (long) NativeFunctions.CURSOR_NEW.invokeExact();
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        }
        options.set(ADDRESS, 8, progress.stub());
        TreeSitter.Kind.CURSOR.live.incrementAndGet();
    }

    /** Passes the matches of a query within a node to {@code sink}, in the order in which they begin. */
    public Outcome run(Query query, Node node, Limits limits, MatchSink sink) {
        if (closed || running) {
            throw new IllegalStateException(closed ? "the cursor is closed" : "the cursor is running already");
        }
        if (query.language() != node.tree().language()) {
            throw new IllegalArgumentException("the query and the tree are of different languages or generations");
        }
        query.enter();
        running = true;
        try {
            progress.begin(limits.cancelled());
            start(query, node, limits);
            boolean cancelled = passMatches(query, node.tree(), limits.cancelled(), sink);
            boolean exceeded = (boolean) NativeFunctions.CURSOR_EXCEEDED.invokeExact(pointer);
            return new Outcome(exceeded, progress.end() | cancelled);
        } catch (Throwable t) {
            throw NativeFunctions.broken(t);
        } finally {
            running = false;
            match.clear();
            query.leave();
        }
    }

    /** Copies of all matches. */
    public List<QueryMatch> matches(Query query, Node node) {
        var matches = new ArrayList<QueryMatch>();
        run(query, node, Limits.matches(Integer.MAX_VALUE), one -> matches.add(one.copy(query)));
        return matches;
    }

    @Override
    public void close() {
        if (running) {
            throw new IllegalStateException("the cursor is running");
        }
        if (!closed) {
            closed = true;
            NativeFunctions.delete(NativeFunctions.CURSOR_DELETE, pointer);
            arena.close();
            TreeSitter.Kind.CURSOR.live.decrementAndGet();
        }
    }

    private void start(Query query, Node node, Limits limits) throws Throwable {
        NativeFunctions.CURSOR_LIMIT.invokeExact(pointer, limits.matches());
        MemorySegment argument = node.argument();
        // Upcalls take as long as the search itself, so there are none if nothing can cancel it.
        MemorySegment runOptions = limits.cancelled() == Progress.NEVER ? MemorySegment.NULL : options;
        NativeFunctions.CURSOR_EXEC.invokeExact(pointer, query.pointer(), argument, runOptions);
    }

    /** True if it was cancelled between two matches. */
    private boolean passMatches(Query query, Tree tree, BooleanSupplier cancelled, MatchSink sink) throws Throwable {
        byte[] source = tree.source();
        while ((boolean) NativeFunctions.CURSOR_NEXT.invokeExact(pointer, found)) {
            match.read(tree, found);
            if (query.holds(match, source)) {
                if (!sink.match(match)) {
                    return false;
                }
            } else if (cancelled.getAsBoolean()) {
                // Conditions over long texts can take longer than the search itself.
                return true;
            }
        }
        return false;
    }
}
