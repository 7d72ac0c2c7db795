package io.precinct.graph.checklists;

import io.precinct.graph.markdown.BlockId;
import io.precinct.graph.markdown.Lines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of an item: {@code - [ ] text} or {@code - [x] text ^id}, at any indentation.
 *
 * @param line in the node
 * @param checked whether there is an x in the box
 * @param indent what stands before the dash
 * @param box offset of what stands in the box
 * @param from offset of the text
 * @param end offset after the text
 * @param text without white space at its ends
 * @param id that is written behind the text, or null
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
    /** A longer block id is text: no parameter could name the item. */
    static final int LONGEST_ID = 100;

    private static final Pattern ITEM = Pattern.compile("([ \t]*)- \\[([ xX])](?:[ \t]+(.*))?", Pattern.DOTALL);

    /** The item in a line, or null. */
    static @Nullable ItemLine of(Lines lines, int line) {
        String content = lines.line(line);
        Matcher item = ITEM.matcher(content);
        if (!item.matches()) {
            return null;
        }
        int start = lines.start(line);
        String rest = item.group(3) == null ? "" : item.group(3);
        int from = start + content.length() - rest.length();
        BlockId told = told(rest);
        return new ItemLine(
                line,
                !item.group(2).equals(" "),
                item.group(1),
                start + item.start(2),
                from,
                from + told.text().length(),
                told.text().strip(),
                told.id());
    }

    private static BlockId told(String rest) {
        BlockId told = BlockId.in(rest);
        return told.id() == null || told.id().length() <= LONGEST_ID ? told : new BlockId(rest.stripTrailing(), null);
    }

    /** Whether a text stands for itself in a line: it does not read as if there were an id at its end. */
    static boolean plain(String text) {
        return told(text).id() == null;
    }
}
