package io.precinct.formatter.markdown;

import io.precinct.api.data.Json;
import io.precinct.common.text.VisibleText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes nested lists. */
final class Items {
    private static final int STEP = 2;

    /** Depth after which values are written as JSON, because of the indentation. */
    private static final int DEEPEST = 12;

    private static final int SHORTEST_FENCE = 3;

    private final StringBuilder out;

    Items(StringBuilder out) {
        this.out = out;
    }

    /** One item for each member, its key in bold. */
    void map(Map<?, ?> map, int indent, int depth) {
        map.forEach((key, value) -> {
            out.repeat(' ', indent)
                    .append("- **")
                    .append(Cell.key(String.valueOf(key)))
                    .append("**:");
            item(value, indent, depth);
        });
    }

    /** One item for each element. */
    void list(List<?> list, int indent, int depth) {
        for (Object element : list) {
            out.repeat(' ', indent).append('-');
            item(element, indent, depth);
        }
    }

    /** The rest of an item, after its bullet and key. */
    private void item(@Nullable Object value, int indent, int depth) {
        String cell = Cell.of(value);
        if (cell != null) {
            out.append(' ').append(Escaped.atStart(cell)).append('\n');
            return;
        }
        if (depth >= DEEPEST && !(value instanceof String)) {
            out.append(' ').append(code(Json.compact(value))).append('\n');
            return;
        }
        out.append('\n');
        switch (value) {
            case Map<?, ?> map -> map(map, indent + STEP, depth + 1);
            case List<?> list -> list(list, indent + STEP, depth + 1);
            case null, default -> fence(String.valueOf(value), indent + STEP);
        }
    }

    /** A code block with {@code text} unchanged; its fence is longer than any run of backticks in the text. */
    void fence(String text, int indent) {
        String fence = "`".repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
        out.repeat(' ', indent).append(fence).append("text\n");
        for (String line : text.split("\n", -1)) {
            out.repeat(' ', indent).append(VisibleText.of(line)).append('\n');
        }
        out.repeat(' ', indent).append(fence).append('\n');
    }

    private static String code(String text) {
        String ticks = "`".repeat(longestRun(text) + 1);
        return ticks + " " + VisibleText.of(text) + " " + ticks;
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
