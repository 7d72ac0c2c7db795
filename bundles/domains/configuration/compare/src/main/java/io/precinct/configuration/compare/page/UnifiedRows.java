package io.precinct.configuration.compare.page;

import io.precinct.common.html.HtmlBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A unified difference as rows of a table, the base on the left. For a single use; not thread-safe. */
final class UnifiedRows {
    private static final int HEADER = 2;

    private final HtmlBuilder html;
    private final List<Line> removed = new ArrayList<>();
    private final List<Line> added = new ArrayList<>();

    /**
     * A line of one side.
     *
     * @param ended whether it has an end; only the last one of a file may have none
     */
    private record Line(String text, boolean ended) {}

    UnifiedRows(HtmlBuilder html) {
        this.html = html;
    }

    /** Writes the rows; the names in its first two lines are left out. */
    void write(String unified) {
        Stream.of(unified.split("\n")).skip(HEADER).forEach(this::line);
        flush();
    }

    private void line(String line) {
        if (html.full()) {
            return;
        }
        String content = line.isEmpty() ? "" : line.substring(1);
        switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '-' -> {
                if (!added.isEmpty()) {
                    flush();
                }
                removed.add(new Line(content, true));
            }
            case '+' -> added.add(new Line(content, true));
            case '@' -> {
                flush();
                html.tag("<tr><td class=\"place\" colspan=\"2\">").text(line).tag("</td></tr>");
            }
            case '\\' -> unended(added.isEmpty() ? removed : added);
            default -> {
                flush();
                html.tag("<tr class=\"same\"><td><code>").text(content).tag("</code></td><td><code>");
                html.text(content).tag("</code></td></tr>");
            }
        }
    }

    /** The last line of a side has no end. Of a line that both have, nothing is said. */
    private static void unended(List<Line> side) {
        if (!side.isEmpty()) {
            side.set(side.size() - 1, new Line(side.getLast().text, false));
        }
    }

    private void flush() {
        for (int i = 0; i < Math.max(removed.size(), added.size()); i++) {
            html.tag("<tr>");
            cell(removed, i, "was");
            cell(added, i, "is");
            html.tag("</tr>");
        }
        removed.clear();
        added.clear();
    }

    private void cell(List<Line> lines, int index, String style) {
        if (index < lines.size()) {
            Line line = lines.get(index);
            html.tag("<td class=\"").tag(style).tag("\"><code>").text(line.text).tag("</code>");
            html.tag(line.ended ? "</td>" : " <span class=\"none\">no newline at the end</span></td>");
        } else {
            html.tag("<td class=\"none\"></td>");
        }
    }
}
