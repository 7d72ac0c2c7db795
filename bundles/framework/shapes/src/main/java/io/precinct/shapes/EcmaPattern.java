package io.precinct.shapes;

import org.jspecify.annotations.Nullable;

/**
 * Translates a regular expression of RE2 to the dialect of JSON Schema (ECMA-262 with the {@code u} flag). If the two
 * dialects differ, the pattern is rewritten: {@code .} and {@code \s} match other characters, and braces and brackets
 * are plain text in other places. Constructs that ECMA-262 lacks (flags, {@code \Q…\E}, named character classes) have
 * no translation.
 */
final class EcmaPattern {
    private static final String SYNTAX = "^$\\.*+?()[]{}|";
    private static final String SPACES = "\\t\\n\\f\\r ";

    private final String from;
    private final StringBuilder to = new StringBuilder();
    private int at;
    private boolean translatable = true;

    /** True after {@code ^}, {@code $} or {@code \b}, which cannot be repeated in ECMA-262. */
    private boolean assertion;

    private boolean inBrackets;

    private EcmaPattern(String from) {
        this.from = from;
    }

    /** The translation of a pattern that is valid in RE2, or null if there is none. */
    static @Nullable String of(String pattern) {
        var ecma = new EcmaPattern(pattern);
        while (ecma.translatable && ecma.at < pattern.length()) {
            ecma.element(pattern.charAt(ecma.at++));
        }
        return ecma.translatable ? ecma.to.toString() : null;
    }

    /** A pattern that finds {@code text} itself. */
    static String quote(String text) {
        var quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            quote(text.charAt(i), quoted);
        }
        return quoted.toString();
    }

    private static void quote(char c, StringBuilder to) {
        to.append(SYNTAX.indexOf(c) >= 0 ? "\\" : "").append(c);
    }

    private void element(char c) {
        boolean afterAssertion = assertion;
        assertion = c == '^' || c == '$';
        switch (c) {
            case '\\' -> escape();
            case '[' -> characters();
            case '(' -> group();
            case '.' -> to.append("[^\\n]");
            case '*', '+', '?' -> {
                translatable &= !afterAssertion;
                to.append(c);
            }
            case '{' -> brace(afterAssertion);
            case '}', ']' -> to.append('\\').append(c);
            default -> to.append(c);
        }
    }

    private boolean next(String text) {
        if (from.startsWith(text, at)) {
            at += text.length();
            return true;
        }
        return false;
    }

    private void group() {
        to.append('(');
        if (next("?P<") || next("?<")) {
            at = from.indexOf('>', at) + 1;
        } else if (next("?:")) {
            to.append("?:");
        } else {
            translatable &= !from.startsWith("?", at);
        }
    }

    private void brace(boolean afterAssertion) {
        int end = from.indexOf('}', at);
        if (end >= 0 && from.substring(at, end).matches("[0-9]+(,[0-9]*)?")) {
            translatable &= !afterAssertion;
            to.append(from, at - 1, end + 1);
            at = end + 1;
        } else {
            to.append("\\{");
        }
    }

    private void escape() {
        char c = at < from.length() ? from.charAt(at++) : 0;
        switch (c) {
            case 'A' -> to.append('^');
            case 'z' -> to.append('$');
            case 's' -> to.append('[').append(SPACES).append(']');
            case 'S' -> to.append("[^").append(SPACES).append(']');
            case 'b', 'B' -> to.append('\\').append(c);
            default -> character(c);
        }
        assertion = c == 'A' || c == 'z' || c == 'b' || c == 'B';
    }

    /** An escape that means the same inside and outside of brackets. */
    private void character(char c) {
        switch (c) {
            case 'd', 'D', 'w', 'W', 'n', 't', 'r', 'f', 'v' -> to.append('\\').append(c);
            case 'a' -> to.append("\\x07");
            case 'x' -> hexadecimal();
            default -> {
                // RE2 lets any punctuation be escaped; the remaining letters and digits have meanings that ECMA-262
                // lacks.
                translatable &= c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
                to.append(SYNTAX.indexOf(c) >= 0 || c == '-' && inBrackets ? "\\" : "")
                        .append(c);
            }
        }
    }

    private void hexadecimal() {
        if (next("{")) {
            int end = Math.max(from.indexOf('}', at), at);
            to.append("\\u{").append(from, at, end).append('}');
            at = end + 1;
        } else {
            to.append("\\x");
        }
    }

    private void characters() {
        inBrackets = true;
        to.append('[').append(next("^") ? "^" : "");
        int start = at;
        boolean afterClass = false;
        while (translatable && at < from.length()) {
            char c = from.charAt(at++);
            if (c == ']' && at - 1 > start) {
                to.append(']');
                inBrackets = false;
                return;
            }
            char escaped = c == '\\' && at < from.length() ? from.charAt(at) : 0;
            member(c, afterClass);
            afterClass = "dDwWs".indexOf(escaped) >= 0;
        }
    }

    private void member(char c, boolean afterClass) {
        switch (c) {
            case '\\' -> {
                char escaped = at < from.length() ? from.charAt(at++) : 0;
                if (escaped == 's') {
                    to.append(SPACES);
                } else {
                    character(escaped);
                }
            }
            case '[' -> {
                translatable &= !from.startsWith(":", at);
                to.append("\\[");
            }
            case '-' -> to.append(afterClass ? "\\-" : "-");
            case ']', '^' -> to.append('\\').append(c);
            default -> to.append(c);
        }
    }
}
