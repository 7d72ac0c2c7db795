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
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.FileParser;
import io.precinct.source.facts.index.Indexes;
import io.precinct.source.facts.index.Inquiry;
import io.precinct.source.facts.index.Parses;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.facts.query.AnnotationPattern;
import io.precinct.source.facts.query.DeclarationKinds;
import io.precinct.source.facts.query.Excerpts;
import io.precinct.source.facts.query.Listings;
import io.precinct.source.facts.query.PageCollector;
import io.precinct.source.facts.query.Queries;
import io.precinct.source.facts.query.TreeCache;
import io.precinct.source.facts.search.TextSearch;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.facts.store.FactStore;
import io.precinct.source.git.Commit;
import io.precinct.source.pattern.Glob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the files of commits. There is one per process; it owns the persistent store, the live trees and
 * the texts in memory. Thread-safe.
 */
public final class Facts implements Lookup, AutoCloseable {
    /** Selections of at most this many files are looked at one by one, without the index of names. */
    private static final int FEW = 16;

    /** How long a question waits for files to be parsed before it is answered from what is known. */
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private final Engine engine;
    private final Indexes indexes;
    private final Excerpts excerpts = new Excerpts();
    private final TreeCache trees;
    private final Queries queries;
    private final TextSearch texts;
    private final Supplier<SourceLimits> limits;
    private final Duration patience;
    private final Lookup atOnce = new AtOnce();

    /**
     * Opens the facts kept below a folder.
     *
     * @param cache folder, which is made
     * @param limits as currently configured
     * @param treeBytes currently configured limit of memory for kept trees
     * @param problems receives problems of the store or of files, for the log
     * @throws IllegalStateException if another process uses the store
     */
    public Facts(
            Path cache,
            Engine engine,
            Supplier<SourceLimits> limits,
            LongSupplier treeBytes,
            Consumer<String> problems) {
        this(cache, engine, limits, treeBytes, problems, System::nanoTime, Indexes.SPARE_FILES, PATIENCE);
    }

    /**
     * @param clock of queries, in nanoseconds from an arbitrary origin
     * @param spareFiles that are kept although no followed commit has them
     * @param patience how long a question waits for files to be parsed
     */
    Facts(
            Path cache,
            Engine engine,
            Supplier<SourceLimits> limits,
            LongSupplier treeBytes,
            Consumer<String> problems,
            LongSupplier clock,
            int spareFiles,
            Duration patience) {
        this.patience = patience;
        this.engine = engine;
        this.limits = limits;
        LongSupplier parsedBytes = () -> limits.get().parsedBytes();
        this.trees = new TreeCache(treeBytes);
        var parses = new Parses(engine, new FileParser(engine, parsedBytes, problems));
        this.indexes = new Indexes(new FactFile(cache, problems), engine, parses, parsedBytes, spareFiles);
        this.queries = new Queries(engine, trees, limits, clock);
        this.texts = new TextSearch(cache.resolve("texts"), indexes.fileLanguages(), parsedBytes, problems);
        trees.drop(engine.generation());
    }

    /** The text search, for what follows repositories. */
    public TextSearch texts() {
        return texts;
    }

    /** The indexes of commits, for what follows repositories. */
    public Indexes indexes() {
        return indexes;
    }

    /**
     * Languages were added, removed or replaced, or the files that may be parsed changed: everything derived from the
     * old ones is dropped. Facts of followed commits that differ are made anew, in the calling thread.
     *
     * @throws IllegalStateException at the end, if that failed for some repositories
     * @throws Error at the end, if one ended it for some repositories: trying again may help
     */
    public void languagesChanged() throws InterruptedException {
        trees.drop(engine.generation());
        texts.settingsChanged();
        indexes.languagesChanged();
    }

    @Override
    public ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window) {
        return symbols(commit, selector, window, patience);
    }

    private ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window, Duration patient) {
        return indexes.answer(commit, patient, inquiry -> {
            CommitIndex index = inquiry.index();
            PathSelection selection = PathSelection.of(selector.path(), index.paths());
            Map<String, Set<String>> kinds = kinds(index, selection, selector.kind());
            String name = selector.name();
            BitSet candidates = symbolCandidates(inquiry, selection, name, kinds);
            return new PageCollector(inquiry, selection, window, excerpts)
                    .collect(candidates, new Listings.Symbols(name, kinds));
        });
    }

    private @Nullable Map<String, Set<String>> kinds(
            CommitIndex index, PathSelection selection, @Nullable String kind) {
        if (kind == null) {
            return null;
        }
        Set<String> languages = index.languages(selection);
        List<String> allowed = index.commit().grammars();
        return DeclarationKinds.of(
                kind, !languages.isEmpty() ? languages : allowed.isEmpty() ? engine.languages() : allowed, engine);
    }

    private @Nullable BitSet symbolCandidates(
            Inquiry inquiry, PathSelection selection, @Nullable String name, @Nullable Map<String, Set<String>> kinds)
            throws InterruptedException {
        if ((name == null && kinds == null) || selection.to() - selection.from() <= FEW) {
            return null;
        }
        inquiry.know(selection);
        CommitIndex index = inquiry.index();
        FactStore store = index.store();
        if (name != null) {
            return name.indexOf('*') < 0
                    ? index.positions(store.terms().named(name))
                    : index.positions(store.terms().named(Glob.prefix(name), each -> Glob.matches(name, each)));
        }
        var numbers = new BitSet();
        for (Set<String> meant : kinds == null ? List.<Set<String>>of() : kinds.values()) {
            for (String kind : meant) {
                for (int number : store.terms().ofKind(kind)) {
                    numbers.set(number);
                }
            }
        }
        return index.positions(numbers);
    }

    @Override
    public ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window) {
        return annotations(commit, selector, window, patience);
    }

    private ResultPage<Annotation> annotations(
            Commit commit, AnnotationSelector selector, PageRequest window, Duration patient) {
        AnnotationPattern pattern = AnnotationPattern.of(selector.pattern());
        return indexes.answer(commit, patient, inquiry -> {
            CommitIndex index = inquiry.index();
            PathSelection selection = PathSelection.of(selector.path(), index.paths());
            BitSet candidates = null;
            if (selection.to() - selection.from() > FEW) {
                inquiry.know(selection);
                candidates = index.positions(index.store().terms().marked(pattern.prefix(), pattern::matches));
            }
            return new PageCollector(inquiry, selection, window, excerpts)
                    .collect(candidates, new Listings.Annotations(pattern));
        });
    }

    @Override
    public ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window) {
        return indexes.answer(commit, patience, inquiry -> queries.query(inquiry.index(), selector, window));
    }

    @Override
    public ResultPage<TextLine> search(Commit commit, TextSelector selector, PageRequest window) {
        String lang = selector.lang();
        if (lang != null && !engine.languages().contains(lang)) {
            throw TextSearch.unknownLanguage(lang, engine.languages());
        }
        return texts.page(
                commit,
                selector,
                window,
                declaring(commit, selector),
                limits.get().queryTime());
    }

    @Override
    public ResultPage<Reference> references(Commit commit, ReferenceSelector selector, PageRequest window) {
        return references(commit, selector, window, patience);
    }

    private ResultPage<Reference> references(
            Commit commit, ReferenceSelector selector, PageRequest window, Duration patient) {
        String lang = selector.lang();
        if (lang != null && !engine.languages().contains(lang)) {
            throw TextSearch.unknownLanguage(lang, engine.languages());
        }
        return indexes.answer(commit, patient, inquiry -> {
            CommitIndex index = inquiry.index();
            BitSet candidates = texts.mayHave(commit, index.paths(), selector.name());
            inquiry.know(candidates.stream().boxed().toList());
            BitSet declaring = index.positions(index.store().terms().named(selector.name()));
            return queries.references(inquiry, selector, window, excerpts, candidates, declaring);
        });
    }

    /** Paths of the files that declare the searched name; none while some may be missing. */
    private List<String> declaring(Commit commit, TextSelector selector) {
        if (selector.regex()) {
            return List.of();
        }
        return indexes.answer(commit, Duration.ZERO, inquiry -> {
            CommitIndex index = inquiry.index();
            return index.isWhole()
                    ? index.positions(index.store().terms().named(selector.text())).stream()
                            .mapToObj(index.paths()::get)
                            .toList()
                    : List.of();
        });
    }

    @Override
    public List<View.Highlight> highlights(Commit commit, FileEntry file) {
        return indexes.answer(commit, patience, inquiry -> queries.highlights(inquiry.index(), file.path()));
    }

    @Override
    public @Nullable ParseProgress parsing(Commit commit) {
        return indexes.answer(
                        commit,
                        Duration.ZERO,
                        inquiry -> Optional.ofNullable(
                                inquiry.index().isWhole()
                                        ? null
                                        : inquiry.index().progress()))
                .orElse(null);
    }

    @Override
    public Lookup atOnce() {
        return atOnce;
    }

    /** Answers from what is known. */
    private final class AtOnce implements Lookup {
        @Override
        public ResultPage<Symbol> symbols(Commit commit, SymbolSelector selector, PageRequest window) {
            return Facts.this.symbols(commit, selector, window, Duration.ZERO);
        }

        @Override
        public ResultPage<Annotation> annotations(Commit commit, AnnotationSelector selector, PageRequest window) {
            return Facts.this.annotations(commit, selector, window, Duration.ZERO);
        }

        @Override
        public ResultPage<Match> query(Commit commit, QuerySelector selector, PageRequest window) {
            return Facts.this.query(commit, selector, window);
        }

        @Override
        public ResultPage<TextLine> search(Commit commit, TextSelector selector, PageRequest window) {
            return Facts.this.search(commit, selector, window);
        }

        @Override
        public ResultPage<Reference> references(Commit commit, ReferenceSelector selector, PageRequest window) {
            return Facts.this.references(commit, selector, window, Duration.ZERO);
        }

        @Override
        public List<View.Highlight> highlights(Commit commit, FileEntry file) {
            return Facts.this.highlights(commit, file);
        }

        @Override
        public @Nullable ParseProgress parsing(Commit commit) {
            return Facts.this.parsing(commit);
        }

        @Override
        public Lookup atOnce() {
            return this;
        }
    }

    @Override
    public void close() {
        try (indexes;
                texts) {
            trees.close();
        }
    }
}
