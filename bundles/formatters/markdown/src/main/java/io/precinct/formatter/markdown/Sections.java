package io.precinct.formatter.markdown;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the document. A map becomes a table of the members that fit into a table, and a section for every other
 * member. Sections nest as deep as Markdown has headings; deeper maps, and maps inside lists, become lists.
 */
final class Sections {
    private static final int DEEPEST_HEADING = 6;

    private final StringBuilder out = new StringBuilder(1024);
    private final Items items = new Items(out);

    String text() {
        return out.toString();
    }

    /** Writes the heading of the document; {@code text} is data. */
    void title(String text) {
        heading(1, Escaped.line(text));
    }

    private void heading(int level, String markdown) {
        gap();
        out.repeat('#', level).append(' ').append(markdown).append('\n');
    }

    /** Writes a whole payload. */
    void write(@Nullable Object payload) {
        block(payload, 2);
    }

    private void block(@Nullable Object value, int level) {
        String cell = Cell.of(value);
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            map(map, level);
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            list(list);
        } else if (cell != null) {
            gap();
            out.append(Escaped.atStart(cell)).append('\n');
        } else {
            gap();
            items.fence(String.valueOf(value), 0);
        }
    }

    private void map(Map<?, ?> map, int level) {
        var cells = new LinkedHashMap<String, String>();
        var others = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> {
            String cell = Cell.of(value);
            if (cell != null) {
                cells.put(String.valueOf(key), cell);
            } else {
                others.put(String.valueOf(key), value);
            }
        });
        if (level > DEEPEST_HEADING) {
            gap();
            items.map(map, 0, 0);
            return;
        }
        if (!cells.isEmpty()) {
            gap();
            out.append("| key | value |\n| --- | --- |\n");
            cells.forEach((key, cell) -> out.append("| ")
                    .append(Cell.key(key))
                    .append(" | ")
                    .append(cell)
                    .append(" |\n"));
        }
        others.forEach((key, value) -> {
            heading(level, Cell.key(key));
            block(value, level + 1);
        });
    }

    private void list(List<?> list) {
        gap();
        RecordTable records = RecordTable.of(list);
        if (records != null) {
            records.writeTo(out);
        } else {
            items.list(list, 0, 0);
        }
    }

    private void gap() {
        if (!out.isEmpty()) {
            out.append('\n');
        }
    }
}
