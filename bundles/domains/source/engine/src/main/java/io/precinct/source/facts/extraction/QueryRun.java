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

    private QueryRun() {}

    /**
     * Which of a file's matches are wanted.
     *
     * @param from number of the first, from 0
     * @param most how many
     * @param bytes of captured text after which no further match is taken
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

        /** The same with gaps. */
        public Result with(List<Gap> others) {
            return new Result(matches, more, exceeded, others);
        }
    }

    /**
     * A match without its text.
     *
     * @param number within the file, from 0
     */
    public record Raw(int number, int pattern, List<Capture> captures) {}

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
                    raw.captures().forEach(capture -> bytes += capture.end() - capture.start());
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
        var captures = new ArrayList<Capture>(match.size());
        for (int i = 0; i < match.size(); i++) {
            captures.add(new Capture(
                    query.captureName(match.captureId(i)), match.node(i).type(), match.startByte(i), match.endByte(i)));
        }
        return new Raw(number, match.pattern(), List.copyOf(captures));
    }
}
