package io.precinct.formatter.text;

import io.precinct.common.text.TableColumns;
import io.precinct.common.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes a list of maps as aligned columns, if every cell fits on one line and the lines fit on a screen. */
final class Columns {
    private static final int MOST_COLUMNS = 12;
    private static final int WIDEST_CELL = 60;
    private static final int WIDEST_ROW = 160;
    private static final String GAP = "  ";

    private final List<String> heads;
    private final int[] widths;
    private final boolean[] numeric;
    private final List<String[]> rows;

    private Columns(List<String> heads, int[] widths, boolean[] numeric, List<String[]> rows) {
        this.heads = heads;
        this.widths = widths;
        this.numeric = numeric;
        this.rows = rows;
    }

    /** The columns of {@code list}, or null if they would not be readable. */
    static @Nullable Columns of(List<?> list) {
        SequencedMap<String, Boolean> kinds = TableColumns.of(list, MOST_COLUMNS);
        if (kinds == null || !kinds.keySet().stream().allMatch(Columns::isHead)) {
            return null;
        }
        var heads = new ArrayList<String>();
        int[] widths = new int[kinds.size()];
        boolean[] numeric = new boolean[kinds.size()];
        kinds.forEach((key, isNumeric) -> {
            String head = VisibleText.of(key);
            widths[heads.size()] = Width.of(head);
            numeric[heads.size()] = isNumeric;
            heads.add(head);
        });
        var rows = new ArrayList<String[]>(list.size());
        for (Object element : list) {
            String[] row = row((Map<?, ?>) element, kinds.sequencedKeySet(), widths);
            if (row == null) {
                return null;
            }
            rows.add(row);
        }
        int width = 0;
        for (int column : widths) {
            width += column + GAP.length();
        }
        return width > WIDEST_ROW ? null : new Columns(heads, widths, numeric, rows);
    }

    private static boolean isHead(String key) {
        return Inline.isPlain(key) && key.length() <= WIDEST_CELL;
    }

    private static String @Nullable [] row(Map<?, ?> element, Iterable<String> keys, int[] widths) {
        String[] row = new String[widths.length];
        int column = 0;
        for (String key : keys) {
            String cell = element.containsKey(key) ? Inline.of(element.get(key)) : "";
            if (cell == null || cell.length() > WIDEST_CELL) {
                return null;
            }
            row[column] = cell;
            widths[column] = Math.max(widths[column], Width.of(cell));
            column++;
        }
        return row;
    }

    /** Writes heads, a rule and the rows; columns of numbers are aligned to the right. */
    void write(Consumer<String> line) {
        String[] rule = new String[widths.length];
        for (int i = 0; i < rule.length; i++) {
            rule[i] = "-".repeat(widths[i]);
        }
        line.accept(joined(heads.toArray(new String[0])));
        line.accept(joined(rule));
        for (String[] row : rows) {
            line.accept(joined(row));
        }
    }

    private String joined(String[] cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String space = " ".repeat(widths[i] - Width.of(cells[i]));
            line.append(i == 0 ? "" : GAP)
                    .append(numeric[i] ? space : "")
                    .append(cells[i])
                    .append(numeric[i] ? "" : space);
        }
        return line.toString().stripTrailing();
    }
}
