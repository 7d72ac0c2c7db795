package io.precinct.configuration.queries.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of HCL 2: identifiers, templates, heredocs, and expressions as written. */
final class HclScanner {
    private static final int DEEPEST_TEMPLATE = 50;

    private final DocumentText file;
    private final String text;
    private int at;

    HclScanner(DocumentText file) {
        this.file = file;
        this.text = file.text();
    }

    int at() {
        return at;
    }

    void backTo(int offset) {
        at = offset;
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    char peek() {
        return text.charAt(at);
    }

    void skip(int characters) {
        at += characters;
    }

    private boolean is(String next) {
        return text.startsWith(next, at);
    }

    void expect(char wanted) throws BadDocument {
        if (isAtEnd() || peek() != wanted) {
            throw unexpected("'" + wanted + "'");
        }
        at++;
    }

    void expectOneOf(char one, char other) throws BadDocument {
        if (isAtEnd() || peek() != one && peek() != other) {
            throw unexpected("'" + one + "' or '" + other + "'");
        }
        at++;
    }

    private BadDocument unexpected(String wanted) {
        return file.bad(at, "expected " + wanted + ", found " + (isAtEnd() ? "the end" : "'" + peek() + "'"));
    }

    /** Whether there is an equals sign that is no comparison. */
    boolean isAssignment() {
        return is("=") && !is("==");
    }

    /** Whether a list or an object is derived from another one. */
    boolean isFor() {
        int i = at + 1;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return text.startsWith("for", i) && i + 3 < text.length() && !isPart(text.charAt(i + 3));
    }

    // --- between words
    // ------------------------------------------------------------------------------------------------

    void skipBlanks() throws BadDocument {
        while (!isAtEnd()) {
            if (peek() == ' ' || peek() == '\t') {
                at++;
            } else if (is("/*")) {
                skipComment();
            } else {
                return;
            }
        }
    }

    void skipLines() throws BadDocument {
        while (!isAtEnd()) {
            if (Character.isWhitespace(peek())) {
                at++;
            } else if (is("#") || is("//") || is("/*")) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() throws BadDocument {
        if (is("/*")) {
            int end = text.indexOf("*/", at + 2);
            if (end < 0) {
                throw file.bad(at, "the comment does not end");
            }
            at = end + 2;
        } else {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        }
    }

    private boolean isLineEnd() {
        return is("\n") || is("\r\n");
    }

    /**
     * Requires the end of a statement: an attribute or a block ends with its line, or with the block that contains it.
     */
    void endOfStatement() throws BadDocument {
        skipBlanks();
        if (!isAtEnd() && !isLineEnd() && peek() != '}' && !is("#") && !is("//")) {
            throw unexpected("the end of the line");
        }
        skipLines();
    }

    boolean isAtEndOfExpression() throws BadDocument {
        skipBlanks();
        return isAtEnd() || isLineEnd() || is("#") || is("//") || ",]})".indexOf(peek()) >= 0;
    }

    // --- words
    // ----------------------------------------------------------------------------------------------------------

    private static boolean isPart(char c) {
        return Character.isUnicodeIdentifierPart(c) || c == '-';
    }

    String identifier() throws BadDocument {
        int start = at;
        while (!isAtEnd() && isPart(peek())) {
            at++;
        }
        if (at == start || !Character.isUnicodeIdentifierStart(text.charAt(start)) && text.charAt(start) != '_') {
            at = start;
            throw unexpected("a name");
        }
        return text.substring(start, at);
    }

    /** A key of an object: a name, a text, or an expression in parentheses. */
    String key() throws BadDocument {
        if (is("\"")) {
            return quoted();
        }
        if (is("(")) {
            int start = at;
            bracketed(0);
            return "${" + text.substring(start + 1, at - 1).strip() + "}";
        }
        String word = word();
        if (word.isEmpty()) {
            throw unexpected("a key");
        }
        return word;
    }

    /** Letters, digits and other characters of numbers; may be empty. */
    String word() {
        int start = at;
        while (!isAtEnd() && (isPart(peek()) || peek() == '.' || peek() == '+' && isExponent(start))) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean isExponent(int start) {
        return at > start && (text.charAt(at - 1) == 'e' || text.charAt(at - 1) == 'E');
    }

    /** A text in quotes: its escapes are replaced, its templates stay as they are. */
    String quoted() throws BadDocument {
        int start = at;
        var value = new StringBuilder();
        at++;
        while (!isAtEnd() && !isLineEnd()) {
            char c = peek();
            if (c == '"') {
                at++;
                return value.toString();
            }
            int from = at;
            if (c == '\\') {
                value.append(escaped());
            } else if (isTemplate()) {
                template(0);
                value.append(text, from, at);
            } else {
                at += isEscapedTemplate() ? 3 : 1;
                value.append(text, from, at);
            }
        }
        throw file.bad(start, "the text does not end on its line");
    }

    private String escaped() throws BadDocument {
        char c = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
        int end = at + 2 + digits;
        String code = digits == 0 || end > text.length() ? "" : text.substring(at + 2, end);
        String value = switch (c) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '"' -> "\"";
            case '\\' -> "\\";
            case 'u', 'U' -> codePoint(code);
            default -> "";
        };
        if (value.isEmpty()) {
            throw file.bad(at, "there is no such escape");
        }
        at = end;
        return value;
    }

    private static String codePoint(String hex) {
        if (!hex.matches("[0-9a-fA-F]{4,8}")) {
            return "";
        }
        long point = Long.parseLong(hex, 16);
        return Character.MAX_CODE_POINT < point ? "" : Character.toString((int) point);
    }

    private boolean isEscapedTemplate() {
        return is("$${") || is("%%{");
    }

    private boolean isTemplate() {
        return is("${") || is("%{");
    }

    /** Skips an interpolation with its content. */
    private void template(int depth) throws BadDocument {
        at++;
        bracketed(depth);
    }

    /** A heredoc, or null if there is none here. */
    @Nullable
    String heredoc() throws BadDocument {
        int start = at;
        if (!is("<<")) {
            return null;
        }
        boolean indented = is("<<-");
        at += indented ? 3 : 2;
        int name = at;
        while (!isAtEnd() && isPart(peek())) {
            at++;
        }
        String end = text.substring(name, at);
        if (end.isEmpty() || !isLineEnd()) {
            at = start;
            return null;
        }
        at = text.indexOf('\n', at) + 1;
        List<String> lines = new ArrayList<>();
        while (!isAtEnd()) {
            int next = text.indexOf('\n', at);
            String line = text.substring(at, next < 0 ? text.length() : next);
            if (line.strip().equals(end)) {
                at += line.stripTrailing().length();
                return joined(lines, indented);
            }
            lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
            at = next < 0 ? text.length() : next + 1;
        }
        throw file.bad(start, "the line " + end + " that ends this text is missing");
    }

    private static String joined(List<String> lines, boolean indented) {
        int indent = indented
                ? lines.stream()
                        .filter(line -> !line.isBlank())
                        .mapToInt(line -> line.length() - line.stripLeading().length())
                        .min()
                        .orElse(0)
                : 0;
        var joined = new StringBuilder();
        for (String line : lines) {
            joined.append(line, Math.min(indent, line.length()), line.length()).append('\n');
        }
        return joined.toString();
    }

    /** An expression as written, up to its end. */
    String expression() throws BadDocument {
        int start = at;
        while (!isAtEndOfExpression()) {
            token(0);
        }
        return text.substring(start, at).strip();
    }

    private void bracketed(int depth) throws BadDocument {
        int start = at;
        if (depth > DEEPEST_TEMPLATE) {
            throw file.bad(at, "the expression is nested deeper than " + DEEPEST_TEMPLATE + " levels");
        }
        at++;
        skipLines();
        while (!isAtEnd() && ")]}".indexOf(peek()) < 0) {
            token(depth + 1);
            skipLines();
        }
        if (isAtEnd()) {
            throw file.bad(start, "the bracket is not closed");
        }
        at++;
    }

    private void token(int depth) throws BadDocument {
        if ("([{".indexOf(peek()) >= 0) {
            bracketed(depth);
        } else if (is("\"")) {
            nested(depth);
        } else if (!is("<<") || heredoc() == null) {
            at++;
        }
    }

    /** A text in quotes within an expression. */
    private void nested(int depth) throws BadDocument {
        int start = at;
        at++;
        while (!isAtEnd() && !isLineEnd()) {
            if (is("\"")) {
                at++;
                return;
            }
            if (is("\\")) {
                at = Math.min(text.length(), at + 2);
            } else if (isEscapedTemplate()) {
                at += 3;
            } else if (isTemplate()) {
                template(depth + 1);
            } else {
                at++;
            }
        }
        throw file.bad(start, "the text does not end on its line");
    }
}
