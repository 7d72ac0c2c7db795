package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_delete;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_did_exceed_match_limit;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_exec_with_options;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_new;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_next_match;
import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_query_cursor_set_match_limit;

import io.github.treesitter.jtreesitter.internal.TSQueryCursorOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs queries, one after the other. Create one per thread and reuse it; confined to the thread that created it. */
public final class Cursor implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final Progress progress = new Progress(arena);
    private final MemorySegment pointer = ts_query_cursor_new();
    private final MemorySegment options = TSQueryCursorOptions.allocate(arena);
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
        TSQueryCursorOptions.progress_callback(options, progress.stub());
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
            boolean exceeded = ts_query_cursor_did_exceed_match_limit(pointer);
            return new Outcome(exceeded, progress.end() | cancelled);
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
            ts_query_cursor_delete(pointer);
            arena.close();
            TreeSitter.Kind.CURSOR.live.decrementAndGet();
        }
    }

    private void start(Query query, Node node, Limits limits) {
        ts_query_cursor_set_match_limit(pointer, limits.matches());
        MemorySegment argument = node.argument();
        // Upcalls take as long as the search itself, so there are none if nothing can cancel it.
        MemorySegment runOptions = limits.cancelled() == Progress.NEVER ? MemorySegment.NULL : options;
        ts_query_cursor_exec_with_options(pointer, query.pointer(), argument, runOptions);
    }

    /** True if it was cancelled between two matches. */
    private boolean passMatches(Query query, Tree tree, BooleanSupplier cancelled, MatchSink sink) {
        byte[] source = tree.source();
        while (ts_query_cursor_next_match(pointer, found)) {
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
