package io.precinct.source.facts.extraction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The C or C++ tokens of a text, as far as {@link Macros} needs them: comments are left out, a preprocessor directive
 * is one token, and so is every sign; {@code ::} counts as one sign. Confined to a thread.
 */
final class MacroTokens {
    /** Behind the last token, and before the first. */
    static final int NONE = 0;

    static final int WORD = 1;
    /** A word of capitals, digits and underscores, as macros are called. */
    static final int CAPITALS = 2;

    static final int LITERAL = 3;
    static final int DIRECTIVE = 4;
    /** The sign {@code ::}. */
    static final int SCOPE = 5;

    private final byte[] text;
    private int size;
    private int[] kinds;
    private int[] starts;
    private int[] ends;
    private int[] partners;
    private int[] open = new int[64];
    private int depth;
    private int at;
    private boolean nameOfClass;
    private boolean capitals;
    private final Set<String> classes = new HashSet<>();

    MacroTokens(byte[] text) {
        this.text = text;
        int guess = text.length / 4 + 16;
        kinds = new int[guess];
        starts = new int[guess];
        ends = new int[guess];
        partners = new int[guess];
        read();
    }

    int size() {
        return size;
    }

    /** Whether it has a word of capitals: without one, there is nothing to look for. */
    boolean hasCapitals() {
        return capitals;
    }

    /** One of the constants, or the sign itself. */
    int kind(int token) {
        return token < 0 || token >= size ? NONE : kinds[token];
    }

    int start(int token) {
        return starts[token];
    }

    int end(int token) {
        return ends[token];
    }

    /** The matching parenthesis, or -1. */
    int partner(int token) {
        return partners[token];
    }

    /** The text of a word; empty for anything else. */
    String word(int token) {
        return kind(token) == WORD || kind(token) == CAPITALS
                ? new String(text, starts[token], ends[token] - starts[token], StandardCharsets.ISO_8859_1)
                : "";
    }

    /** Whether a class or struct of this name appears anywhere in the text, with a body or without. */
    boolean isClass(String name) {
        return classes.contains(name);
    }

    private void read() {
        boolean margin = true;
        while (at < text.length) {
            byte each = text[at];
            if (each == '\n') {
                margin = true;
                at++;
            } else if (each >= 0 && each <= ' ') {
                at++;
            } else if (each == '/' && next(1) == '/') {
                toLineEnd();
            } else if (each == '/' && next(1) == '*') {
                toEndOfComment();
            } else {
                token(each, margin);
                margin = false;
            }
        }
    }

    private void token(byte first, boolean margin) {
        int from = at;
        if (first == '#' && margin) {
            toLineEnd();
            add(DIRECTIVE, from);
        } else if (isWord(first) && !(first >= '0' && first <= '9')) {
            readWord(from);
        } else if (first >= '0' && first <= '9') {
            number();
            add(LITERAL, from);
        } else if (first == '"' || first == '\'') {
            toEndOfLiteral(first);
            add(LITERAL, from);
        } else if (first == ':' && next(1) == ':') {
            at += 2;
            add(SCOPE, from);
        } else {
            at++;
            add(first, from);
        }
    }

    private void readWord(int from) {
        boolean lower = false;
        while (at < text.length && isWord(text[at])) {
            lower |= !(text[at] >= 'A' && text[at] <= 'Z' || text[at] == '_' || text[at] >= '0' && text[at] <= '9');
            at++;
        }
        if (at < text.length && text[at] == '"' && text[at - 1] == 'R') {
            toEndOfRawString();
            add(LITERAL, from);
            return;
        }
        boolean like = !lower && at - from > 1 && hasLetter(from);
        capitals |= like;
        add(like ? CAPITALS : WORD, from);
        if (nameOfClass && !like) {
            classes.add(word(size - 1));
            nameOfClass = false;
        } else if (is(from, "class") || is(from, "struct")) {
            nameOfClass = true;
        }
    }

    private boolean hasLetter(int from) {
        for (int i = from; i < at; i++) {
            if (text[i] >= 'A' && text[i] <= 'Z') {
                return true;
            }
        }
        return false;
    }

    private boolean is(int from, String word) {
        if (at - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (text[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Digits may stand apart: {@code 1'000}. */
    private void number() {
        while (at < text.length
                && (isWord(text[at])
                        || text[at] == '.'
                        || text[at] == '\'' && at + 1 < text.length && isWord(text[at + 1]))) {
            at++;
        }
    }

    private static boolean isWord(byte each) {
        return each >= 'a' && each <= 'z'
                || each >= 'A' && each <= 'Z'
                || each == '_'
                || each >= '0' && each <= '9'
                || each < 0
                || each == '$';
    }

    private int next(int by) {
        return at + by < text.length ? text[at + by] : -1;
    }

    /**
     * Goes to the end of the line. A backslash there continues it on the next line; a comment within a directive may
     * reach further.
     */
    private void toLineEnd() {
        boolean directive = text[at] == '#';
        while (at < text.length && text[at] != '\n') {
            if (text[at] == '\\' && next(1) == '\r' && next(2) == '\n') {
                at += 3;
            } else if (text[at] == '\\') {
                at += 2;
            } else if (directive && text[at] == '/' && next(1) == '*') {
                toEndOfComment();
            } else {
                at++;
            }
        }
        at = Math.min(at, text.length);
    }

    private void toEndOfComment() {
        at += 2;
        while (at < text.length && !(text[at] == '*' && next(1) == '/')) {
            at++;
        }
        at = Math.min(at + 2, text.length);
    }

    private void toEndOfLiteral(byte quote) {
        at++;
        while (at < text.length && text[at] != quote && text[at] != '\n') {
            at += text[at] == '\\' ? 2 : 1;
        }
        at = at < text.length && text[at] == quote ? at + 1 : Math.min(at, text.length);
    }

    /** {@code R"mark( … )mark"}. */
    private void toEndOfRawString() {
        int from = at + 1;
        int opens = from;
        while (opens < text.length && opens - from <= 16 && text[opens] != '(') {
            opens++;
        }
        int length = opens - from;
        at = opens;
        while (at < text.length) {
            int closes = at + 1 + length;
            if (text[at] == ')'
                    && closes < text.length
                    && text[closes] == '"'
                    && Arrays.equals(text, at + 1, closes, text, from, opens)) {
                at = closes + 1;
                return;
            }
            at++;
        }
    }

    private void add(int kind, int from) {
        if (size == kinds.length) {
            int more = size * 2;
            kinds = Arrays.copyOf(kinds, more);
            starts = Arrays.copyOf(starts, more);
            ends = Arrays.copyOf(ends, more);
            partners = Arrays.copyOf(partners, more);
        }
        kinds[size] = kind;
        starts[size] = from;
        ends[size] = at;
        partners[size] = -1;
        if (kind == '(') {
            open = depth == open.length ? Arrays.copyOf(open, depth * 2) : open;
            open[depth++] = size;
        } else if (kind == ')' && depth > 0) {
            int partner = open[--depth];
            partners[size] = partner;
            partners[partner] = size;
        } else if (kind == '{' || kind == '}' || kind == ';' && depth > 8) {
            closeUnbalanced(kind);
        }
        size++;
    }

    /**
     * Begins anew at a block at the margin, so that what preprocessor conditions leave open does not shift all that
     * follows.
     */
    private void closeUnbalanced(int kind) {
        int start = starts[size];
        if (kind == ';' || start == 0 || text[start - 1] == '\n') {
            depth = 0;
        }
    }
}
