package io.precinct.source.facts.query;

import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.QueryRun;
import io.precinct.source.facts.extraction.SourceText;
import io.precinct.source.facts.extraction.TextCutter;
import io.precinct.source.facts.index.AheadThreads;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.IncompleteFiles;
import io.precinct.source.facts.index.Parses;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.facts.query.QueryFiles.Matches;
import io.precinct.source.git.PathRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Collects the part of a query's matches that a page request asks for: files in the order of their paths, several at
 * once, no more than the page needs and what was begun ahead. Confined to a request.
 */
final class QueryPage {
    private static final int LARGEST_CHUNK = 32;

    /** Text of a match after which its further captures are left out. */
    private static final int MOST_OF_MATCH = 2 * TextCutter.TEXT;

    private final CommitIndex index;
    private final PathSelection selection;
    private final PageRequest window;
    private final String language;
    private final QueryFiles files;
    private final Engine engine;
    private final PageKey after;
    private final List<Match> items = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final IncompleteFiles incomplete = new IncompleteFiles();
    private int at;
    private int chunk = 1;
    private long bytes;
    private boolean full;
    private boolean exceeded;
    /** The last file that was searched entirely, or as far as the page has room; null before the first. */
    private @Nullable String passed;

    QueryPage(
            CommitIndex index,
            PathSelection selection,
            PageRequest window,
            String language,
            QueryFiles files,
            Engine engine) {
        this.index = index;
        this.selection = selection;
        this.window = window;
        this.language = language;
        this.files = files;
        this.engine = engine;
        this.after = PageKey.of(window.after());
        this.at = Math.max(selection.from(), PathSelection.at(index.paths(), after.path()));
    }

    /**
     * The part. If time runs out, it has what was found so far, and continues behind the last file that was searched.
     *
     * @throws Stopped if the time is over before a file was searched
     */
    ResultPage<Match> collect() throws Stopped, InterruptedException {
        boolean late = false;
        try {
            collectFiles();
        } catch (Stopped e) {
            late = !full;
            if (late && (passed == null || passed.equals(after.path()))) {
                throw e;
            }
        }
        PageKey next = next(late);
        if (next != null) {
            // Files behind the last match are named by the page that passes them.
            skipped.removeIf(file -> file.path() != null && PathRules.compare(file.path(), next.path()) > 0);
        }
        return new ResultPage<>(
                items,
                next == null ? null : next.toString(),
                late ? ResultPage.TIME : exceeded ? ResultPage.MATCH_LIMIT : null,
                skipped,
                incomplete.list(next == null ? null : next.path()),
                null);
    }

    /** The key at which the list continues, or null at its end. */
    private @Nullable PageKey next(boolean late) {
        if (late && passed != null) {
            return new PageKey(passed, PageKey.BEHIND, 0);
        }
        return full && !items.isEmpty()
                ? new PageKey(items.getLast().path(), items.getLast().match(), 0)
                : null;
    }

    private void collectFiles() throws Stopped, InterruptedException {
        if (selection.to() - at > 1) {
            collectAhead();
            return;
        }
        for (List<Integer> next = nextChunk(); !next.isEmpty() && !full; next = nextChunk()) {
            files.run(next, part(next)).forEach(this::take);
        }
    }

    private void collectAhead() throws Stopped, InterruptedException {
        ExecutorService threads = AheadThreads.executor("source-query");
        try {
            var running = new ArrayDeque<Future<List<Matches>>>();
            while (!full) {
                while (running.size() < engine.parallelism()) {
                    List<Integer> next = nextChunk();
                    if (next.isEmpty()) {
                        break;
                    }
                    running.add(threads.submit(() -> files.run(next, part(next))));
                }
                if (running.isEmpty()) {
                    return;
                }
                running.poll().get().forEach(this::take);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Stopped stopped) {
                throw stopped;
            }
            throw Parses.unwrapped(e);
        } finally {
            threads.shutdownNow();
            // Searches that were begun ahead still use the query.
            threads.close();
        }
    }

    /** Small at first, so that a page that is soon full costs little. */
    private List<Integer> nextChunk() {
        var positions = new ArrayList<Integer>(chunk);
        for (; at < selection.to() && positions.size() < chunk; at++) {
            String path = index.paths().get(at);
            if (!selection.means(path) || (after.start() == PageKey.BEHIND && path.equals(after.path()))) {
                continue;
            }
            var slot = index.slot(at);
            if (slot == null
                    ? !index.lacksGrammar(at)
                    : slot.isParsed() && slot.language().equals(language)) {
                positions.add(at);
            }
        }
        chunk = Math.min(LARGEST_CHUNK, chunk * 2);
        return positions;
    }

    /** Asks for one match more than is shown, which tells whether there is a next page. */
    private QueryRun.Part part(List<Integer> positions) {
        boolean resumes = index.paths().get(positions.getFirst()).equals(after.path());
        return new QueryRun.Part(resumes ? after.start() + 1 : 0, window.limit() + 1, PageCollector.MOST_BYTES);
    }

    private void take(Matches file) {
        if (full) {
            return;
        }
        String path = index.paths().get(file.position());
        if (file.skipped() != null && !path.equals(after.path())) {
            skipped.add(new Skipped(path, file.skipped()));
        }
        if (!path.equals(after.path())) {
            incomplete.add(path, file.result().gaps());
        }
        exceeded |= file.result().exceeded();
        SourceText text = file.text();
        for (QueryRun.Raw raw : file.result().matches()) {
            if (items.size() == window.limit() || bytes > PageCollector.MOST_BYTES) {
                full = true;
                return;
            }
            if (text != null) {
                items.add(show(path, file.position(), raw, text));
            }
        }
        full = file.result().more();
        passed = path;
    }

    /** A match with as many of its captures as fit into an item; a quantifier may capture a whole file bit by bit. */
    private Match show(String path, int position, QueryRun.Raw raw, SourceText text) {
        var cutter = new TextCutter(text, window);
        var captures = new ArrayList<Match.Capture>(raw.captures().size());
        long length = 0;
        for (QueryRun.Capture capture : raw.captures()) {
            if (window.cut() && length > MOST_OF_MATCH) {
                break;
            }
            TextCutter.Piece piece = cutter.text(capture.start(), capture.end());
            Item.Lines lines = cutter.lines(capture.start(), capture.end(), window.context());
            captures.add(new Match.Capture(
                    capture.name(),
                    capture.type(),
                    piece.text(),
                    text.position(capture.start(), window.encoding()),
                    text.position(capture.end(), window.encoding()),
                    lines,
                    piece.cut()));
            length += piece.text().length() + SourceText.length(lines) + QueryRun.CAPTURE_BYTES;
        }
        bytes += length;
        boolean more = raw.more() || captures.size() < raw.captures().size();
        return new Match(path, index.file(position).blob(), raw.number(), raw.pattern(), captures, more);
    }
}
