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

/** Finds nothing in any file. */
final class NothingKnown implements Lookup {
    @Override
    public ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window) {
        return nothing();
    }

    @Override
    public ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window) {
        return nothing();
    }

    @Override
    public ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window) {
        return nothing();
    }

    @Override
    public ResultPage<TextLine> search(Commit commit, TextSelector selector, PageRequest window) {
        return nothing();
    }

    @Override
    public ResultPage<Reference> references(Commit commit, ReferenceSelector selector, PageRequest window) {
        return nothing();
    }

    @Override
    public List<View.Highlight> highlights(Commit commit, FileEntry file) {
        return List.of();
    }

    @Override
    public @Nullable ParseProgress parsing(Commit commit) {
        return null;
    }

    @Override
    public Lookup atOnce() {
        return this;
    }

    private static <T> ResultPage<T> nothing() {
        return new ResultPage<>(List.of(), null, null, List.of());
    }
}
