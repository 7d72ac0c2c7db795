package io.precinct.formatter.markdown;

import io.precinct.api.data.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that fit into a cell of a table, which is one line without blocks. */
final class Cell {
    private static final int LONGEST_LIST = 80;
    private static final int LONGEST_URL = 2048;

    /** Strings that look like another type, are empty, or would lose spaces; they are put in quotes. */
    private static final Pattern AMBIGUOUS = Pattern.compile(
            "|true|false|null|[-+]?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[\\s\"].*|.*\\s",
            Pattern.DOTALL | Pattern.UNICODE_CHARACTER_CLASS);

    /** Complete URLs without characters that have a meaning in Markdown or in a table. */
    private static final Pattern URL = Pattern.compile("https?://[A-Za-z0-9][A-Za-z0-9._~:/?#@!$&()+,;=%-]*");

    private Cell() {}

    /** {@code value} as Markdown on one line, or null if it needs more. */
    static @Nullable String of(@Nullable Object value) {
        return switch (value) {
            case String text -> ofText(text);
            case Map<?, ?> map -> map.isEmpty() ? "{}" : null;
            case List<?> list -> list.isEmpty() ? "\\[]" : ofList(list);
            case null, default -> Json.compact(value);
        };
    }

    /** A key as Markdown on one line, never empty. */
    static String key(String key) {
        return Escaped.line(AMBIGUOUS.matcher(key).matches() ? Json.compact(key) : key);
    }

    private static @Nullable String ofText(String text) {
        if (text.indexOf('\n') >= 0) {
            return null;
        }
        if (text.length() <= LONGEST_URL && URL.matcher(text).matches()) {
            return "<" + text + ">";
        }
        return key(text);
    }

    private static @Nullable String ofList(List<?> list) {
        var line = new StringBuilder();
        for (Object element : list) {
            String cell = element instanceof Map<?, ?> || element instanceof List<?> ? null : of(element);
            if (cell == null || cell.indexOf(',') >= 0 || line.length() + cell.length() > LONGEST_LIST) {
                return null;
            }
            line.append(line.isEmpty() ? "" : ", ").append(cell);
        }
        return list.size() == 1 ? null : line.toString();
    }
}
