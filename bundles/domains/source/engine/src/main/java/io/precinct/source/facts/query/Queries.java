package io.precinct.source.facts.query;

import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.Inquiry;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.git.TreeFile;
import io.precinct.source.parse.AcquiredLanguage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs clients' queries over files, and the queries for highlighting. Thread-safe. */
public final class Queries {
    private static final String DECLARATIONS = "d";
    private static final String OTHERS = "o";

    private final Engine engine;
    private final TreeCache trees;
    private final Supplier<SourceLimits> limits;
    private final LongSupplier clock;

    /** @param clock nanoseconds from an arbitrary origin */
    public Queries(Engine engine, TreeCache trees, Supplier<SourceLimits> limits, LongSupplier clock) {
        this.engine = engine;
        this.trees = trees;
        this.limits = limits;
        this.clock = clock;
    }

    /** The part of the matches that a page request asks for. */
    public ResultPage<Match> query(CommitIndex index, QuerySelector selector, PageRequest window)
            throws InterruptedException {
        SourceLimits now = limits.get();
        var limit = new TimeLimit(now.queryTime(), clock);
        int length = selector.query().getBytes(StandardCharsets.UTF_8).length;
        if (length > now.queryBytes()) {
            throw SourceFault.of(
                    413,
                    "too_large",
                    "the query has " + length + " bytes, allowed are " + now.queryBytes() + "; shorten it");
        }
        PathSelection selection = PathSelection.of(selector.path(), index.paths());
        boolean single = selection.isFile(index.paths(), selector.path());
        String asked = selector.lang();
        if (asked != null && !available(index).contains(asked)) {
            throw unknown(asked, index);
        }
        if (selector.path() != null
                && (selection.from() == selection.to() || (single && index.lacksGrammar(selection.from())))) {
            refuseOther(index, selector.path(), now);
        }
        if (asked == null && index.languages(selection).isEmpty()) {
            return new ResultPage<>(List.of(), null, null, List.of());
        }
        String language = language(index, selection, selector, single);
        try (AcquiredLanguage loaded = engine.acquire(language);
                CompiledQuery query =
                        loaded == null ? null : CompiledQuery.of(selector.query(), loaded, engine, limit)) {
            if (loaded == null || query == null) {
                throw unknown(language, index);
            }
            var files = new QueryFiles(engine, trees, now, index, loaded, query, limit);
            ResultPage<Match> found = new QueryPage(index, selection, window, language, files, engine).collect();
            if (single && !found.skipped().isEmpty()) {
                refuseBinary(found.skipped().getFirst());
            }
            return found;
        } catch (Stopped e) {
            throw timeout(now);
        }
    }

    /** What a request needs to open trees, within one time limit. */
    record Opening(Engine engine, TreeCache trees, SourceLimits limits, TimeLimit limit) {
        QueryFiles files(CommitIndex index, AcquiredLanguage language) {
            return new QueryFiles(engine, trees, limits, index, language, null, limit);
        }
    }

    /**
     * The part of the identifiers of a name that a page request asks for. Keys of the identifiers that come first begin
     * with {@value #DECLARATIONS}, those of the others with {@value #OTHERS}.
     *
     * @param candidates files that may have the name
     * @param declaring those of them that declare it
     */
    public ResultPage<Reference> references(
            Inquiry inquiry,
            ReferenceSelector selector,
            PageRequest window,
            Excerpts excerpts,
            BitSet candidates,
            BitSet declaring)
            throws InterruptedException {
        SourceLimits now = limits.get();
        var opening = new Opening(engine, trees, now, new TimeLimit(now.queryTime(), clock));
        CommitIndex index = inquiry.index();
        PathSelection selection = PathSelection.of(selector.path(), index.paths());
        var part = new Object() {
            ResultPage<Reference> of(PageRequest asked, BitSet files, Predicate<Identifiers.Found> meant)
                    throws InterruptedException {
                return new PageCollector(inquiry, selection, asked, excerpts)
                        .collect(files, new Identifiers(opening, index, selector.name(), selector.lang(), meant));
            }
        };
        if (!selector.declarationsFirst()) {
            return part.of(window, candidates, _ -> true);
        }
        String after = window.after() == null ? DECLARATIONS : window.after();
        ResultPage<Reference> first = null;
        if (after.startsWith(DECLARATIONS)) {
            first = part.of(window(window, window.limit(), after), declaring, Identifiers.Found::declaration);
            if (first.next() != null || first.items().size() == window.limit()) {
                return onward(first.items(), first, first.next() == null ? OTHERS : DECLARATIONS + first.next());
            }
            after = OTHERS;
        } else if (!after.startsWith(OTHERS)) {
            throw SourceFault.of(400, "bad_cursor", "the cursor is none of this list");
        }
        int room = window.limit() - (first == null ? 0 : first.items().size());
        ResultPage<Reference> rest = part.of(window(window, room, after), candidates, found -> !found.declaration());
        var items = new ArrayList<Reference>(first == null ? List.of() : first.items());
        items.addAll(rest.items());
        return onward(items, rest, rest.next() == null ? null : OTHERS + rest.next());
    }

    private static PageRequest window(PageRequest window, int limit, String after) {
        String key = after.substring(1);
        return new PageRequest(limit, key.isEmpty() ? null : key, window.context(), window.encoding(), window.cut());
    }

    private static <T> ResultPage<T> onward(List<T> items, ResultPage<T> page, @Nullable String next) {
        return new ResultPage<>(items, next, page.truncated(), page.skipped(), page.incomplete(), page.parsing());
    }

    private static SourceFault timeout(SourceLimits limits) {
        return SourceFault.of(
                504,
                "query_timeout",
                "the query took longer than " + limits.queryTime().toMillis()
                        + " ms; narrow path, or let the query begin with a more specific node");
    }

    private static void refuseBinary(Skipped skipped) {
        if (skipped.reason().equals("binary")) {
            throw SourceFault.of(415, "binary", skipped.path() + " is no text, so there is no syntax tree to query");
        }
    }

    /** Refuses a file without a language, which a path can name too. */
    private static void refuseOther(CommitIndex index, String path, SourceLimits limits) {
        for (TreeFile file : index.commit().files()) {
            if (file.path().equals(path) && file.isFile()) {
                Blobs.Text text = Blobs.read(index.commit(), file.blob(), limits.parsedBytes());
                if (text.skipped() != null) {
                    refuseBinary(new Skipped(path, text.skipped()));
                }
                throw SourceFault.of(409, "lang_mismatch", path + " is of no language that can be parsed here");
            }
        }
    }

    private String language(CommitIndex index, PathSelection selection, QuerySelector selector, boolean single) {
        Set<String> found = index.languages(selection);
        String language = selector.lang();
        if (language == null) {
            if (found.size() == 1) {
                return found.iterator().next();
            }
            throw SourceFault.of(
                    400,
                    "lang_needed",
                    "lang is needed, since path means files of several languages",
                    "available",
                    List.copyOf(found));
        }
        if (single && found.size() == 1 && !found.contains(language)) {
            String is = found.iterator().next();
            throw SourceFault.of(
                    409, "lang_mismatch", selector.path() + " is " + is + ", lang says " + language, "lang", is);
        }
        return language;
    }

    private SourceFault unknown(String language, CommitIndex index) {
        return SourceFault.of(
                422,
                "unknown_grammar",
                "no grammar of the name " + language + " is loaded for this repository",
                "available",
                available(index));
    }

    private List<String> available(CommitIndex index) {
        List<String> allowed = index.commit().grammars();
        return engine.languages().stream()
                .filter(language -> allowed.isEmpty() || allowed.contains(language))
                .toList();
    }

    /** Pieces of a file to highlight. */
    public List<View.Highlight> highlights(CommitIndex index, String path) throws InterruptedException {
        int position = PathSelection.at(index.paths(), path);
        if (position >= index.size() || !index.paths().get(position).equals(path)) {
            return List.of();
        }
        var slot = index.slot(position);
        SourceLimits now = limits.get();
        var limit = new TimeLimit(now.queryTime(), clock);
        try (AcquiredLanguage loaded = slot == null || !slot.isParsed() ? null : engine.acquire(slot.language())) {
            if (loaded == null || (!loaded.isolated() && loaded.highlights() == null)) {
                return List.of();
            }
            return new QueryFiles(engine, trees, now, index, loaded, null, limit).highlights(position);
        } catch (Stopped e) {
            throw timeout(now);
        }
    }
}
