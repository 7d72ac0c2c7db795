package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of a file with a match.
 *
 * @param path of the file
 * @param lang its language, or null if it has none
 * @param blob its content
 * @param line from 1
 * @param text the line without its end
 * @param matches in order; they do not overlap, and none is empty
 * @param context the line with those around it
 * @since 1.5
 */
public record TextLine(
        String path,
        @Nullable String lang,
        String blob,
        int line,
        String text,
        List<Span> matches,
        Item.Lines context) {
    public TextLine {
        matches = List.copyOf(matches);
    }

    /**
     * A match.
     *
     * @param end exclusive
     */
    public record Span(Position start, Position end, String text) {}
}
