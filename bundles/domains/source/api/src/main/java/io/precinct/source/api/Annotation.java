package io.precinct.source.api;

import org.jspecify.annotations.Nullable;

/**
 * An annotation in a comment.
 *
 * @param tag text before the colon of {@code @tag:id}; in other formats its equivalent, see the documentation
 * @param id what it names
 * @param revision of what it names; null if the annotation states none
 * @param mark place of the annotation itself
 * @param comment the whole comment, or the whole group of adjacent line comments
 * @param item the code it is attached to; for {@code file}, the first line of the file
 * @param association how: {@code next, trailing, enclosing, file}, or {@code line} in files without a grammar, for
 *     which {@code item} is a line without kind and name
 */
public record Annotation(
        String tag, String id, @Nullable String revision, Span mark, Span comment, Item item, String association) {
    /** An annotation without a revision. */
    public Annotation(String tag, String id, Span mark, Span comment, Item item, String association) {
        this(tag, id, null, mark, comment, item, association);
    }

    /**
     * A piece of text with its place.
     *
     * @param cut what {@code text} shows of it, with the annotation; null if it shows all of it
     */
    public record Span(
            String text,
            Position start,
            Position end,
            @Nullable Cut cut) {
        /** A piece that is shown whole. */
        public Span(String text, Position start, Position end) {
            this(text, start, end, null);
        }
    }
}
