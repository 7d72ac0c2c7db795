package io.precinct.source.facts;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import io.precinct.source.git.Commit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers questions about the files of a commit. The default methods find nothing. Thread-safe. */
public interface Lookup {
    /** Knows nothing: everything is empty. */
    Lookup NONE = new Lookup() {};

    /**
     * Declarations by name and kind, sorted by path and position, of the files that are parsed within half a second.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code unknown_kind}, 400, 503 {@code parsing}
     */
    default ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window) {
        return nothing();
    }

    /**
     * Annotations in comments with the code they are attached to, sorted by path and position, of the files that are
     * parsed within half a second.
     *
     * @throws io.precinct.source.api.SourceFault 400, 503 {@code parsing}
     */
    default ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window) {
        return nothing();
    }

    /**
     * Matches of a query, sorted by path and their order in the file.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query, unknown_grammar}, 409 {@code lang_mismatch}, 415
     *     {@code binary}, 504 {@code query_timeout}, 413, 400
     */
    default ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window) {
        return nothing();
    }

    /**
     * Lines of text, sorted by path and line; files that declare a symbol of the searched name come first.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query, unknown_grammar}, 400
     */
    default ResultPage<TextLine> search(Commit commit, TextSelector selector, PageRequest window) {
        return nothing();
    }

    /**
     * Identifiers of a name, sorted by path and position; those of declarations come first if the selector says so.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code unknown_grammar}, 504 {@code query_timeout}, 400, 503
     *     {@code parsing}
     */
    default ResultPage<Reference> references(Commit commit, ReferenceSelector selector, PageRequest window) {
        return nothing();
    }

    /** Pieces of a file to highlight; empty if its language has no query for that, or if it is not parsed. */
    default List<View.Highlight> highlights(Commit commit, FileEntry file) {
        return List.of();
    }

    /** How far a commit is parsed; null once everything is known about it. */
    default @Nullable ParseProgress parsing(Commit commit) {
        return null;
    }

    /** Answers about declarations and annotations from what is known, without waiting for any file to be parsed. */
    default Lookup atOnce() {
        return this;
    }

    private static <T> ResultPage<T> nothing() {
        return new ResultPage<>(List.of(), null, null, List.of());
    }
}
