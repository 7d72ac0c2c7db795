package io.precinct.configuration.queries.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Java properties, as read by {@link java.util.Properties#load(java.io.Reader)}, which does not report places. Keys
 * nest at dots; if a key has a value and further keys below it, the value is {@code #text} among these. If keys are
 * equal, the last counts.
 */
final class PropertiesDocument {
    private static final String TEXT = "#text";

    private final DocumentText file;
    private final String text;
    private int at;

    PropertiesDocument(DocumentText file) {
        this.file = file;
        this.text = file.text();
    }

    /** A key with its value and the keys below it. */
    private static final class Branch {
        final Map<String, Branch> below = new LinkedHashMap<>();
        String value = "";
        boolean hasValue;
        int offset;
    }

    List<Located> read() throws BadDocument {
        var root = new Branch();
        while (at < text.length()) {
            skipBlanks();
            if (at == text.length()) {
                break;
            }
            char first = text.charAt(at);
            if (isLineEnd(first)) {
                at++;
            } else if (first == '#' || first == '!') {
                skipLine();
            } else {
                property(root);
            }
        }
        return List.of(located(root, 1));
    }

    private void property(Branch root) throws BadDocument {
        int start = at;
        String key = word(true);
        skipBlanks();
        if (at < text.length() && (text.charAt(at) == '=' || text.charAt(at) == ':')) {
            at++;
            skipBlanks();
        }
        String value = word(false);
        Branch branch = root;
        String[] steps = key.split("\\.", -1);
        file.checkDepth(steps.length, start);
        for (String step : steps) {
            branch = branch.below.computeIfAbsent(file.key(step), _ -> {
                var added = new Branch();
                added.offset = start;
                return added;
            });
        }
        branch.value = value;
        branch.hasValue = true;
        branch.offset = start;
    }

    private Located located(Branch branch, int depth) throws BadDocument {
        file.checkDepth(depth, branch.offset);
        if (branch.below.isEmpty() && branch.hasValue) {
            return file.scalar(branch.offset, branch.value);
        }
        Map<String, Located> members = new LinkedHashMap<>();
        if (branch.hasValue) {
            members.put(TEXT, file.scalar(branch.offset, branch.value));
        }
        for (Map.Entry<String, Branch> below : branch.below.entrySet()) {
            members.put(below.getKey(), located(below.getValue(), depth + 1));
        }
        return file.object(branch.offset, members);
    }

    /** A key, or everything up to the end of the line; a backslash before the end joins the next line. */
    private String word(boolean key) throws BadDocument {
        var word = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isLineEnd(c) || key && (c == '=' || c == ':' || isBlank(c))) {
                return word.toString();
            }
            at++;
            if (c == '\\') {
                escaped(word);
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    private void escaped(StringBuilder word) throws BadDocument {
        if (at == text.length()) {
            return;
        }
        char c = text.charAt(at++);
        switch (c) {
            case '\r', '\n' -> {
                if (c == '\r' && at < text.length() && text.charAt(at) == '\n') {
                    at++;
                }
                skipBlanks();
            }
            case 't' -> word.append('\t');
            case 'n' -> word.append('\n');
            case 'r' -> word.append('\r');
            case 'f' -> word.append('\f');
            case 'u' -> word.append(unicode());
            default -> word.append(c);
        }
    }

    private char unicode() throws BadDocument {
        int end = at + 4;
        if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]{4}")) {
            throw file.bad(at - 2, "\\u needs four hexadecimal digits");
        }
        char c = (char) Integer.parseInt(text.substring(at, end), 16);
        at = end;
        return c;
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private void skipLine() {
        while (at < text.length() && !isLineEnd(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f';
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }
}
