package io.precinct.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of results, printed as Markdown so that it can be copied to the documentation. */
final class Table {
    private final List<String[]> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Table(String... head) {
        rows.add(head);
    }

    /** Adds a row; numbers below 10 are rounded to two decimals, others to one. */
    Table row(Object... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = cells[i] instanceof Double d
                    ? String.format(Locale.ROOT, d < 10 ? "%.2f" : "%.1f", d)
                    : String.valueOf(cells[i]);
        }
        rows.add(row);
        return this;
    }

    /** Adds a line below the table. */
    Table note(String note) {
        notes.add(note);
        return this;
    }

    String markdown() {
        int columns = rows.getFirst().length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        var text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            line(text, rows.get(r), widths, ' ');
            if (r == 0) {
                String[] rule = new String[columns];
                java.util.Arrays.fill(rule, "");
                line(text, rule, widths, '-');
            }
        }
        notes.forEach(note -> text.append('\n').append(note).append('\n'));
        return text.toString();
    }

    private static void line(StringBuilder text, String[] cells, int[] widths, char fill) {
        text.append('|');
        for (int i = 0; i < cells.length; i++) {
            String gap = String.valueOf(fill).repeat(widths[i] - cells[i].length());
            text.append(fill).append(cells[i]).append(gap).append(fill).append('|');
        }
        text.append('\n');
    }
}
