package io.precinct.source.facts;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.git.Commit;
import java.util.List;

/** Answers what is asked about the files of a commit. Thread-safe. */
public interface Lookup {
    /**
     * Declarations by name and kind, sorted by path and place.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code unknown_kind}, 400
     */
    ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window);

    /**
     * Annotations in comments with the code they are attached to, sorted by path and place.
     *
     * @throws io.precinct.source.api.SourceFault 400
     */
    ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window);

    /**
     * Matches of a query, sorted by path and their order in the file.
     *
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query, unknown_grammar}, 409 {@code lang_mismatch}, 415
     *     {@code binary}, 504 {@code query_timeout}, 413, 400
     */
    ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window);

    /** Pieces of a file to highlight; empty where its language has no query for that, or where it is not parsed. */
    List<View.Highlight> highlights(Commit commit, FileEntry file);

    /** Where nothing is known: everything is empty. */
    Lookup NONE = new Lookup() {
        @Override
        public ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window) {
            return new ResultPage<>(List.of(), null, null, List.of());
        }

        @Override
        public ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window) {
            return new ResultPage<>(List.of(), null, null, List.of());
        }

        @Override
        public ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window) {
            return new ResultPage<>(List.of(), null, null, List.of());
        }

        @Override
        public List<View.Highlight> highlights(Commit commit, FileEntry file) {
            return List.of();
        }
    };
}
