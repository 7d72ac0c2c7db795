package io.precinct.graph.checklists;

import io.precinct.graph.markdown.BlockId;
import io.precinct.graph.markdown.Lines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of an item: {@code - [ ] text} or {@code - [x] text ^id}, at any indentation. As in CommonMark (§5.2), white
 * space of one to four columns may stand between the dash and the box.
 *
 * @param line the line number in the node
 * @param checked whether there is an x in the box
 * @param indent the white space before the dash
 * @param box offset of the character in the box
 * @param from offset of the text
 * @param end offset after the text
 * @param text the text without white space at its ends
 * @param id the id that follows the text, or null
 */
record ItemLine(
        int line,
        boolean checked,
        String indent,
        int box,
        int from,
        int end,
        String text,
        @Nullable String id) {
    /** Most characters of an id; a longer block id is part of the text, since no parameter could name the item. */
    static final int LONGEST_ID = 100;

    private static final Pattern ITEM = Pattern.compile("([ \t]*)-([ \t]+)\\[([ xX])](?:[ \t]+(.*))?", Pattern.DOTALL);

    private static final int TAB_STOP = 4;
    private static final int WIDEST_GAP = 4;

    /** Returns the item in a line, or null. */
    static @Nullable ItemLine of(Lines lines, int line) {
        String content = lines.line(line);
        Matcher item = ITEM.matcher(content);
        if (!item.matches()) {
            return null;
        }
        int dash = columns(item.group(1), 0);
        if (columns(item.group(2), dash + 1) - dash - 1 > WIDEST_GAP) {
            return null;
        }
        int start = lines.start(line);
        String rest = item.group(4) == null ? "" : item.group(4);
        int from = start + content.length() - rest.length();
        BlockId told = told(rest);
        return new ItemLine(
                line,
                !item.group(3).equals(" "),
                item.group(1),
                start + item.start(3),
                from,
                from + told.text().length(),
                told.text().strip(),
                told.id());
    }

    /** Returns the column at which white space ends that begins at a column; a tab leads to the next tab stop. */
    private static int columns(String space, int from) {
        int column = from;
        for (int i = 0; i < space.length(); i++) {
            column = space.charAt(i) == '\t' ? column - column % TAB_STOP + TAB_STOP : column + 1;
        }
        return column;
    }

    /** Returns the column of the dash. */
    int column() {
        return column(indent);
    }

    /** Returns the column of a dash behind this white space. */
    static int column(String indent) {
        return columns(indent, 0);
    }

    private static BlockId told(String rest) {
        BlockId told = BlockId.in(rest);
        return told.id() == null || told.id().length() <= LONGEST_ID ? told : new BlockId(rest.stripTrailing(), null);
    }

    /** Whether a text stays itself in a line, that is, does not seem to end in an id. */
    static boolean plain(String text) {
        return told(text).id() == null;
    }
}
