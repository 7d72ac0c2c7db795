package io.precinct.source.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of code that was found.
 *
 * @param path of the file
 * @param lang of the file
 * @param blob of the file
 * @param kind of declaration, or the type of the node if it is none
 * @param name of the declaration, or null
 * @param container full path of the enclosing names, or null at the top
 * @param namePath {@code Outer/inner}, or null without a name
 * @param start of the text
 * @param end behind the text
 * @param text of the node
 * @param context the lines around
 * @param hasError whether the file has syntax errors
 * @param cut the piece of the text that {@code text} shows, or null if it shows all of it
 * @since 1.0; cut since 1.7
 */
public record Item(
        String path,
        String lang,
        String blob,
        @Nullable String kind,
        @Nullable String name,
        @Nullable String container,
        @Nullable String namePath,
        Position start,
        Position end,
        String text,
        Lines context,
        boolean hasError,
        @Nullable Cut cut) {
    /** An item whose text is shown whole. */
    public Item(
            String path,
            String lang,
            String blob,
            @Nullable String kind,
            @Nullable String name,
            @Nullable String container,
            @Nullable String namePath,
            Position start,
            Position end,
            String text,
            Lines context,
            boolean hasError) {
        this(path, lang, blob, kind, name, container, namePath, start, end, text, context, hasError, null);
    }

    /**
     * Lines of a file.
     *
     * @param from first line, from 1
     * @param to last line that is shown, inclusive
     * @param lines without their ends; never changed
     * @param cuts the shown pieces of those lines of which only a piece is shown, in order; never changed
     */
    public record Lines(int from, int to, List<String> lines, List<Cut> cuts) {
        /** Lines that are shown whole. */
        public Lines(int from, int to, List<String> lines) {
            this(from, to, lines, List.of());
        }
    }
}
