package io.precinct.source.git;

import io.precinct.source.api.History.Hunk;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/**
 * The differences between two texts, in pieces with the lines around.
 *
 * @param before the old text
 * @param after the new text
 */
record Hunks(RawText before, RawText after) {
    private static final int CONTEXT = 3;
    private static final String NO_END = "\\ No newline at end of file";

    List<Hunk> all() {
        EditList edits = Comparison.DIFF.diff(RawTextComparator.DEFAULT, before, after);
        var hunks = new ArrayList<Hunk>();
        for (int first = 0; first < edits.size(); ) {
            int last = first;
            while (last + 1 < edits.size()
                    && edits.get(last + 1).getBeginA() - edits.get(last).getEndA() <= 2 * CONTEXT) {
                last++;
            }
            hunks.add(hunk(edits.subList(first, last + 1)));
            first = last + 1;
        }
        return hunks;
    }

    private Hunk hunk(List<Edit> edits) {
        Edit first = edits.getFirst();
        Edit last = edits.getLast();
        int leading = Math.min(CONTEXT, first.getBeginA());
        int trailing = Math.min(CONTEXT, before.size() - last.getEndA());
        int oldStart = first.getBeginA() - leading;
        int newStart = first.getBeginB() - leading;
        int oldEnd = last.getEndA() + trailing;
        int newEnd = last.getEndB() + trailing;
        var lines = new ArrayList<String>();
        int at = oldStart;
        for (Edit edit : edits) {
            add(lines, ' ', before, at, edit.getBeginA());
            add(lines, '-', before, edit.getBeginA(), edit.getEndA());
            add(lines, '+', after, edit.getBeginB(), edit.getEndB());
            at = edit.getEndA();
        }
        add(lines, ' ', before, at, oldEnd);
        return new Hunk(
                oldEnd > oldStart ? oldStart + 1 : oldStart,
                oldEnd - oldStart,
                newEnd > newStart ? newStart + 1 : newStart,
                newEnd - newStart,
                lines);
    }

    private static void add(List<String> lines, char sign, RawText text, int from, int to) {
        for (int line = from; line < to; line++) {
            lines.add(sign + text.getString(line));
            if (line == text.size() - 1 && text.isMissingNewlineAtEnd()) {
                lines.add(NO_END);
            }
        }
    }
}
