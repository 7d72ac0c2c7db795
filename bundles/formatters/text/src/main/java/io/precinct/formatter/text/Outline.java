package io.precinct.formatter.text;

import io.precinct.api.data.Json;
import io.precinct.common.text.VisibleText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the outline: a map becomes a column of keys beside a column of values, nested values are below their key and
 * indented by two, elements of lists have a dash, and lists of similar maps become columns.
 */
final class Outline {
    private static final int STEP = 2;

    /** Depth after which values are written as JSON, because of the indentation. */
    private static final int DEEPEST = 32;

    /** Longer keys do not widen the column of keys. */
    private static final int WIDEST_KEY = 24;

    private final StringBuilder out = new StringBuilder(1024);

    /** Columns of the dashes to be written on the next line, outermost first. */
    private final Deque<Integer> dashes = new ArrayDeque<>();

    String text() {
        return out.toString();
    }

    /** Writes a whole payload. */
    void write(@Nullable Object payload) {
        String inline = Inline.of(payload);
        if (inline != null) {
            line(0, inline);
        } else {
            block(payload, 0);
        }
    }

    private void block(@Nullable Object value, int depth) {
        switch (value) {
            case Map<?, ?> _, List<?> _ when depth >= DEEPEST -> line(depth, VisibleText.of(Json.compact(value)));
            case Map<?, ?> map -> map(map, depth);
            case List<?> list -> list(list, depth);
            case null, default -> lines(String.valueOf(value), depth);
        }
    }

    private void map(Map<?, ?> map, int depth) {
        int width = keyWidth(map);
        boolean first = true;
        boolean afterBlock = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = key(entry.getKey());
            String inline = Inline.of(entry.getValue());
            if (depth == 0 && !first && (inline == null || afterBlock)) {
                out.append('\n');
            }
            if (inline != null) {
                line(depth, Width.padded(key, width) + "  " + inline);
            } else {
                line(depth, key);
                block(entry.getValue(), depth + 1);
            }
            first = false;
            afterBlock = inline == null;
        }
    }

    private static int keyWidth(Map<?, ?> map) {
        int width = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            int own = Width.of(key(entry.getKey()));
            if (own <= WIDEST_KEY && Inline.of(entry.getValue()) != null) {
                width = Math.max(width, own);
            }
        }
        return width;
    }

    private static String key(@Nullable Object key) {
        return Inline.quoted(String.valueOf(key));
    }

    private void list(List<?> list, int depth) {
        Columns columns = Columns.of(list);
        if (columns != null) {
            columns.write(line -> line(depth, line));
            return;
        }
        for (Object element : list) {
            dashes.addLast(depth * STEP);
            String inline = Inline.of(element);
            if (inline != null) {
                line(depth + 1, inline);
            } else {
                block(element, depth + 1);
            }
        }
    }

    /** Writes the lines of a value after a bar, which distinguishes them from lines of the outline. */
    private void lines(String text, int depth) {
        for (String line : text.split("\n", -1)) {
            line(depth, "| " + VisibleText.of(line));
        }
    }

    private void line(int depth, String text) {
        int at = 0;
        while (!dashes.isEmpty()) {
            int dash = dashes.removeFirst();
            out.repeat(' ', dash - at).append('-');
            at = dash + 1;
        }
        out.repeat(' ', depth * STEP - at).append(text).append('\n');
    }
}
