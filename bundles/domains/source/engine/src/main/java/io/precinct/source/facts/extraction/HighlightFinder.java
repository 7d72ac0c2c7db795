package io.precinct.source.facts.extraction;

import io.precinct.source.api.View.Highlight;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Finds the pieces of a file to highlight: inner captures win over outer ones, and if several cover the same node, the
 * one of the first pattern wins. Without state.
 */
public final class HighlightFinder {
    private static final Comparator<Piece> OUTER_FIRST = Comparator.comparingInt(Piece::from)
            .thenComparing(Comparator.comparingInt(Piece::to).reversed())
            .thenComparingInt(Piece::pattern);

    private HighlightFinder() {}

    private record Piece(int from, int to, int pattern, String name) {}

    /**
     * The pieces, in order and not overlapping.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    public static List<Highlight> of(Query query, Node root, Cursor cursor, BooleanSupplier cancelled) throws Stopped {
        var captured = new ArrayList<Piece>();
        var watch = new LoopWatch(cancelled);
        var outcome = cursor.run(query, root, new Cursor.Limits(QueryRun.MATCH_LIMIT, cancelled), match -> {
            for (int i = 0; i < match.size(); i++) {
                String name = query.captureName(match.captureId(i));
                int from = match.startByte(i);
                int to = match.endByte(i);
                if (to > from && !name.startsWith("_")) {
                    captured.add(new Piece(from, to, match.pattern(), name));
                }
            }
            return !watch.ends(1);
        });
        if (outcome.cancelled() || cancelled.getAsBoolean()) {
            throw new Stopped("timeout");
        }
        captured.sort(OUTER_FIRST);
        return flatten(captured, watch);
    }

    /** Cuts outer pieces at inner ones. */
    private static List<Highlight> flatten(List<Piece> sorted, LoopWatch watch) throws Stopped {
        var flat = new ArrayList<Highlight>(sorted.size());
        var open = new ArrayList<Piece>();
        int at = 0;
        Piece before = null;
        for (Piece piece : sorted) {
            watch.step();
            if (before != null && before.from() == piece.from() && before.to() == piece.to()) {
                continue;
            }
            before = piece;
            at = close(flat, open, at, piece.from());
            if (!open.isEmpty()) {
                add(flat, at, piece.from(), open.getLast().name());
            }
            at = piece.from();
            open.add(piece);
        }
        close(flat, open, at, Integer.MAX_VALUE);
        return flat;
    }

    /** Ends the pieces that end at or before {@code limit}; returns the offset up to which all is written. */
    private static int close(List<Highlight> flat, List<Piece> open, int from, int limit) {
        int at = from;
        while (!open.isEmpty() && open.getLast().to() <= limit) {
            Piece last = open.removeLast();
            add(flat, at, last.to(), last.name());
            at = Math.max(at, last.to());
        }
        return at;
    }

    private static void add(List<Highlight> flat, int from, int to, String name) {
        if (to > from) {
            flat.add(new Highlight(from, to, name));
        }
    }
}
