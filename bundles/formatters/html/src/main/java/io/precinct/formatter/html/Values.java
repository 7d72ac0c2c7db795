package io.precinct.formatter.html;

import io.precinct.api.data.Json;
import io.precinct.common.html.HtmlBuilder;
import io.precinct.common.text.TableColumns;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes any value of plain data: maps and lists of maps as tables, other lists as lists, the rest as text. */
final class Values {
    /** Depth after which values are written as JSON: deeper tables are unreadable, and browsers fail on them. */
    private static final int DEEPEST_TABLE = 16;

    private static final int LONGEST_CHIP = 40;
    private static final int MOST_CHIPS = 60;
    private static final int MOST_COLUMNS = 24;
    /** The largest number of members of a map within a row, and of plain values of a list. */
    private static final int LOW = 3;

    /** Strings that look like another type or are empty; they are shown in quotes. */
    private static final Pattern AMBIGUOUS = Pattern.compile(
            "|true|false|null|[-+]?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|\\s.*|.*\\s", Pattern.DOTALL);

    /** Digests, ids and the like, shown in a monospaced font. */
    private static final Pattern TOKEN = Pattern.compile("(?:sha256:)?[0-9a-f-]{16,}|sha256:.*");

    private final HtmlBuilder page;

    Values(HtmlBuilder page) {
        this.page = page;
    }

    /**
     * Writes a value.
     *
     * @param label name of the value, for screen readers; unescaped data
     * @param depth how many tables and lists are around it
     */
    void write(@Nullable Object value, String label, int depth) {
        switch (value) {
            case null -> page.tag("<span class=\"nil\">null</span>");
            case Boolean truth ->
                page.tag(truth ? "<span class=\"bool\">true</span>" : "<span class=\"bool\">false</span>");
            case Number number ->
                page.tag("<span class=\"num\">").text(Json.compact(number)).tag("</span>");
            case String text -> string(text, label);
            case Map<?, ?> map when map.isEmpty() -> page.tag("<span class=\"nil\">{}</span>");
            case List<?> list when list.isEmpty() -> page.tag("<span class=\"nil\">[]</span>");
            case Map<?, ?> _, List<?> _
            when depth >= DEEPEST_TABLE -> {
                page.tag("<code class=\"deep\">");
                new DeepJson(page).write(value);
                page.tag("</code>");
            }
            case Map<?, ?> map -> table(map, depth);
            case List<?> list -> list(list, label, depth);
            default -> page.text(value.toString());
        }
    }

    private void string(String text, String label) {
        if (Link.leadsSomewhere(text, label)) {
            page.tag("<a href=\"").text(text);
            page.tag(text.startsWith("/") ? "\">" : "\" rel=\"noopener noreferrer nofollow\">");
            page.text(text).tag("</a>");
        } else if (text.indexOf('\n') >= 0) {
            page.tag("<div class=\"lines\">").text(text).tag("</div>");
        } else if (AMBIGUOUS.matcher(text).matches()) {
            page.tag("<q>").text(text).tag("</q>");
        } else if (TOKEN.matcher(text).matches()) {
            page.tag("<code>").text(text).tag("</code>");
        } else {
            page.text(text);
        }
    }

    private void table(Map<?, ?> map, int depth) {
        page.tag("<table class=\"map\"><tbody>");
        int left = map.size();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (page.full()) {
                page.tag("<tr><td colspan=\"2\">");
                leftOut(left);
                page.tag("</td></tr>");
                break;
            }
            String key = String.valueOf(entry.getKey());
            page.tag("<tr><th scope=\"row\">").text(key).tag("</th><td>");
            write(entry.getValue(), key, depth + 1);
            page.tag("</td></tr>");
            left--;
        }
        page.tag("</tbody></table>");
    }

    private void list(List<?> list, String label, int depth) {
        Map<String, Boolean> columns = TableColumns.of(list, MOST_COLUMNS);
        if (columns != null) {
            records(list, columns, label, depth);
        } else if (areChips(list)) {
            chips(list);
        } else {
            items(list, depth);
        }
    }

    private void records(List<?> list, Map<String, Boolean> columns, String label, int depth) {
        page.tag("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"")
                .text(label);
        page.tag("\"><table class=\"records\"><thead><tr>");
        columns.forEach(
                (column, numeric) -> page.tag(numeric ? "<th scope=\"col\" class=\"right\">" : "<th scope=\"col\">")
                        .text(column)
                        .tag("</th>"));
        page.tag("</tr></thead><tbody>");
        int left = list.size();
        for (Object element : list) {
            if (page.full()) {
                page.tag("<tr><td colspan=\"").number(columns.size()).tag("\">");
                leftOut(left);
                page.tag("</td></tr>");
                break;
            }
            record((Map<?, ?>) element, columns, depth);
            left--;
        }
        page.tag("</tbody></table></div>");
    }

    private void record(Map<?, ?> record, Map<String, Boolean> columns, int depth) {
        page.tag("<tr>");
        columns.forEach((column, numeric) -> {
            Object value = record.get(column);
            page.tag(numeric ? "<td class=\"right\">" : "<td>");
            if (value != null || record.containsKey(column)) {
                cell(value, column, depth + 1);
            }
            page.tag("</td>");
        });
        page.tag("</tr>");
    }

    /** A value within a row; one that would make the row very high is collapsed. */
    private void cell(@Nullable Object value, String column, int depth) {
        int size = tall(value);
        if (size == 0) {
            write(value, column, depth);
            return;
        }
        page.tag("<details><summary>")
                .number(size)
                .tag(" <span class=\"unseen\">")
                .text(column);
        page.tag("</span>")
                .tag(value instanceof Map<?, ?> ? " members" : " entries")
                .tag("</summary>");
        write(value, column, depth);
        page.tag("</details>");
    }

    /** The number of parts of a value that would take several lines in a row; 0 for any other. */
    private static int tall(@Nullable Object value) {
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
        return list.size() <= MOST_CHIPS && list.stream().allMatch(Values::isChip);
    }

    private static boolean isChip(@Nullable Object element) {
        return switch (element) {
            case Map<?, ?> _, List<?> _ -> false;
            case String text -> text.length() <= LONGEST_CHIP && text.indexOf('\n') < 0;
            case null, default -> true;
        };
    }

    /** A short list of short values, side by side. */
    void chips(List<?> list) {
        page.tag("<ul class=\"chips\">");
        for (Object element : list) {
            page.tag("<li>");
            write(element, "", DEEPEST_TABLE);
            page.tag("</li>");
        }
        page.tag("</ul>");
    }

    /** Counted from 0, as the paths in failures count. */
    private void items(List<?> list, int depth) {
        page.tag("<ol class=\"items\" start=\"0\">");
        int left = list.size();
        for (Object element : list) {
            page.tag("<li>");
            if (page.full()) {
                leftOut(left);
                page.tag("</li>");
                break;
            }
            write(element, "", depth + 1);
            page.tag("</li>");
            left--;
        }
        page.tag("</ol>");
    }

    private void leftOut(int count) {
        page.tag("<span class=\"more\">… ")
                .number(count)
                .tag(" more; this page is full, as JSON there is no limit</span>");
    }
}
