package io.precinct.treesitter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Checks the text of a query before the core compiles it, and finds words in it for error messages. */
final class QueryText {
    /** The query parser of the core recurses at every level; a stack overflow would end the process. */
    private static final int DEEPEST = 100;

    private QueryText() {}

    /** Refuses a query that is nested too deeply for the core. */
    static void checkDepth(byte[] query) throws BadQuery {
        int depth = 0;
        int fields = 0;
        for (int i = 0; i < query.length; i++) {
            switch (query[i]) {
                case '(', '[' -> {
                    depth++;
                    fields = 0;
                }
                case ')', ']' -> {
                    depth--;
                    fields = 0;
                }
                case '"' -> {
                    i = endOfString(query, i);
                    fields = 0;
                }
                case ';' -> i = endOfLine(query, i);
                case ':' -> fields++;
                default -> {
                    if (isWord(query[i])) {
                        i = endOfWord(query, i) - 1;
                        fields = followedByColon(query, i + 1) ? fields : 0;
                    }
                }
            }
            if (depth + fields > DEEPEST) {
                throw BadQuery.at(
                        BadQuery.Kind.SYNTAX,
                        query,
                        i,
                        "",
                        "the query is nested deeper than " + DEEPEST + " levels",
                        List.of());
            }
        }
    }

    /** The word that begins at an offset, or the one character there; empty at the end. */
    static String wordAt(byte[] query, int offset) {
        int start = Math.min(offset, query.length);
        int end = endOfWord(query, start);
        if (end == start && start < query.length) {
            String rest = new String(query, start, Math.min(4, query.length - start), StandardCharsets.UTF_8);
            return rest.substring(0, rest.offsetByCodePoints(0, 1));
        }
        return new String(query, start, end - start, StandardCharsets.UTF_8);
    }

    /** The names of all captures in it. */
    static TreeSet<String> captures(byte[] query) {
        var names = new TreeSet<String>();
        for (int i = 0; i < query.length; i++) {
            switch (query[i]) {
                case '"' -> i = endOfString(query, i);
                case ';' -> i = endOfLine(query, i);
                case '@' -> names.add(wordAt(query, i + 1));
                default -> {}
            }
        }
        return names;
    }

    /** Whether the pattern that begins at an offset is a predicate and nothing else. */
    static boolean isPredicate(byte[] query, int start) {
        int i = start + 1;
        while (i < query.length && (query[i] <= ' ' && query[i] >= 0 || query[i] == ';')) {
            i = query[i] == ';' ? endOfLine(query, i) : i + 1;
        }
        return start < query.length && query[start] == '(' && i < query.length && (query[i] == '#' || query[i] == '.');
    }

    /** The offset of a predicate of this name, at or after an offset. */
    static int predicate(byte[] query, int from, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        for (int i = Math.max(from, 0); i + wanted.length < query.length; i++) {
            if (query[i] == '"') {
                i = endOfString(query, i);
            } else if (query[i] == ';') {
                i = endOfLine(query, i);
            } else if ((query[i] == '#' || query[i] == '.') && isWordAt(query, i + 1, wanted)) {
                return i + 1;
            }
        }
        return Math.max(from, 0);
    }

    private static boolean isWordAt(byte[] text, int at, byte[] wanted) {
        int end = at + wanted.length;
        return endOfWord(text, at) == end && Arrays.equals(text, at, end, wanted, 0, wanted.length);
    }

    private static boolean followedByColon(byte[] query, int from) {
        int i = from;
        while (i < query.length && (query[i] == ' ' || query[i] == '\n' || query[i] == '\t' || query[i] == '\r')) {
            i++;
        }
        return i < query.length && query[i] == ':';
    }

    private static int endOfString(byte[] query, int quote) {
        int i = quote + 1;
        while (i < query.length && query[i] != '"') {
            i += query[i] == '\\' ? 2 : 1;
        }
        return i;
    }

    private static int endOfLine(byte[] query, int from) {
        int i = from;
        while (i < query.length && query[i] != '\n') {
            i++;
        }
        return i;
    }

    private static int endOfWord(byte[] query, int from) {
        int i = from;
        while (i < query.length && isWord(query[i])) {
            i++;
        }
        return i;
    }

    private static boolean isWord(byte b) {
        return b >= 'a' && b <= 'z'
                || b >= 'A' && b <= 'Z'
                || b >= '0' && b <= '9'
                || b == '_'
                || b == '-'
                || b == '.'
                || b == '?'
                || b == '!'
                || b < 0;
    }
}
