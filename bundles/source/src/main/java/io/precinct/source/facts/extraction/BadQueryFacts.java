package io.precinct.source.facts.extraction;

import io.precinct.source.api.SourceFault;
import io.precinct.treesitter.BadQuery;
import java.util.List;

/** What is wrong with a query, as clients and other processes are told. */
public record BadQueryFacts(
        String message, String kind, int offset, int row, int column, String word, List<String> suggestions) {
    public static BadQueryFacts of(BadQuery e) {
        String message = e.getMessage() == null ? "the query is wrong" : e.getMessage();
        return new BadQueryFacts(
                message, e.kind().wireName(), e.offset(), e.row(), e.column(), e.word(), e.suggestions());
    }

    /** 422 {@code bad_query}. */
    public SourceFault fault() {
        return SourceFault.of(
                422,
                "bad_query",
                message,
                "kind",
                kind,
                "offset",
                offset,
                "row",
                row,
                "column",
                column,
                "word",
                word,
                "suggestions",
                suggestions);
    }
}
