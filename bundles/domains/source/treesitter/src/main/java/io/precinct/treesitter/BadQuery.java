package io.precinct.treesitter;

import io.precinct.common.spelling.Suggestions;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Says what is wrong with the text of a query, and where. */
public final class BadQuery extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int offset;
    private final int row;
    private final int column;
    private final String word;
    private final transient List<String> suggestions;

    /** Kinds of mistakes. */
    public enum Kind {
        /** It is not an S-expression of the form that queries have. */
        SYNTAX,
        /** The language has no such node type. */
        NODE_TYPE,
        /** The language has no such field. */
        FIELD,
        /** A predicate names a capture that its pattern does not have. */
        CAPTURE,
        /** The pattern can never match. */
        STRUCTURE,
        /** An unknown predicate, or one with wrong arguments. */
        PREDICATE;

        /** The name that clients see, such as {@code node_type}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private BadQuery(
            Kind kind, int offset, int row, int column, String word, String message, List<String> suggestions) {
        super(message, null, false, false);
        this.kind = kind;
        this.offset = offset;
        this.row = row;
        this.column = column;
        this.word = word;
        this.suggestions = List.copyOf(suggestions);
    }

    /** A mistake that was found elsewhere, for example in another process. */
    public static BadQuery of(
            Kind kind, int offset, int row, int column, String word, String message, List<String> suggestions) {
        return new BadQuery(kind, offset, row, column, word, message, suggestions);
    }

    /** A mistake at an offset of a query. */
    static BadQuery at(Kind kind, byte[] query, int offset, String word, String message, Collection<String> known) {
        int end = Math.min(offset, query.length);
        int row = 0;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            if (query[i] == '\n') {
                row++;
                lineStart = i + 1;
            }
        }
        return new BadQuery(kind, end, row, end - lineStart, word, message, Suggestions.few(word, known));
    }

    public Kind kind() {
        return kind;
    }

    /** Byte offset in the query's text. */
    public int offset() {
        return offset;
    }

    /** Row, from 0. */
    public int row() {
        return row;
    }

    /** Column in bytes, from 0. */
    public int column() {
        return column;
    }

    /** The word at fault; empty if there is none. */
    public String word() {
        return word;
    }

    /** Similar known words, at most three, the nearest first. */
    public List<String> suggestions() {
        return suggestions == null ? List.of() : suggestions;
    }
}
