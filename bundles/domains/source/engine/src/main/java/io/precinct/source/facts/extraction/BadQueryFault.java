package io.precinct.source.facts.extraction;

import io.precinct.source.api.SourceFault;
import io.precinct.treesitter.BadQuery;

/** What is wrong with a query, as reported to clients. */
public final class BadQueryFault {
    private BadQueryFault() {}

    /** 422 {@code bad_query}. */
    public static SourceFault of(BadQuery e) {
        return SourceFault.of(
                422,
                "bad_query",
                e.getMessage() == null ? "the query is wrong" : e.getMessage(),
                "kind",
                e.kind().wireName(),
                "offset",
                e.offset(),
                "row",
                e.row(),
                "column",
                e.column(),
                "word",
                e.word(),
                "suggestions",
                e.suggestions());
    }
}
