package io.precinct.source.endpoints.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** The piece of a line that is shown: its start and end, and the bytes left out around it; empty for a whole line. */
    static PlainData cut(PlainData context, int line) {
        return context.list("cuts").stream()
                .filter(each -> each.member("start").number("line") == line)
                .findFirst()
                .orElseGet(() -> new PlainData(Map.of()));
    }

    /** A line without a match. */
    static List<Piece> pieces(PlainData context, int line, String text) {
        return between(cut(context, line), List.of(new Piece(text, false)));
    }

    /** The same with marks of what is left out. */
    static List<Piece> between(PlainData cut, List<Piece> pieces) {
        if (cut.isEmpty()) {
            return pieces;
        }
        var marked = new ArrayList<Piece>(pieces.size() + 2);
        if (cut.number("before") > 0) {
            marked.add(new Piece("… ", false));
        }
        marked.addAll(pieces);
        if (cut.number("after") > 0) {
            marked.add(new Piece(" …", false));
        }
        return marked;
    }
}
