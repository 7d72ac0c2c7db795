package io.precinct.source.facts.extraction;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into pieces that are parsed by themselves: before lines that begin at the margin and do not continue the
 * one before. It guesses from the layout, the same way for all languages. Without state.
 */
final class TopLevel {
    /** Most pieces of one text; the rest stays in one piece, so that many short lines do not cost a parse each. */
    private static final int MOST_PIECES = 1000;

    private static final String CLOSERS_AND_OPENERS = "{}[]()<>,;:.?+*=&|%^!~\\";
    private static final String ENDS = ";})]";
    private static final String GOES_WITH_NEXT = "@#/*-\"'";

    private TopLevel() {}

    /**
     * A piece of a text.
     *
     * @param end exclusive
     */
    record Piece(int start, int end) {}

    /** The pieces that contain ranges of a text, each once, in their order; both are whole lines. */
    static List<Piece> around(SourceText text, List<SyntaxErrors.Range> ranges) {
        var pieces = new ArrayList<Piece>();
        int done = 0;
        for (SyntaxErrors.Range range : ranges) {
            if (done == text.rows()) {
                break;
            }
            if (range.end() <= text.rowStart(done)) {
                continue;
            }
            int row = Math.max(done, text.row(range.start()));
            while (row > done && !begins(text, row)) {
                row--;
            }
            int last = text.row(Math.max(range.start(), range.end() - 1));
            while (row <= last && row < text.rows()) {
                int next = row + 1;
                while (next < text.rows() && (pieces.size() >= MOST_PIECES || !begins(text, next))) {
                    next++;
                }
                pieces.add(
                        new Piece(text.rowStart(row), next < text.rows() ? text.rowStart(next) : text.bytes().length));
                row = next;
            }
            done = Math.max(done, row);
        }
        return pieces;
    }

    private static boolean begins(SourceText text, int row) {
        int start = text.rowStart(row);
        int end = text.rowEnd(row);
        if (row == 0) {
            return true;
        }
        if (start == end || isSpace(text, start) || CLOSERS_AND_OPENERS.indexOf(text.bytes()[start]) >= 0) {
            return false;
        }
        int before = text.rowStart(row - 1);
        int beforeEnd = text.rowEnd(row - 1);
        while (beforeEnd > before && isSpace(text, beforeEnd - 1)) {
            beforeEnd--;
        }
        return before == beforeEnd
                || isSpace(text, before)
                || (ENDS.indexOf(text.bytes()[beforeEnd - 1]) >= 0 && GOES_WITH_NEXT.indexOf(text.bytes()[before]) < 0);
    }

    private static boolean isSpace(SourceText text, int at) {
        byte each = text.bytes()[at];
        return each >= 0 && each <= ' ';
    }
}
