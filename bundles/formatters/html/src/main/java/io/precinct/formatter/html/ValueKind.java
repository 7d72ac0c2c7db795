package io.precinct.formatter.html;

import io.precinct.api.data.Json;
import io.precinct.common.text.TableColumns;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a value of plain data is shown: maps and lists of maps as tables, other lists as lists, the rest as text. */
public enum ValueKind {
    NULL,
    TRUTH,
    NUMBER,
    /** A path of this site: a link. */
    PATH,
    /** An address elsewhere: a link. */
    URL,
    /** Text of several lines. */
    LINES,
    /** Text that looks like another type, or is empty. */
    QUOTED,
    /** A digest, an id and the like. */
    TOKEN,
    TEXT,
    /** A map or list without elements. */
    EMPTY,
    /** A value that is nested too deeply for a table. */
    DEEP,
    MAP,
    /** A list of maps that have members in common. */
    RECORDS,
    /** A short list of short values. */
    CHIPS,
    /** Any other list, counted from 0, as the paths in failures count. */
    ITEMS;

    /** Depth beyond which values are written as JSON: deeper tables are unreadable, and browsers fail on them. */
    public static final int DEEPEST_TABLE = 16;

    private static final int LONGEST_CHIP = 40;
    private static final int MOST_CHIPS = 60;
    private static final int MOST_COLUMNS = 24;

    /** The largest number of members of a map within a row, and of plain values of a list. */
    private static final int LOW = 3;

    private static final Pattern AMBIGUOUS = Pattern.compile(
            "|true|false|null|[-+]?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|\\s.*|.*\\s", Pattern.DOTALL);

    private static final Pattern IDENTIFIER = Pattern.compile("(?:sha256:)?[0-9a-f-]{16,}|sha256:.*");

    /**
     * How a value is shown.
     *
     * @param label name of the value
     * @param depth number of tables and lists around the value
     */
    public static ValueKind of(@Nullable Object value, String label, int depth) {
        return switch (value) {
            case null -> NULL;
            case Boolean _ -> TRUTH;
            case Number _ -> NUMBER;
            case String text -> of(text, label);
            case Map<?, ?> map when map.isEmpty() -> EMPTY;
            case List<?> list when list.isEmpty() -> EMPTY;
            case Map<?, ?> _, List<?> _ when depth >= DEEPEST_TABLE -> DEEP;
            case Map<?, ?> _ -> MAP;
            case List<?> list -> columns(list) != null ? RECORDS : areChips(list) ? CHIPS : ITEMS;
            default -> TEXT;
        };
    }

    private static ValueKind of(String text, String label) {
        if (Link.leadsSomewhere(text, label)) {
            return text.startsWith("/") ? PATH : URL;
        }
        return text.indexOf('\n') >= 0
                ? LINES
                : AMBIGUOUS.matcher(text).matches()
                        ? QUOTED
                        : IDENTIFIER.matcher(text).matches() ? TOKEN : TEXT;
    }

    /** The shown text of a value of this kind; null if it is shown as a table or list. */
    public @Nullable String text(@Nullable Object value) {
        return switch (this) {
            case NUMBER -> Json.compact(value);
            case EMPTY -> value instanceof Map ? "{}" : "[]";
            case DEEP, MAP, RECORDS, CHIPS, ITEMS -> null;
            default -> Objects.toString(value);
        };
    }

    /** The label of a member of a map, by which {@link #of} tells links. */
    public static String label(Map<?, ?> members, String name) {
        return Link.label(members, name);
    }

    /** The columns of a list of maps, each true if it contains only numbers; null if {@code list} is no such list. */
    public static @Nullable Map<String, Boolean> columns(List<?> list) {
        return TableColumns.of(list, MOST_COLUMNS);
    }

    /** The number of parts of a value that would make a row high; 0 for other values. */
    public static int tall(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.size() > LOW ? map.size() : 0;
            case List<?> list -> {
                boolean nested = list.stream().anyMatch(part -> part instanceof Map || part instanceof List);
                yield list.size() > (nested ? 1 : LOW) ? list.size() : 0;
            }
            case null, default -> 0;
        };
    }

    private static boolean areChips(List<?> list) {
        return list.size() <= MOST_CHIPS && list.stream().allMatch(ValueKind::isChip);
    }

    private static boolean isChip(@Nullable Object element) {
        return switch (element) {
            case Map<?, ?> _, List<?> _ -> false;
            case String text -> text.length() <= LONGEST_CHIP && text.indexOf('\n') < 0;
            case null, default -> true;
        };
    }
}
