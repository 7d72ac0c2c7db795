package io.precinct.configuration.compare.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A unified difference as rows of a table, the base on the left. For a single use; not thread-safe. */
public final class UnifiedRows {
    private static final int HEADER = 2;

    private final List<Row> rows = new ArrayList<>();
    private final List<Line> removed = new ArrayList<>();
    private final List<Line> added = new ArrayList<>();

    /**
     * A line of one side.
     *
     * @param ended whether it has an end; only the last one of a file may have none
     */
    public record Line(String text, boolean ended) {}

    /**
     * A row: a place, a line that both sides have, or a line of each side.
     *
     * @param place where in the file the rows below are, or null
     * @param same a line that both sides have, or null
     * @param was a line of the base, or null
     * @param is a line of the other side, or null
     */
    public record Row(
            @Nullable String place,
            @Nullable String same,
            @Nullable Line was,
            @Nullable Line is) {}

    private UnifiedRows() {}

    /** The rows of a difference; the names in its first two lines are left out. */
    static List<Row> of(String unified) {
        var rows = new UnifiedRows();
        Stream.of(unified.split("\n")).skip(HEADER).forEach(rows::line);
        rows.flush();
        return rows.rows;
    }

    private void line(String line) {
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
                rows.add(new Row(line, null, null, null));
            }
            case '\\' -> unended(added.isEmpty() ? removed : added);
            default -> {
                flush();
                rows.add(new Row(null, content, null, null));
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
            rows.add(new Row(
                    null, null, i < removed.size() ? removed.get(i) : null, i < added.size() ? added.get(i) : null));
        }
        removed.clear();
        added.clear();
    }
}
