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

/**
 * Answers questions about the files of a commit. No method has a default: one that found nothing would answer in place
 * of a question that somebody forgot. Thread-safe.
 */
public interface Lookup {
    /** Knows nothing: everything is empty. */
    Lookup NONE = new NothingKnown();

    /**
     * Declarations by name and kind, sorted by path and position, of the files that are parsed within half a second.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code unknown_kind}, 400, 503 {@code parsing}
     */
    ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window);

    /**
     * Annotations in comments with the code they are attached to, sorted by path and position, of the files that are
     * parsed within half a second.
     *
     * @throws io.precinct.source.api.SourceFault 400, 503 {@code parsing}
     */
    ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window);

    /**
     * Matches of a query, sorted by path and their order in the file.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query, unknown_grammar}, 409 {@code lang_mismatch}, 415
     *     {@code binary}, 504 {@code query_timeout}, 413, 400
     */
    ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window);

    /**
     * Lines of text, sorted by path and line; files that declare a symbol of the searched name come first.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query, unknown_grammar}, 400
     */
    ResultPage<TextLine> search(Commit commit, TextSelector selector, PageRequest window);

    /**
     * Identifiers of a name, sorted by path and position; those of declarations come first if the selector says so.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code unknown_grammar}, 504 {@code query_timeout}, 400, 503
     *     {@code parsing}
     */
    ResultPage<Reference> references(Commit commit, ReferenceSelector selector, PageRequest window);

    /** Pieces of a file to highlight; empty if its language has no query for that, or if it is not parsed. */
    List<View.Highlight> highlights(Commit commit, FileEntry file);

    /** How far a commit is parsed; null once everything is known about it. */
    @Nullable
    ParseProgress parsing(Commit commit);

    /**
     * Answers about declarations, annotations and identifiers from what is known, without waiting for facts of any
     * file.
     */
    Lookup atOnce();
}
