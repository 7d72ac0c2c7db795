package io.precinct.configuration.queries.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** TOML 1.0. Dates and times, and numbers that are not finite, are text. */
final class TomlDocument {
    /** Several times what any file needs; the parser's own stack ends earlier than its patience. */
    private static final int MOST_OPEN_BRACKETS = 2 * Located.DEEPEST;

    private final DocumentText text;

    private TomlDocument(DocumentText text) {
        this.text = text;
    }

    static List<Located> read(DocumentText text) throws BadDocument {
        checkBrackets(text);
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

    /** Counts brackets as they stand, those in texts too: the parser looks ahead through all that are open. */
    private static void checkBrackets(DocumentText text) throws BadDocument {
        String all = text.text();
        int depth = 0;
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
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
            default -> text.scalar(offset, value.toString());
        };
    }

    private Located array(TomlArray array, int offset, int depth) throws BadDocument {
        text.checkDepth(depth, offset);
        List<Located> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            elements.add(value(array.get(i), element(offset(text, array.inputPositionOf(i))), depth + 1));
        }
        return text.array(offset, elements);
    }

    /** The parser counts line ends and comments before an element as its own. */
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
