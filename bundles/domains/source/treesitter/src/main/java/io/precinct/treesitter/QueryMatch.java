package io.precinct.treesitter;

import java.util.List;

/**
 * A copy of a match.
 *
 * @param pattern of the query, from 0
 * @param captures in the order in which their nodes begin
 */
public record QueryMatch(int pattern, List<Capture> captures) {
    public QueryMatch {
        captures = List.copyOf(captures);
    }

    /**
     * A captured node.
     *
     * @param name without {@code @}
     * @param node usable while its tree is open
     */
    public record Capture(String name, Node node) {}
}
