package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Gap;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Syntax errors that may hide declarations: {@code ERROR} nodes that span lines or open a block. Smaller ones are a
 * superfluous word: what surrounds them is in the tree. Without state.
 */
public final class SyntaxErrors {
    private static final int MOST_GAPS = 16;

    private SyntaxErrors() {}

    /** The range of one, in bytes and rows, both exclusive at the end. */
    record Range(int start, int end, int startRow, int endRow) {}

    /** The errors of a tree that contain no other, as lines of the text. */
    public static List<Gap> gaps(UsableLanguage language, Node root, Cursor cursor, BooleanSupplier cancelled)
            throws Stopped {
        return gaps(in(language, root, cursor, cancelled), 0);
    }

    /** The outermost errors, in the order of the text. */
    static List<Range> in(UsableLanguage language, Node root, Cursor cursor, BooleanSupplier cancelled) throws Stopped {
        Query errors = root.hasError() ? language.errors() : null;
        if (errors == null) {
            return List.of();
        }
        var found = new ArrayList<Range>();
        byte[] text = root.tree().source();
        var outcome = cursor.run(errors, root, new Cursor.Limits(Integer.MAX_VALUE, cancelled), match -> {
            int start = match.startByte(0);
            boolean inner = !found.isEmpty() && found.getLast().end() > start;
            if (!inner && mayHide(text, start, match.endByte(0))) {
                Node error = match.node(0);
                found.add(new Range(start, match.endByte(0), error.startRow(), lastRow(error) + 1));
            }
            return true;
        });
        if (outcome.cancelled()) {
            throw new Stopped("timeout");
        }
        return found;
    }

    private static int lastRow(Node node) {
        return node.endColumn() == 0 && node.endRow() > node.startRow() ? node.endRow() - 1 : node.endRow();
    }

    private static boolean mayHide(byte[] text, int start, int end) {
        int last = end;
        while (last > start && text[last - 1] >= 0 && text[last - 1] <= ' ') {
            last--;
        }
        for (int i = start; i < last; i++) {
            if (text[i] == '\n' || text[i] == '{') {
                return true;
            }
        }
        return false;
    }

    /**
     * Ranges as lines. Adjacent ones are merged; if there are too many, the last one covers all the rest.
     *
     * @param rows number of rows before the text
     */
    static List<Gap> gaps(List<Range> ranges, int rows) {
        var gaps = new ArrayList<Gap>();
        for (Range range : ranges) {
            add(gaps, new Gap(rows + range.startRow() + 1, rows + range.endRow()));
        }
        return gaps;
    }

    static void add(List<Gap> gaps, Gap next) {
        Gap last = gaps.isEmpty() ? null : gaps.getLast();
        if (last != null && (last.to() + 1 >= next.from() || gaps.size() == MOST_GAPS)) {
            gaps.set(gaps.size() - 1, new Gap(last.from(), Math.max(last.to(), next.to())));
        } else {
            gaps.add(next);
        }
    }
}
