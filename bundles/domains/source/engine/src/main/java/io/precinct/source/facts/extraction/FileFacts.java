package io.precinct.source.facts.extraction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the content of a file. Offsets are bytes of the text in UTF-8; the text itself is not kept.
 *
 * @param hasError whether it has syntax errors
 * @param skipped why it was not parsed, or null
 * @param symbols its declarations in the order of the text, outer ones first
 * @param annotations in the order of the text
 * @param gaps lines in which syntax errors may hide declarations, in the order of the text
 */
public record FileFacts(
        boolean hasError, @Nullable String skipped, List<Declaration> symbols, List<Note> annotations, List<Gap> gaps) {
    public FileFacts {
        symbols = List.copyOf(symbols);
        annotations = List.copyOf(annotations);
        gaps = List.copyOf(gaps);
    }

    /** Facts of a file in which no error hides anything. */
    public FileFacts(boolean hasError, @Nullable String skipped, List<Declaration> symbols, List<Note> annotations) {
        this(hasError, skipped, symbols, annotations, List.of());
    }

    /** Facts of a file that was not parsed. */
    public static FileFacts skipped(String reason) {
        return new FileFacts(false, reason, List.of(), List.of());
    }

    /** Lines, from 1, both inclusive. */
    public record Gap(int from, int to) {}

    /**
     * A declaration.
     *
     * @param kind as the language's query names it
     * @param container full path of the enclosing names, or null at the top
     */
    public record Declaration(
            String kind, String name, @Nullable String container, int start, int end) {}

    /**
     * An annotation in a comment and what it is attached to.
     *
     * @param revision of what the annotation names; null if it states none
     * @param markStart start of the annotation, such as {@code @tag:id}
     * @param commentStart start of the comment or the group of comments
     * @param kind of the declaration it is attached to, or the type of the node if it is none; null for a line
     * @param start of the attached node with its attributes
     */
    public record Note(
            String tag,
            String id,
            @Nullable String revision,
            int markStart,
            int markEnd,
            int commentStart,
            int commentEnd,
            String association,
            @Nullable String kind,
            @Nullable String name,
            @Nullable String container,
            int start,
            int end) {
        /** The same with this many more bytes before it in the text. */
        Note moved(int by) {
            return new Note(
                    tag,
                    id,
                    revision,
                    markStart + by,
                    markEnd + by,
                    commentStart + by,
                    commentEnd + by,
                    association,
                    kind,
                    name,
                    container,
                    start + by,
                    end + by);
        }
    }

    /** The path of a name below the names that enclose it. */
    public static String path(@Nullable String container, String name) {
        return container == null ? name : container + "/" + name;
    }
}
