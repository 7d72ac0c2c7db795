package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.treesitter.CurrentMatch;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs a query over one file. Without state; runs in the process or in a worker. */
// @req:source-query-run
public final class QueryRun {
    /**
     * The limit of simultaneous matches; tree-sitter drops more, which is reported. It asks whether to continue only
     * every hundred nodes, and at each node compares these matches with each other: with 65,536 of them it did not ask
     * for 14 s, during which nothing could end it; with this limit it asks several times a second.
     */
    static final int MATCH_LIMIT = 512;

    /** The captures of a match that are kept: one quantifier may capture each of a million nodes. */
    static final int MOST_CAPTURES = 1000;

    /** What a capture takes in memory and in an answer without its text, in bytes. */
    public static final int CAPTURE_BYTES = 200;

    private QueryRun() {}

    /**
     * Which of a file's matches are wanted.
     *
     * @param from number of the first, from 0
     * @param most how many
     * @param bytes of captures and their texts after which no further match is taken
     */
    public record Part(int from, int most, long bytes) {}

    /**
     * What a run found.
     *
     * @param more whether there may be further matches in the file
     * @param exceeded whether tree-sitter's limit was hit
     * @param gaps lines in which syntax errors may hide something
     */
    public record Result(List<Raw> matches, boolean more, boolean exceeded, List<Gap> gaps) {
        public Result(List<Raw> matches, boolean more, boolean exceeded) {
            this(matches, more, exceeded, List.of());
        }

        /** Roughly what its matches take in an answer. */
        public long bytes() {
            return matches.stream().mapToLong(Raw::bytes).sum();
        }

        /** The same with gaps. */
        public Result with(List<Gap> others) {
            return new Result(matches, more, exceeded, others);
        }
    }

    /**
     * A match without its text.
     *
     * @param number within the file, from 0
     * @param more whether the match has further captures
     */
    public record Raw(int number, int pattern, List<Capture> captures, boolean more) {
        /** Roughly what it takes in an answer, where long texts are cut. */
        long bytes() {
            long bytes = 0;
            for (Capture capture : captures) {
                bytes += CAPTURE_BYTES + Math.min(TextCutter.TEXT, capture.end() - capture.start());
            }
            return bytes;
        }
    }

    /** A captured node. */
    public record Capture(String name, String type, int start, int end) {}

    /**
     * Runs it.
     *
     * @throws Stopped if {@code cancelled} ended it
     */
    public static Result run(Query query, Node root, Cursor cursor, Part part, BooleanSupplier cancelled)
            throws Stopped {
        var sink = new Object() {
            final List<Raw> found = new ArrayList<>();
            int number;
            long bytes;
            boolean more;

            boolean match(CurrentMatch match) {
                if (found.size() == part.most() || (bytes > part.bytes() && !found.isEmpty())) {
                    more = true;
                    return false;
                }
                int now = number++;
                if (now >= part.from()) {
                    Raw raw = raw(query, match, now);
                    bytes += raw.bytes();
                    found.add(raw);
                }
                // The core asks while it searches, but not while matches keep coming.
                return (now & 0xFF) != 0xFF || !cancelled.getAsBoolean();
            }
        };
        var outcome = cursor.run(query, root, new Cursor.Limits(MATCH_LIMIT, cancelled), sink::match);
        if (outcome.cancelled() || (!sink.more && cancelled.getAsBoolean())) {
            throw new Stopped("timeout");
        }
        return new Result(sink.found, sink.more, outcome.exceededMatchLimit());
    }

    private static Raw raw(Query query, CurrentMatch match, int number) {
        int kept = Math.min(MOST_CAPTURES, match.size());
        var captures = new ArrayList<Capture>(kept);
        for (int i = 0; i < kept; i++) {
            captures.add(new Capture(
                    query.captureName(match.captureId(i)), match.node(i).type(), match.startByte(i), match.endByte(i)));
        }
        return new Raw(number, match.pattern(), List.copyOf(captures), kept < match.size());
    }
}
