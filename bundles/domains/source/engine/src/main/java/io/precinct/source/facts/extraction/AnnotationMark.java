package io.precinct.source.facts.extraction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An annotation in a text, in the format {@code @tag:id} unless stated otherwise.
 *
 * @param start byte offset of its first character
 * @param end byte offset behind its last
 * @param revision of what it names; null if it states none
 */
record AnnotationMark(
        int start, int end, String tag, String id, @Nullable String revision) {
    private static final long AT_SIGNS = 0x4040404040404040L;

    /**
     * The marks between two offsets, wherever they stand. A mark begins at an {@code @} that no letter, digit or
     * {@code _} precedes. Its id ends before white space, the next mark, quotes (also typographic closing ones),
     * {@code > ]}, a closing brace, {@code ) </ <br **} and the end of a block comment; brackets around something within
     * the id ({@code [a-z]}) do not end it, and {@code .,;:!?} at its end are not part of it.
     */
    static List<AnnotationMark> in(byte[] text, int from, int to) {
        var found = new ArrayList<AnnotationMark>(2);
        for (int at = next(text, from, to); at >= 0; at = next(text, at + 1, to)) {
            int colon = colon(text, at, to);
            int end = idEnd(text, colon + 1, to);
            if (end > colon + 1) {
                found.add(new AnnotationMark(at, end, string(text, at + 1, colon), string(text, colon + 1, end), null));
            }
        }
        return found;
    }

    /** Whether there may be any: cheap, and right for nearly every file without any. */
    static boolean any(byte[] text) {
        return next(text, 0, text.length) >= 0;
    }

    private static int next(byte[] text, int from, int to) {
        int i = from;
        while (i < to) {
            // Every file is scanned, so eight bytes at a time.
            if (i + 8 <= to && !Blobs.hasZero((long) Blobs.LONGS.get(text, i) ^ AT_SIGNS)) {
                i += 8;
                continue;
            }
            int end = Math.min(to, i + 8);
            for (; i < end; i++) {
                if (text[i] == '@' && (i == 0 || !isWord(text[i - 1])) && colon(text, i, to) >= 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** The position of the colon behind the tag that begins behind {@code at}, or -1 if there is none. */
    private static int colon(byte[] text, int at, int to) {
        int i = at + 1;
        if (i >= to || !isLetter(text[i])) {
            return -1;
        }
        while (i < to && (isWord(text[i]) || text[i] == '-')) {
            i++;
        }
        return i + 1 < to && text[i] == ':' && !isSpace(text, i + 1, to) ? i : -1;
    }

    private static int idEnd(byte[] text, int from, int to) {
        int end = from;
        int brackets = 0;
        while (end < to && !isSpace(text, end, to) && !isCloser(text, end, to, brackets)) {
            if (text[end] == '@' && !isWord(text[end - 1]) && colon(text, end, to) >= 0) {
                break;
            }
            brackets += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
            end++;
        }
        while (end > from && ".,;:!?".indexOf(text[end - 1]) >= 0) {
            end--;
        }
        return end;
    }

    /**
     * Whether an id ends before the character at this position.
     *
     * @param brackets how many square brackets are open within the id
     */
    private static boolean isCloser(byte[] text, int at, int to, int brackets) {
        byte next = at + 1 < to ? text[at + 1] : 0;
        return switch (text[at]) {
            case '"', '\'', '`', '>', ')', '}' -> true;
            case ']' -> brackets == 0;
            case '<' -> next == '/' || isLineBreak(text, at, to);
            case '*' -> next == '*' || next == '/';
            default -> isClosingQuote(text, at, to);
        };
    }

    /** Whether HTML's {@code <br} begins at a position. */
    private static boolean isLineBreak(byte[] text, int at, int to) {
        return at + 3 < to
                && (text[at + 1] | 0x20) == 'b'
                && (text[at + 2] | 0x20) == 'r'
                && (text[at + 3] == '>' || text[at + 3] == '/' || isSpace(text, at + 3, to));
    }

    /** Whether a typographic closing quote is at a position. */
    private static boolean isClosingQuote(byte[] text, int at, int to) {
        int first = text[at] & 0xFF;
        int second = at + 1 < to ? text[at + 1] & 0xFF : 0;
        int third = at + 2 < to ? text[at + 2] & 0xFF : 0;
        return switch (first) {
            case 0xC2 -> second == 0xBB; // »
            case 0xE2 -> second == 0x80 && (third == 0x99 || third == 0x9D || third == 0xBA); // ’ ” ›
            default -> false;
        };
    }

    static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean isLetter(byte each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
    }

    static boolean isWord(byte each) {
        return isLetter(each) || (each >= '0' && each <= '9') || each == '_';
    }

    /** Spaces and control characters, and Unicode white space outside ASCII. */
    private static boolean isSpace(byte[] text, int at, int to) {
        byte each = text[at];
        if (each >= 0) {
            return each <= ' ' || each == 0x7F;
        }
        int second = at + 1 < to ? text[at + 1] & 0xFF : 0;
        int third = at + 2 < to ? text[at + 2] & 0xFF : 0;
        return switch (each & 0xFF) {
            case 0xC2 -> second == 0x85 || second == 0xA0;
            case 0xE2 ->
                second == 0x80 && (third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF) && third >= 0x80;
            case 0xE3 -> second == 0x80 && third == 0x80;
            default -> false;
        };
    }
}
