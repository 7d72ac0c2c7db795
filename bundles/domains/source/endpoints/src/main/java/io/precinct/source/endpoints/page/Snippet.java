package io.precinct.source.endpoints.page;

import java.util.List;

/**
 * Numbered lines of a file, with what was found in them.
 *
 * @param lines in order
 */
public record Snippet(List<Line> lines) {
    /**
     * A line.
     *
     * @param afterGap whether lines are left out before it
     * @param hit whether it is one that was searched for
     * @param pieces its text
     */
    public record Line(int number, boolean afterGap, boolean hit, List<Piece> pieces) {}

    /**
     * A piece of a line.
     *
     * @param marked whether it is what was searched for
     */
    public record Piece(String text, boolean marked) {}
}
