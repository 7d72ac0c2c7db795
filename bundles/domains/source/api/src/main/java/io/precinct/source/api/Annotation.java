package io.precinct.source.api;

/**
 * An annotation in a comment.
 *
 * @param tag before the colon
 * @param id behind it
 * @param mark where {@code @tag:id} stands
 * @param comment the whole comment, or the whole group of adjacent line comments
 * @param item the code it is attached to; of {@code file} the whole file's first line
 * @param association how: {@code next, trailing, enclosing, file}, or {@code line} in files that no grammar parses, where {@code item} is a
 *     line without kind and name
 */
public record Annotation(String tag, String id, Span mark, Span comment, Item item, String association) {
    /** A piece of text with its place. */
    public record Span(String text, Position start, Position end) {}
}
