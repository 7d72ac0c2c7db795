package io.precinct.graph.markdown;

import java.util.Arrays;

/**
 * Where the lines of a text begin and end. A line ends in LF, CR LF or CR (CommonMark §2.1); a line ending at the very end
 * begins no further line. Immutable.
 */
public final class Lines {
    private final String text;
    private final int[] starts;
    private final int[] ends;
    private final int count;

    /** Finds the lines of {@code text}. */
    public Lines(String text) {
        this.text = text;
        int[] from = new int[16];
        int[] to = new int[16];
        int n = 0;
        for (int at = 0; at < text.length(); at = afterEnding(text, to[n - 1])) {
            if (n == from.length) {
                from = Arrays.copyOf(from, 2 * n);
                to = Arrays.copyOf(to, 2 * n);
            }
            from[n] = at;
            to[n++] = endOfLine(text, at);
        }
        starts = from;
        ends = to;
        count = n;
    }

    private static int endOfLine(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    private static int afterEnding(String text, int end) {
        if (end >= text.length()) {
            return end;
        }
        return text.startsWith("\r\n", end) ? end + 2 : end + 1;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Offset of the first character of a line; the length of the text for the line after the last. */
    public int start(int line) {
        return line >= count ? text.length() : starts[line];
    }

    /** Offset after the last character of a line, before its ending. */
    public int end(int line) {
        return ends[line];
    }

    /** Offset after a line with its ending. */
    public int after(int line) {
        return afterEnding(text, ends[line]);
    }

    /** True if the line has an ending; only the last may have none. */
    public boolean ended(int line) {
        return after(line) > ends[line];
    }

    /** A line without its ending. */
    public String line(int line) {
        return text.substring(starts[line], ends[line]);
    }

    /** True for a line of spaces and tabs only, and for lines before the first and after the last. */
    public boolean blank(int line) {
        if (line < 0 || line >= count) {
            return true;
        }
        for (int i = starts[line]; i < ends[line]; i++) {
            if (text.charAt(i) != ' ' && text.charAt(i) != '\t') {
                return false;
            }
        }
        return true;
    }

    /** The ending that the first line has; LF if there is none. */
    public String ending() {
        return count > 0 && ended(0) ? text.substring(ends[0], after(0)) : "\n";
    }
}
