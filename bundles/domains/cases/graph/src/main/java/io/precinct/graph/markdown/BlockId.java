package io.precinct.graph.markdown;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of text and its block id, by which linked Markdown notes refer to the line. The id consists of letters, digits
 * and hyphens after a caret at the end of the line. In {@code call back ^k3f9} the id is {@code k3f9}, and the text is
 * {@code call back}.
 *
 * @param text the line without the id and without white space at its end
 * @param id null if the line has none
 */
public record BlockId(String text, @Nullable String id) {
    private static final char CARET = '^';
    private static final Pattern ID = Pattern.compile("[\\p{L}\\p{M}\\p{N}-]+");

    /** Parses a line. */
    public static BlockId in(String line) {
        String whole = line.stripTrailing();
        int caret = whole.lastIndexOf(CARET);
        boolean apart = caret == 0 || caret > 0 && (whole.charAt(caret - 1) == ' ' || whole.charAt(caret - 1) == '\t');
        return apart && ID.matcher(whole).region(caret + 1, whole.length()).matches()
                ? new BlockId(whole.substring(0, caret).stripTrailing(), whole.substring(caret + 1))
                : new BlockId(whole, null);
    }

    /** Whether a text can be an id. */
    public static boolean fits(String id) {
        return ID.matcher(id).matches();
    }

    /** Returns a line with this text and this id. */
    public static String line(String text, @Nullable String id) {
        if (id == null) {
            return text;
        }
        return text.isEmpty() ? CARET + id : text + " " + CARET + id;
    }
}
