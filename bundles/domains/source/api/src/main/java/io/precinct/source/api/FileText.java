package io.precinct.source.api;

import java.util.Arrays;

/**
 * A decoded file and the starts of its lines. A line ends with LF or, in a file with CR only, with that. A last line
 * without an end counts; an empty text has no lines. Immutable.
 */
public final class FileText {
    private final String text;
    private final String encoding;
    private final String newline;
    private final int[] starts;

    /**
     * A text.
     *
     * @param encoding charset it was decoded with, in IANA's spelling
     * @param newline {@code lf, crlf, cr, mixed, none}
     */
    public FileText(String text, String encoding, String newline) {
        this.text = text;
        this.encoding = encoding;
        this.newline = newline;
        this.starts = starts(text, newline.equals("cr") ? '\r' : '\n');
    }

    private static int[] starts(String text, char end) {
        var starts = new int[16 + text.length() / 32];
        int count = 0;
        for (int at = 0; at < text.length(); ) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
            }
            starts[count++] = at;
            int next = text.indexOf(end, at);
            at = next < 0 ? text.length() : next + 1;
        }
        return Arrays.copyOf(starts, count);
    }

    /** The whole text, without a byte order mark. */
    public String text() {
        return text;
    }

    /** The charset it was decoded with, in IANA's spelling. */
    public String encoding() {
        return encoding;
    }

    /** How its lines end: {@code lf, crlf, cr, mixed, none}. */
    public String newline() {
        return newline;
    }

    /** How many lines it has. */
    public int lines() {
        return starts.length;
    }

    /** The offset at which a line begins, the lines being numbered from 1. */
    public int start(int line) {
        return starts[line - 1];
    }

    /** The offset behind a line with its end. */
    public int end(int line) {
        return line < starts.length ? starts[line] : text.length();
    }

    /** Lines with their ends, as in the text; none if {@code last} is before {@code first}. */
    public String lines(int first, int last) {
        return last < first ? "" : text.substring(start(first), end(last));
    }

    /** Roughly its memory use, in bytes. */
    public int weight() {
        return text.length() + 4 * starts.length + 128;
    }
}
