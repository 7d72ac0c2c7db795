package io.precinct.source.git;

/**
 * Moves the groups of changed lines of a text to where git shows them. A group can move up if the line before it equals
 * its last one, and down if its first line equals the one behind it. Groups that meet become one. A group moves next to
 * changes of the other text if it can, so that both are one edit; else to where the indentation and the empty lines
 * suggest that a block begins and ends. Confined to a thread.
 */
final class ChangedGroups {
    /** The most lines by which a group is moved for its indentation. */
    private static final int MOST_MOVES = 100;

    private final ComparedText text;
    private final Group group;
    private final Group other;

    private ChangedGroups(ComparedText text, ComparedText otherText) {
        this.text = text;
        group = new Group(text);
        other = new Group(otherText);
    }

    /** Moves the groups of a text; those of the other one stay. */
    static void move(ComparedText text, ComparedText otherText) {
        new ChangedGroups(text, otherText).move();
    }

    private void move() {
        do {
            if (!group.isEmpty()) {
                moveGroup();
            }
            other.next();
        } while (group.next());
    }

    private void moveGroup() {
        int size;
        int highestEnd;
        boolean meets;
        do {
            size = group.size();
            while (group.slideUp()) {
                other.previous();
            }
            highestEnd = group.end;
            meets = !other.isEmpty();
            while (group.slideDown()) {
                other.next();
                meets |= !other.isEmpty();
            }
        } while (size != group.size());
        if (group.end == highestEnd) {
            return;
        }
        if (meets) {
            while (other.isEmpty()) {
                moveUp();
            }
        } else {
            int best = bestEnd(highestEnd, size);
            while (group.end > best) {
                moveUp();
            }
        }
    }

    private void moveUp() {
        group.slideUp();
        other.previous();
    }

    private int bestEnd(int highestEnd, int size) {
        int lowest = group.end;
        int best = lowest;
        Split bestSplit = null;
        for (int end = Math.max(highestEnd, Math.max(lowest - size - 1, lowest - MOST_MOVES)); end <= lowest; end++) {
            Split split = Split.at(text, end).and(Split.at(text, end - size));
            if (bestSplit == null || split.isNoWorseThan(bestSplit)) {
                best = end;
                bestSplit = split;
            }
        }
        return best;
    }

    /** The changed lines, perhaps none, between two unchanged ones, or an unchanged one and an end of the text. */
    private static final class Group {
        private final ComparedText text;
        private int start;
        private int end;

        /** The first one. */
        Group(ComparedText text) {
            this.text = text;
            toEnd();
        }

        private void toEnd() {
            while (text.isChanged(end)) {
                end++;
            }
        }

        private void toStart() {
            while (text.isChanged(start - 1)) {
                start--;
            }
        }

        boolean isEmpty() {
            return start == end;
        }

        int size() {
            return end - start;
        }

        /** Goes behind the unchanged line that follows; false at the end of the text. */
        boolean next() {
            if (end == text.size()) {
                return false;
            }
            start = end + 1;
            end = start;
            toEnd();
            return true;
        }

        void previous() {
            end = start - 1;
            start = end;
            toStart();
        }

        /** Moves up by a line, and takes a group in that it meets; false if it cannot. */
        boolean slideUp() {
            if (start == 0 || !text.sameLine(start - 1, end - 1)) {
                return false;
            }
            text.setChanged(--start, true);
            text.setChanged(--end, false);
            toStart();
            return true;
        }

        /** Moves down by a line, and takes a group in that it meets; false if it cannot. */
        boolean slideDown() {
            if (end == text.size() || !text.sameLine(start, end)) {
                return false;
            }
            text.setChanged(start++, false);
            text.setChanged(end++, true);
            toEnd();
            return true;
        }
    }

    /**
     * How well a text can be divided before a line, or before two. The weights are those that git found on a corpus of
     * diffs which people had rated.
     *
     * @param indent smaller is better, and counts most
     * @param penalty smaller is better
     */
    private record Split(int indent, int penalty) {
        private static final int INDENT = 60;
        private static final int START_OF_FILE = 1;
        private static final int END_OF_FILE = 21;
        private static final int EMPTY_LINE = -30;
        private static final int EMPTY_LINE_BEHIND = 6;
        private static final int DEEPER = -4;
        private static final int DEEPER_AFTER_EMPTY_LINE = 10;
        private static final int BLOCK_STARTS = 24;
        private static final int BLOCK_ENDS = 23;
        private static final int LESS_DEEP_BY_EMPTY_LINE = 17;

        static Split at(ComparedText text, int line) {
            Neighbour before = Neighbour.from(text, line - 1, -1);
            Neighbour after = Neighbour.from(text, line + 1, 1);
            boolean atEnd = line >= text.size();
            int own = atEnd ? -1 : text.indent(line);
            int emptyBehind = own == -1 ? 1 + after.emptyLines : 0;
            int empty = before.emptyLines + emptyBehind;
            int indent = own == -1 ? after.indent : own;
            int penalty = EMPTY_LINE * empty + EMPTY_LINE_BEHIND * emptyBehind;
            if (before.indent == -1 && before.emptyLines == 0) {
                penalty += START_OF_FILE;
            }
            if (atEnd) {
                penalty += END_OF_FILE;
            }
            if (indent != -1 && before.indent != -1) {
                if (indent > before.indent) {
                    penalty += empty > 0 ? DEEPER_AFTER_EMPTY_LINE : DEEPER;
                } else if (indent < before.indent) {
                    penalty += empty > 0 ? LESS_DEEP_BY_EMPTY_LINE : after.indent > indent ? BLOCK_STARTS : BLOCK_ENDS;
                }
            }
            return new Split(indent, penalty);
        }

        Split and(Split second) {
            return new Split(indent + second.indent, penalty + second.penalty);
        }

        boolean isNoWorseThan(Split best) {
            return INDENT * Integer.compare(indent, best.indent) + penalty - best.penalty <= 0;
        }
    }

    /**
     * The nearest line with text in a direction.
     *
     * @param indent -1 if there is none
     * @param emptyLines lines without text before it
     */
    private record Neighbour(int indent, int emptyLines) {
        private static final int MOST_EMPTY_LINES = 20;

        static Neighbour from(ComparedText text, int line, int step) {
            int empty = 0;
            for (int at = line; at >= 0 && at < text.size(); at += step) {
                int indent = text.indent(at);
                if (indent != -1) {
                    return new Neighbour(indent, empty);
                }
                empty++;
                if (empty == MOST_EMPTY_LINES) {
                    return new Neighbour(0, empty);
                }
            }
            return new Neighbour(-1, empty);
        }
    }
}
