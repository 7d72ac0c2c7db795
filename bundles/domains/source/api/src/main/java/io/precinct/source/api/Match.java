package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A match of a query.
 *
 * @param path of the file
 * @param blob of the file
 * @param match number within the file, from 0
 * @param pattern number of the pattern within the query, from 0
 * @param captures in the order of the text, the first ones if there are many
 * @param moreCaptures whether the match has further captures
 * @since 1.0; moreCaptures since 1.7
 */
public record Match(String path, String blob, int match, int pattern, List<Capture> captures, boolean moreCaptures) {
    public Match {
        captures = List.copyOf(captures);
    }

    /** A match with all of its captures. */
    public Match(String path, String blob, int match, int pattern, List<Capture> captures) {
        this(path, blob, match, pattern, captures, false);
    }

    /**
     * A captured node.
     *
     * @param name without {@code @}
     * @param nodeType of the node
     * @param text of the node
     * @param lines around it
     * @param cut the piece of the node that {@code text} shows, or null if it shows all of it
     */
    public record Capture(
            String name,
            String nodeType,
            String text,
            Position start,
            Position end,
            Item.Lines lines,
            @Nullable Cut cut) {
        /** A node that is shown whole. */
        public Capture(String name, String nodeType, String text, Position start, Position end, Item.Lines lines) {
            this(name, nodeType, text, start, end, lines, null);
        }
    }
}
