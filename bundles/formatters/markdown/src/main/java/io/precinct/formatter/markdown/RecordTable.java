package io.precinct.formatter.markdown;

import io.precinct.common.text.TableColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list of maps that are similar enough to be rows of one table, in which every value is a cell.
 *
 * @param kinds for each column, in order of appearance, whether all its values are numbers
 * @param rows the cells of each element, as Markdown
 */
record RecordTable(Map<String, Boolean> kinds, List<List<String>> rows) {
    private static final int MOST_COLUMNS = 24;

    /** The table of {@code list}, or null if it cannot be one. */
    static @Nullable RecordTable of(List<?> list) {
        Map<String, Boolean> kinds = TableColumns.of(list, MOST_COLUMNS);
        if (kinds == null) {
            return null;
        }
        var rows = new ArrayList<List<String>>(list.size());
        for (Object element : list) {
            List<String> row = row((Map<?, ?>) element, kinds);
            if (row == null) {
                return null;
            }
            rows.add(row);
        }
        return new RecordTable(kinds, rows);
    }

    private static @Nullable List<String> row(Map<?, ?> element, Map<String, Boolean> kinds) {
        var row = new ArrayList<String>(kinds.size());
        for (String key : kinds.keySet()) {
            String cell = element.containsKey(key) ? inCell(element.get(key)) : "";
            if (cell == null) {
                return null;
            }
            row.add(cell);
        }
        return row;
    }

    /**
     * A value as the content of a cell, or null. A list of longer texts also fits, with line breaks between the texts.
     */
    private static @Nullable String inCell(@Nullable Object value) {
        String cell = Cell.of(value);
        if (cell != null || !(value instanceof List<?> list)) {
            return cell;
        }
        var lines = new StringBuilder();
        for (Object element : list) {
            String line = element instanceof Map<?, ?> || element instanceof List<?> ? null : Cell.of(element);
            if (line == null) {
                return null;
            }
            lines.append(lines.isEmpty() ? "" : "<br>").append(line);
        }
        return lines.toString();
    }

    void writeTo(StringBuilder out) {
        out.append('|');
        kinds.forEach((key, numeric) -> out.append(' ').append(Cell.key(key)).append(" |"));
        out.append("\n|");
        kinds.forEach((key, numeric) -> out.append(numeric ? " ---: |" : " --- |"));
        out.append('\n');
        for (List<String> row : rows) {
            out.append('|');
            for (String cell : row) {
                out.append(cell.isEmpty() ? " " : " " + cell + " ").append('|');
            }
            out.append('\n');
        }
    }
}
