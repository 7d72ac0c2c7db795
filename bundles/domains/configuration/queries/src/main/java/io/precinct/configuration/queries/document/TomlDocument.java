package io.precinct.configuration.queries.document;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** TOML 1.0. Dates and times are text as they are written, non-finite numbers are text. */
final class TomlDocument {
    /** Several times what any file needs; the parser's own stack overflows before it gives up. */
    private static final int MOST_OPEN_BRACKETS = 2 * Located.DEEPEST;

    /** The parser's tree takes some 500 bytes for each mark, a gigabyte for a file of nothing else. */
    private static final int MOST_MARKS = 200_000;

    private static final int MOST_CHARACTERS = 1 << 20;

    /** Time grows with the square of the empty lines behind an element. */
    private static final int MOST_EMPTY_LINES = 2_000;

    private static final Pattern TIME = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}(?:[Tt ]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})?)?|\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?");

    private static final String MARKS = ",=.[]{}\"'\n";

    private final DocumentText text;

    private TomlDocument(DocumentText text) {
        this.text = text;
    }

    static List<Located> read(DocumentText text) throws BadDocument {
        checkMarks(text);
        TomlParseResult result;
        try {
            result = Toml.parse(text.text());
        } catch (StackOverflowError e) {
            throw text.bad(0, "the document is nested too deeply");
        }
        if (result.hasErrors()) {
            TomlParseError first = result.errors().getFirst();
            throw text.bad(offset(text, first.position()), String.valueOf(first.getMessage()));
        }
        return List.of(new TomlDocument(text).table(result, 0, 1));
    }

    /**
     * Counts brackets and other marks, including those in texts: the parser looks ahead through all open brackets, and
     * keeps a node for each mark.
     */
    private static void checkMarks(DocumentText text) throws BadDocument {
        String all = text.text();
        if (all.length() > MOST_CHARACTERS) {
            throw text.tooLarge(0, "a document of TOML has at most " + MOST_CHARACTERS + " characters");
        }
        int marks = 0;
        int depth = 0;
        int empty = 0;
        boolean comment = false;
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '\n') {
                comment = false;
                if (depth > 0 && ++empty > MOST_EMPTY_LINES) {
                    throw text.tooLarge(i, "more than " + MOST_EMPTY_LINES + " empty lines in brackets");
                }
            } else if (c == '#') {
                comment = true;
            } else if (!comment && !Character.isWhitespace(c)) {
                empty = 0;
            }
            if (MARKS.indexOf(c) >= 0 && ++marks > MOST_MARKS) {
                throw text.tooLarge(
                        i, "a document of TOML has at most " + MOST_MARKS + " of the marks " + MARKS.strip());
            }
            if (c == '[' || c == '{') {
                depth++;
            } else if ((c == ']' || c == '}') && depth > 0) {
                depth--;
            }
            if (depth > MOST_OPEN_BRACKETS) {
                throw text.bad(i, "more than " + MOST_OPEN_BRACKETS + " brackets are open");
            }
        }
    }

    private static int offset(DocumentText text, TomlPosition position) {
        return text.offset(position.line(), position.column() - 1);
    }

    private record Entry(String key, Object value, int offset) {}

    private Located table(TomlTable table, int offset, int depth) throws BadDocument {
        text.checkDepth(depth, offset);
        List<Entry> entries = new ArrayList<>();
        for (String key : table.keySet()) {
            List<String> path = List.of(key);
            TomlPosition position = table.inputPositionOf(path);
            Object value = table.get(path);
            if (value != null) {
                entries.add(new Entry(key, value, position == null ? offset : offset(text, position)));
            }
        }
        entries.sort(Comparator.comparingInt(Entry::offset));
        Map<String, Located> members = new LinkedHashMap<>();
        for (Entry entry : entries) {
            members.put(text.key(entry.key), value(entry.value, entry.offset, depth + 1));
        }
        return text.object(offset, members);
    }

    private Located value(Object value, int offset, int depth) throws BadDocument {
        return switch (value) {
            case TomlTable table -> table(table, offset, depth);
            case TomlArray array -> array(array, offset, depth);
            case Long number -> text.scalar(offset, number);
            case Double number when Double.isFinite(number) -> text.scalar(offset, number);
            case Double number -> text.scalar(offset, Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf");
            case Boolean truth -> text.scalar(offset, truth);
            case TemporalAccessor time -> text.scalar(offset, written(time, offset));
            default -> text.scalar(offset, value.toString());
        };
    }

    /** The text of a date or time behind an offset, at which its key may stand. */
    private String written(TemporalAccessor time, int offset) {
        Matcher literals = TIME.matcher(text.text());
        for (int at = offset; literals.find(at); at = literals.start() + 1) {
            if (says(literals.group(), time)) {
                return literals.group();
            }
        }
        return time.toString();
    }

    private static boolean says(String literal, TemporalAccessor time) {
        String iso = literal.replace(' ', 'T').toUpperCase(Locale.ROOT);
        try {
            return time.equals(
                    switch (time) {
                        case OffsetDateTime _ -> OffsetDateTime.parse(iso);
                        case LocalDateTime _ -> LocalDateTime.parse(iso);
                        case LocalDate _ -> LocalDate.parse(iso);
                        default -> LocalTime.parse(iso);
                    });
        } catch (DateTimeParseException another) {
            return false;
        }
    }

    private Located array(TomlArray array, int offset, int depth) throws BadDocument {
        text.checkDepth(depth, offset);
        List<Located> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            elements.add(value(array.get(i), element(offset(text, array.inputPositionOf(i))), depth + 1));
        }
        return text.array(offset, elements);
    }

    /** The offset of an element: the parser counts line ends and comments before it as its own. */
    private int element(int offset) {
        String all = text.text();
        int at = offset;
        while (at < all.length()) {
            if (all.charAt(at) == '#') {
                int end = all.indexOf('\n', at);
                at = end < 0 ? all.length() : end;
            } else if (Character.isWhitespace(all.charAt(at))) {
                at++;
            } else {
                break;
            }
        }
        return at;
    }
}
