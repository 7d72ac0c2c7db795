package io.precinct.graph.checklists;

import io.precinct.graph.markdown.Lines;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of an item: {@code - [ ] text} or {@code - [x] text}, at any indentation.
 *
 * @param line in the node
 * @param checked whether there is an x in the box
 * @param indent what stands before the dash
 * @param box offset of what stands in the box
 * @param from offset of the text
 * @param text without white space at its ends
 */
record ItemLine(int line, boolean checked, String indent, int box, int from, String text) {
    private static final Pattern ITEM = Pattern.compile("([ \t]*)- \\[([ xX])](?:[ \t]+(.*))?", Pattern.DOTALL);

    /** The item in a line, or null. */
    static @Nullable ItemLine of(Lines lines, int line) {
        String content = lines.line(line);
        Matcher item = ITEM.matcher(content);
        if (!item.matches()) {
            return null;
        }
        int start = lines.start(line);
        String text = item.group(3);
        return new ItemLine(
                line,
                !item.group(2).equals(" "),
                item.group(1),
                start + item.start(2),
                start + (text == null ? content.length() : item.start(3)),
                text == null ? "" : text.strip());
    }
}
