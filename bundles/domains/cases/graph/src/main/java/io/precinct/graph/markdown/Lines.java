package io.precinct.graph.markdown;

import java.util.Arrays;

/**
 * The positions of the lines of a text. A line ends in LF, CR LF or CR (CommonMark §2.1); a line ending at the very end
 * does not start another line. Immutable.
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

    /** Returns the whole text. */
    public String text() {
        return text;
    }

    /** Returns the number of lines. */
    public int count() {
        return count;
    }

    /** Returns the offset of the first character of a line, or the length of the text for the line after the last. */
    public int start(int line) {
        return line >= count ? text.length() : starts[line];
    }

    /** Returns the offset after the last character of a line, before the line ending. */
    public int end(int line) {
        return ends[line];
    }

    /** Returns the offset after a line and its line ending. */
    public int after(int line) {
        return afterEnding(text, ends[line]);
    }

    /** Returns true if the line has a line ending; only the last line may have none. */
    public boolean ended(int line) {
        return after(line) > ends[line];
    }

    /** Returns a line without its line ending. */
    public String line(int line) {
        return text.substring(starts[line], ends[line]);
    }

    /**
     * Returns true for a line that contains only spaces and tabs, and for lines before the first and after the last.
     */
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

    /** Returns the line ending of the first line; LF if it has none. */
    public String ending() {
        return count > 0 && ended(0) ? text.substring(ends[0], after(0)) : "\n";
    }
}
