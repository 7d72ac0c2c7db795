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
        boolean hasError) {
    /**
     * Lines of a file.
     *
     * @param from first line, from 1
     * @param to last line, inclusive
     * @param lines without their ends; never changed
     */
    public record Lines(int from, int to, List<String> lines) {}
}
