package io.precinct.source.endpoints;

import java.util.ArrayList;
import java.util.List;

/** Where the lines of a text begin. */
public final class TextLines {
    private TextLines() {}

    /**
     * The offset of each line. A line ends with LF; where a file knows nothing but CR, with that. A last line without end
     * counts, an empty text has no line.
     *
     * @param newline as the repository found it: {@code lf, crlf, cr, mixed, none}
     */
    public static List<Integer> starts(String text, String newline) {
        char end = newline.equals("cr") ? '\r' : '\n';
        var starts = new ArrayList<Integer>();
        for (int at = 0; at < text.length(); ) {
            starts.add(at);
            int next = text.indexOf(end, at);
            at = next < 0 ? text.length() : next + 1;
        }
        return starts;
    }
}
