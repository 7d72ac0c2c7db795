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
 * @param matches in order, the first ones if there are many; they do not overlap, and none is empty
 * @param context the line with those around it
 * @param cut the piece of the line that {@code text} shows, with the first match; null if it shows all of it
 * @param moreMatches whether the line has further matches
 * @param origin of the file if nobody wrote it in the repository: {@code generated, vendored}; else null
 * @since 1.5; cut and moreMatches since 1.7; origin since 1.8
 */
public record TextLine(
        String path,
        @Nullable String lang,
        String blob,
        int line,
        String text,
        List<Span> matches,
        Item.Lines context,
        @Nullable Cut cut,
        boolean moreMatches,
        @Nullable String origin) {
    public TextLine {
        matches = List.copyOf(matches);
    }

    /** A line that is shown whole, with all of its matches. */
    public TextLine(
            String path,
            @Nullable String lang,
            String blob,
            int line,
            String text,
            List<Span> matches,
            Item.Lines context) {
        this(path, lang, blob, line, text, matches, context, null, false, null);
    }

    /**
     * A match.
     *
     * @param end exclusive
     * @param cut the piece of the match that {@code text} shows, or null if it shows all of it
     */
    public record Span(
            Position start,
            Position end,
            String text,
            @Nullable Cut cut) {
        /** A match that is shown whole. */
        public Span(Position start, Position end, String text) {
            this(start, end, text, null);
        }
    }
}
