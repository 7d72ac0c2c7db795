package io.precinct.source.api;

import java.util.List;

/**
 * A match of a query.
 *
 * @param path of the file
 * @param blob of the file
 * @param match number within the file, from 0
 * @param pattern number of the pattern within the query, from 0
 * @param captures in the order of the text
 */
public record Match(String path, String blob, int match, int pattern, List<Capture> captures) {
    public Match {
        captures = List.copyOf(captures);
    }

    /**
     * A captured node.
     *
     * @param name without {@code @}
     * @param nodeType of the node
     * @param text of the node
     * @param lines around it
     */
    public record Capture(String name, String nodeType, String text, Position start, Position end, Item.Lines lines) {}
}
