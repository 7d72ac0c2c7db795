package io.precinct.formatter.text;

import io.precinct.api.data.Json;
import io.precinct.common.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that fit on the line of their key. */
final class Inline {
    private static final int LONGEST_LIST = 80;

    /** Strings that look like another type, are empty, or look like a part of the outline; they are put in quotes. */
    private static final Pattern AMBIGUOUS = Pattern.compile(
            "|true|false|null|[-+]?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[\\s\"|\\[{-].*|.*\\s", Pattern.DOTALL);

    private Inline() {}

    /** {@code value} on one line, or null if it needs more. */
    static @Nullable String of(@Nullable Object value) {
        return switch (value) {
            case String text -> ofText(text);
            case Map<?, ?> map -> map.isEmpty() ? "{}" : null;
            case List<?> list -> list.isEmpty() ? "[]" : ofList(list);
            case null, default -> Json.compact(value);
        };
    }

    /** Whether {@code text} is unambiguous without quotes. */
    static boolean isPlain(String text) {
        return text.indexOf('\n') < 0
                && text.indexOf('\t') < 0
                && !AMBIGUOUS.matcher(text).matches();
    }

    private static @Nullable String ofText(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\t') >= 0 ? null : quoted(text);
    }

    /** {@code text} on one line, in quotes unless it is unambiguous without. */
    static String quoted(String text) {
        return VisibleText.of(isPlain(text) ? text : Json.compact(text));
    }

    private static @Nullable String ofList(List<?> list) {
        var line = new StringBuilder();
        for (Object element : list) {
            String inline = element instanceof Map<?, ?> || element instanceof List<?> ? null : of(element);
            if (inline == null || inline.indexOf(',') >= 0 || line.length() + inline.length() > LONGEST_LIST) {
                return null;
            }
            line.append(line.isEmpty() ? "" : ", ").append(inline);
        }
        return list.size() == 1 ? null : line.toString();
    }
}
