package io.precinct.launcher.client;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats plain data as aligned text for a terminal: a map as a column of names and a column of values, a list of maps
 * as a table, nested data indented below its name.
 */
public final class TextLayout {
    private static final int INDENT = 2;
    private static final int LONGEST_LINE = 80;
    private static final int LONGEST_WORD = 45;
    private static final int WIDEST_CELL = 100;
    private static final Pattern TIME = Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z");
    private static final int HASH = 64;
    private static final int HASH_SHOWN = 12;

    private TextLayout() {}

    /** The data as text; every line ends with a line feed. */
    public static String of(@Nullable Object data) {
        return switch (data) {
            case Map<?, ?> map -> ofMap(map);
            case List<?> list when isTable(list) -> table(list);
            case List<?> list when isWords(list) -> wrapped(list);
            case List<?> list ->
                list.stream()
                        .map(element -> "- " + TextLayout.of(element).strip() + "\n")
                        .collect(Collectors.joining());
            case null, default -> cell(data) + "\n";
        };
    }

    private static String ofMap(Map<?, ?> map) {
        int width = map.entrySet().stream()
                .filter(entry -> isInline(entry.getValue()))
                .mapToInt(entry -> name(entry.getKey()).length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        map.forEach((key, value) -> {
            String name = name(key);
            if (isInline(value)) {
                text.append(padded(name, width))
                        .append("  ")
                        .append(cell(value))
                        .append('\n');
            } else {
                text.append(name).append(":\n").append(of(value).indent(INDENT));
            }
        });
        return text.toString();
    }

    /** A list of maps as a table, with a column for every member that any of them has. */
    public static String table(List<?> rows) {
        Set<Object> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(((Map<?, ?>) row).keySet()));
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(TextLayout::name).toList());
        for (Object row : rows) {
            Map<?, ?> members = (Map<?, ?>) row;
            lines.add(columns.stream()
                    .map(column -> cut(cell(members.get(column))))
                    .toList());
        }
        return lines(lines);
    }

    private static String cut(String cell) {
        return cell.length() <= WIDEST_CELL ? cell : cell.substring(0, WIDEST_CELL - 1) + "…";
    }

    /** Rows of cells, each column as wide as its widest cell. */
    public static String lines(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int length = row.get(i).length();
                if (i == widths.size()) {
                    widths.add(length);
                } else {
                    widths.set(i, Math.max(widths.get(i), length));
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(padded(row.get(i), widths.get(i))).append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** A value on one line; hashes and times are shortened. */
    public static String cell(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Boolean flag -> flag ? "yes" : "no";
            case List<?> list when list.isEmpty() -> "-";
            case List<?> list -> list.stream().map(TextLayout::cell).collect(Collectors.joining(", "));
            case Map<?, ?> map when map.isEmpty() -> "-";
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + cell(entry.getValue()))
                        .collect(Collectors.joining(" "));
            case String text
            when TIME.matcher(text).matches() -> TIME.matcher(text).replaceAll("$1Z");
            case String text when isHash(text) -> text.substring(0, text.length() - HASH + HASH_SHOWN);
            default -> printable(value.toString());
        };
    }

    private static boolean isHash(String text) {
        String digits = text.startsWith("sha256:") ? text.substring("sha256:".length()) : text;
        return digits.length() == HASH && digits.chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    /** {@code text} without control characters, which could control the terminal. */
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isInline(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.isEmpty();
            case List<?> list ->
                list.stream().noneMatch(element -> element instanceof Map || element instanceof List)
                        && cell(list).length() <= LONGEST_LINE;
            case null, default -> true;
        };
    }

    private static boolean isTable(List<?> list) {
        return !list.isEmpty() && list.stream().allMatch(Map.class::isInstance);
    }

    /** Many short values, which read better as running text. */
    private static boolean isWords(List<?> list) {
        return list.stream()
                .allMatch(element -> !(element instanceof Map)
                        && !(element instanceof List)
                        && cell(element).length() <= LONGEST_WORD);
    }

    private static String wrapped(List<?> list) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (int i = 0; i < list.size(); i++) {
            String word = cell(list.get(i)) + (i + 1 < list.size() ? "," : "");
            if (column > 0 && column + 1 + word.length() > LONGEST_LINE) {
                text.append('\n');
                column = 0;
            } else if (column > 0) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        return text.append('\n').toString();
    }

    /** {@code in_flight} as {@code in flight}; names such as {@code _verify} stay as they are in the service. */
    private static String name(@Nullable Object key) {
        String name = String.valueOf(key);
        return name.startsWith("_") ? name : name.replace('_', ' ');
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
