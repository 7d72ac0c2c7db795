package io.precinct.source.endpoints.page;

import java.util.List;

/**
 * Numbered lines of a file, with marked matches.
 *
 * @param lines in order
 */
public record Snippet(List<Line> lines) {
    /**
     * A line.
     *
     * @param afterGap whether lines are left out before it
     * @param hit whether it has a match
     * @param pieces its text
     */
    public record Line(int number, boolean afterGap, boolean hit, List<Piece> pieces) {}

    /**
     * A piece of a line.
     *
     * @param marked whether it is a match
     */
    public record Piece(String text, boolean marked) {}
}
