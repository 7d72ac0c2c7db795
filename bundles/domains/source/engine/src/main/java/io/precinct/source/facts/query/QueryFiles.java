package io.precinct.source.facts.query;

import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.HighlightFinder;
import io.precinct.source.facts.extraction.IdentifierFinder;
import io.precinct.source.facts.extraction.QueryRun;
import io.precinct.source.facts.extraction.SourceText;
import io.precinct.source.facts.extraction.SyntaxErrors;
import io.precinct.source.facts.extraction.WorkerTask;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.Turn;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one query over single files within one deadline. */
final class QueryFiles {
    private static final Logger LOG = LoggerFactory.getLogger(QueryFiles.class);

    private final Engine engine;
    private final TreeCache trees;
    private final SourceLimits limits;
    private final CommitIndex index;
    private final AcquiredLanguage language;
    private final @Nullable CompiledQuery query;
    private final TimeLimit limit;

    QueryFiles(
            Engine engine,
            TreeCache trees,
            SourceLimits limits,
            CommitIndex index,
            AcquiredLanguage language,
            @Nullable CompiledQuery query,
            TimeLimit limit) {
        this.engine = engine;
        this.trees = trees;
        this.limits = limits;
        this.index = index;
        this.language = language;
        this.query = query;
        this.limit = limit;
    }

    /**
     * A file that was looked at.
     *
     * @param text null if the file was not parsed or has no match
     * @param skipped why it was not parsed, or null
     */
    record Matches(
            int position,
            @Nullable SourceText text,
            QueryRun.Result result,
            @Nullable String skipped) {
        private static final QueryRun.Result NOTHING = new QueryRun.Result(List.of(), false, false);

        static Matches none(int position, @Nullable String skipped) {
            return new Matches(position, null, NOTHING, skipped);
        }
    }

    /**
     * Runs the query over files in their order until enough matches are found.
     *
     * @param part of the first file; the others are searched entirely
     * @throws Stopped if the time is over
     */
    List<Matches> run(List<Integer> positions, QueryRun.Part part) throws Stopped, InterruptedException {
        CompiledQuery asked = query;
        if (asked == null) {
            return List.of();
        }
        Query compiled = asked.compiled();
        if (compiled == null) {
            return QueryFiles.<InterruptedException>untilEnough(positions, part, (position, wanted) -> {
                // Files that cannot match never reach the worker, which would check the time.
                limit.left();
                return remotely(asked, position, wanted);
            });
        }
        return engine.run(
                language,
                (parser, cursor, cancelled) ->
                        QueryFiles.<Cancelled>untilEnough(positions, part, (position, wanted) -> {
                            if (cancelled.getAsBoolean()) {
                                throw new Stopped("timeout");
                            }
                            return file(asked, compiled, position, wanted, parser, cursor, cancelled);
                        }),
                limit.left().in(turn(positions)));
    }

    private Turn turn(List<Integer> positions) {
        long bytes = 0;
        for (int position : positions) {
            bytes += index.slot(position) == null
                    ? 0
                    : index.commit().size(index.file(position).blob());
        }
        return Turn.of(index.commit().repository(), bytes);
    }

    /** Searches one file for the part of the matches that is still wanted. */
    private interface Look<X extends Exception> {
        Matches at(int position, QueryRun.Part wanted) throws Stopped, X;
    }

    private static <X extends Exception> List<Matches> untilEnough(
            List<Integer> positions, QueryRun.Part part, Look<X> look) throws Stopped, X {
        var found = new ArrayList<Matches>(positions.size());
        QueryRun.Part wanted = part;
        for (int position : positions) {
            Matches matches = look.at(position, wanted);
            found.add(matches);
            QueryRun.Result result = matches.result();
            wanted = new QueryRun.Part(
                    0, wanted.most() - result.matches().size(), Math.max(0, wanted.bytes() - result.bytes()));
            if (wanted.most() <= 0) {
                break;
            }
        }
        return found;
    }

    private Matches file(
            CompiledQuery asked,
            Query compiled,
            int position,
            QueryRun.Part part,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        Blobs.Text text = text(position);
        byte[] utf8 = text.utf8();
        if (utf8 == null || !asked.mayMatch(utf8)) {
            return Matches.none(position, text.skipped());
        }
        QueryRun.Result result = onTree(
                position,
                utf8,
                parser,
                cancelled,
                root -> QueryRun.run(compiled, root, cursor, part, cancelled)
                        .with(SyntaxErrors.gaps(language, root, cursor, cancelled)));
        return new Matches(position, result.matches().isEmpty() ? null : new SourceText(utf8), result, null);
    }

    /** A search in a tree. */
    private interface Search<T> {
        T in(Node root) throws Stopped;
    }

    /** Searches the tree of a file, and keeps it for the next search unless this one fails. */
    private <T> T onTree(int position, byte[] utf8, Parser parser, BooleanSupplier cancelled, Search<T> search)
            throws Cancelled, Stopped {
        var key = new TreeCache.Key(
                index.file(position).blob(), language.language().name());
        TreeCache.Kept tree = tree(key, utf8, parser, cancelled);
        boolean given = false;
        try {
            T found = search.in(tree.tree().root());
            trees.give(key, tree);
            given = true;
            return found;
        } finally {
            if (!given) {
                tree.close();
            }
        }
    }

    /**
     * First bytes of the identifiers of a name in a file, ascending; empty if it is not parsed.
     *
     * @throws Stopped also with the reason {@code crashed}, if the worker fails with this file
     */
    List<Integer> identifiers(int position, String name) throws Stopped, InterruptedException {
        byte[] utf8 = text(position).utf8();
        if (utf8 == null || !IdentifierFinder.mayHold(utf8, name)) {
            return List.of();
        }
        if (language.isolated()) {
            return remoteIdentifiers(position, utf8, name);
        }
        return engine.run(
                language,
                (parser, cursor, cancelled) -> onTree(
                        position, utf8, parser, cancelled, root -> IdentifierFinder.of(root, utf8, name, cancelled)),
                limit.left().in(Turn.of(index.commit().repository(), utf8.length)));
    }

    private List<Integer> remoteIdentifiers(int position, byte[] utf8, String name)
            throws Stopped, InterruptedException {
        try {
            byte[] answer = engine.remote(language, utf8, WorkerTask.askIdentifiers(name), limit.left());
            return WorkerTask.readIdentifiers(answer);
        } catch (SourceFault e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be searched by the worker: {}", index.paths().get(position), e.toString());
            throw new Stopped("crashed");
        }
    }

    /** The text of a file. Symlinks and submodules are named, not followed. */
    private Blobs.Text text(int position) {
        return index.slot(position) == null
                ? new Blobs.Text(null, index.reason(position))
                : Blobs.read(index.commit(), index.file(position).blob(), limits.parsedBytes());
    }

    /** The tree of a file, from memory or parsed now. */
    private TreeCache.Kept tree(TreeCache.Key key, byte[] utf8, Parser parser, BooleanSupplier cancelled)
            throws Cancelled {
        TreeCache.Kept kept = trees.take(key);
        if (kept != null) {
            if (kept.tree().language() == language.nativeLanguage()) {
                return kept;
            }
            kept.close();
        }
        long generation = engine.generation();
        AcquiredLanguage own = engine.acquire(language.language().name());
        if (own == null || own.nativeLanguage() != language.nativeLanguage()) {
            // The language was replaced during this query: its trees must not be kept.
            if (own != null) {
                own.close();
            }
            return new TreeCache.Kept(parser.parse(language.nativeLanguage(), utf8, utf8.length, cancelled), null, -1);
        }
        try {
            return new TreeCache.Kept(
                    parser.parse(own.nativeLanguage(), utf8, utf8.length, cancelled), own, generation);
        } catch (Cancelled | RuntimeException e) {
            own.close();
            throw e;
        }
    }

    private Matches remotely(CompiledQuery asked, int position, QueryRun.Part part)
            throws Stopped, InterruptedException {
        Blobs.Text text = text(position);
        byte[] utf8 = text.utf8();
        if (utf8 == null || !asked.mayMatch(utf8)) {
            return Matches.none(position, text.skipped());
        }
        try {
            byte[] answer = engine.remote(language, utf8, WorkerTask.askQuery(asked.text(), part), limit.left());
            return new Matches(position, new SourceText(utf8), WorkerTask.readQuery(answer), null);
        } catch (Stopped e) {
            if (e.reason().equals("crashed")) {
                return Matches.none(position, "crashed");
            }
            throw e;
        } catch (SourceFault e) {
            throw e; // the query is wrong, for whatever file
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be queried by the worker: {}", index.paths().get(position), e.toString());
            return Matches.none(position, "crashed");
        }
    }

    /** A file is shown even if its worker fails. */
    private List<View.Highlight> remoteHighlights(int position, byte[] utf8) throws Stopped, InterruptedException {
        try {
            return WorkerTask.readHighlights(engine.remote(language, utf8, WorkerTask.askHighlights(), limit.left()));
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be highlighted by the worker: {}", index.paths().get(position), e.toString());
            return List.of();
        }
    }

    /** Pieces of a file to highlight. */
    List<View.Highlight> highlights(int position) throws Stopped, InterruptedException {
        byte[] utf8 = text(position).utf8();
        if (utf8 == null) {
            return List.of();
        }
        if (language.isolated()) {
            return remoteHighlights(position, utf8);
        }
        Query highlights = language.highlights();
        return highlights == null
                ? List.of()
                : engine.run(
                        language,
                        (parser, cursor, cancelled) -> onTree(
                                position,
                                utf8,
                                parser,
                                cancelled,
                                root -> HighlightFinder.of(highlights, root, cursor, cancelled)),
                        limit.left().in(Turn.of(index.commit().repository(), utf8.length)));
    }
}
