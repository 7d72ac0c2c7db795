package io.precinct.source.facts.search;

import io.precinct.lib.re2j.RequiredText;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Incomplete;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.LoopWatch;
import io.precinct.source.facts.extraction.SourceText;
import io.precinct.source.facts.extraction.TextCutter;
import io.precinct.source.facts.index.FileLanguages;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.facts.query.PageCollector;
import io.precinct.source.facts.query.PageKey;
import io.precinct.source.facts.search.Texts.Candidates;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.linguist.Origin;
import io.precinct.source.linguist.TextMark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Searches the texts of commits line by line, with the help of an index of their {@link Grams}. Owner of that index. Thread-safe.
 */
public final class TextSearch implements AutoCloseable {
    private final Texts texts;
    private final FileLanguages languages;

    /**
     * @param folder of the index, which is made
     * @param limit largest text that is searched, in bytes, as currently configured
     * @param problems receives what is wrong with the index, for the log
     */
    public TextSearch(Path folder, FileLanguages languages, LongSupplier limit, Consumer<String> problems) {
        this.texts = new Texts(folder, limit, problems);
        this.languages = languages;
    }

    /** Adds the texts of a commit to the index, in a thread of its own. */
    public void follow(Commit commit) {
        texts.follow(commit);
    }

    /** Forgets a repository that is no longer configured. */
    public void forget(String repository) {
        texts.forget(repository);
    }

    /** Applies a limit that may have changed. */
    public void settingsChanged() {
        texts.settingsChanged();
    }

    /** Whether texts of a repository are still being added. */
    public boolean isFollowing(String repository) {
        return texts.isFollowing(repository);
    }

    /**
     * Positions of the files of an index whose text may contain a literal text in any case.
     *
     * @param paths of files of the commit, sorted
     */
    public BitSet mayHave(Commit commit, List<String> paths, String text) {
        Candidates candidates = texts.candidates(commit, new RequiredText.OneText(List.of(text)));
        var positions = new BitSet();
        int at = 0;
        for (int i = 0; i < candidates.files().size() && at < paths.size(); i++) {
            if (candidates.files().get(i).path().equals(paths.get(at))) {
                if (candidates.has(i)) {
                    positions.set(at);
                }
                at++;
            }
        }
        return positions;
    }

    /**
     * A page of the lines in which something is found.
     *
     * @param declaring paths of the files that are searched before the others
     * @param time after which the page ends, but not before a file was searched
     */
    public ResultPage<TextLine> page(
            Commit commit, TextSelector selector, PageRequest window, List<String> declaring, Duration time) {
        LinePattern pattern = LinePattern.of(selector);
        Candidates candidates = texts.candidates(commit, pattern.required());
        try (Texts.Reading reading = texts.read()) {
            return new Walk(commit, selector, window, pattern, candidates, reading, System.nanoTime() + time.toNanos())
                    .page(declaring);
        }
    }

    /** Collects one page. Confined to a request. */
    private final class Walk {
        /**
         * The {@link PageKey#nth} of lines of files that declare the searched name, of others, and of those that nobody
         * wrote in the repository.
         */
        private static final int FIRST_ROUND = 0;

        private static final int SECOND_ROUND = 1;
        private static final int LAST_ROUND = 2;
        /** Is part of the key of a list that began without knowing which files declare the name. */
        private static final int PLAIN = 4;

        /** Files that could not be searched and are named; the others are counted. */
        private static final int MOST_UNSEARCHED = 100;

        /** Matches after which the search goes on with the next file. */
        private static final int MOST_OF_FILE = 10_000;

        private final Commit commit;
        private final TextSelector selector;
        private final PageRequest window;
        private final LinePattern pattern;
        private final Candidates candidates;
        private final Texts.Reading reading;
        private final long end;
        private final PathSelection selection;
        private final List<String> paths;
        private final PageKey after;

        /** The origins found by reading texts that the index does not know, by position. */
        private final Map<Integer, Optional<Origin>> read = new HashMap<>();

        private final List<TextLine> lines = new ArrayList<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private final List<Incomplete> incomplete = new ArrayList<>();
        private @Nullable PageKey next;
        private int unsearched;
        private int declaredBinary;
        private boolean late;
        private boolean plain;
        private boolean searched;
        private long length;

        Walk(
                Commit commit,
                TextSelector selector,
                PageRequest window,
                LinePattern pattern,
                Candidates candidates,
                Texts.Reading reading,
                long end) {
            this.commit = commit;
            this.selector = selector;
            this.window = window;
            this.pattern = pattern;
            this.candidates = candidates;
            this.reading = reading;
            this.end = end;
            this.paths = SearchedCommit.paths(candidates.files());
            this.selection = PathSelection.of(selector.path(), paths);
            this.after = PageKey.of(window.after());
        }

        ResultPage<TextLine> page(List<String> declaring) {
            // A list goes on as it began, although more may be known by now: else lines would be lost or doubled.
            plain = window.after() == null ? declaring.isEmpty() : (after.nth() & PLAIN) != 0;
            BitSet before = positions(plain ? List.of() : declaring);
            int round = window.after() == null ? FIRST_ROUND : after.nth() & ~PLAIN;
            if (round == FIRST_ROUND) {
                int from = window.after() == null ? 0 : PathSelection.at(paths, after.path());
                for (int i = before.nextSetBit(from); i >= 0 && next == null; i = before.nextSetBit(i + 1)) {
                    visit(i, FIRST_ROUND);
                }
            }
            for (int each = Math.max(round, SECOND_ROUND); each <= LAST_ROUND; each++) {
                int from = each == round ? PathSelection.at(paths, after.path()) : 0;
                for (int i = Math.max(from, selection.from()); i < selection.to() && next == null; i++) {
                    if (each == LAST_ROUND || !before.get(i)) {
                        visit(i, each);
                    }
                }
            }
            if (unsearched > MOST_UNSEARCHED) {
                incomplete.add(Incomplete.more(ResultPage.PATTERN_LIMIT, unsearched - MOST_UNSEARCHED));
            }
            if (declaredBinary > MOST_UNSEARCHED) {
                skipped.add(Skipped.more(SearchedText.BINARY, declaredBinary - MOST_UNSEARCHED));
            }
            return new ResultPage<>(
                    lines,
                    next == null ? null : next.toString(),
                    late ? ResultPage.TIME : null,
                    skipped,
                    incomplete,
                    null);
        }

        private BitSet positions(List<String> declaring) {
            var positions = new BitSet();
            for (String path : declaring) {
                int at = PathSelection.at(paths, path);
                if (at >= selection.from()
                        && at < selection.to()
                        && paths.get(at).equals(path)) {
                    positions.set(at);
                }
            }
            return positions;
        }

        private void visit(int position, int round) {
            boolean tooLarge = candidates.isTooLarge(position);
            if (!tooLarge && !candidates.has(position)) {
                return;
            }
            TreeFile file = candidates.files().get(position);
            if (!file.isFile() || !selection.means(file.path()) || isOfAnotherRound(position, round)) {
                return;
            }
            boolean again = key(round) == after.nth() && file.path().equals(after.path());
            if (searched && System.nanoTime() - end >= 0) {
                late = true;
                next = new PageKey(file.path(), again ? after.start() : 0, key(round));
                return;
            }
            searched |= !tooLarge;
            if (!isInLanguage(file)) {
                return;
            }
            if (tooLarge) {
                skip(file, again);
                return;
            }
            SearchedText text = reading.text(commit, file.blob());
            Origin origin = origin(position, text.utf8());
            if (origin == null == (round == LAST_ROUND)) {
                return; // another round's
            }
            if (text.utf8() == null) {
                if (Blobs.TOO_LARGE.equals(text.leftOut())) {
                    skip(file, again);
                }
            } else if (candidates.origins().binary().get(position)) {
                nameIfFound(file, text.utf8());
            } else {
                collect(file, origin, text.utf8(), again ? after.start() : 0, round);
            }
        }

        /** Whether it is known without reading the file that another round collects its lines. */
        private boolean isOfAnotherRound(int position, int round) {
            Set<TextMark> marks = candidates.marks(position);
            Optional<Origin> known =
                    marks != null ? Optional.ofNullable(candidates.origins().of(position, marks)) : read.get(position);
            return known != null && known.isEmpty() == (round == LAST_ROUND);
        }

        /** @param utf8 null if the file is not searched */
        private @Nullable Origin origin(int position, byte @Nullable [] utf8) {
            Set<TextMark> marks = candidates.marks(position);
            if (marks != null) {
                return candidates.origins().of(position, marks);
            }
            return read.computeIfAbsent(
                            position,
                            _ -> Optional.ofNullable(
                                    candidates.origins().of(position, utf8 == null ? Set.of() : TextMark.of(utf8))))
                    .orElse(null);
        }

        private void skip(TreeFile file, boolean again) {
            if (!again || after.start() == 0) { // else the page before had lines of it
                skipped.add(new Skipped(file.path(), Blobs.TOO_LARGE));
            }
        }

        /** It may have to be read for that. */
        private boolean isInLanguage(TreeFile file) {
            return selector.lang() == null || selector.lang().equals(languages.of(commit, file));
        }

        /** What a key says of a round: also whether files that declare the name were known when the list began. */
        private int key(int round) {
            return plain ? round | PLAIN : round;
        }

        /** Names a file that git is told not to show, if something is found in it, or may be. */
        private void nameIfFound(TreeFile file, byte[] utf8) {
            var found = new LinePattern.Found() {
                private boolean any;

                @Override
                public boolean line(int from, int to, int[] matches, boolean more) {
                    any = true;
                    return false;
                }

                @Override
                public void unsearched(int from, int to) {
                    any = true;
                }
            };
            try {
                pattern.search(utf8, new LoopWatch(() -> Thread.currentThread().isInterrupted()), found);
            } catch (Stopped e) {
                throw interrupted(file);
            }
            if (found.any && ++declaredBinary <= MOST_UNSEARCHED) {
                skipped.add(new Skipped(file.path(), SearchedText.BINARY, "the repository declares it binary"));
            }
        }

        private static SourceFault interrupted(TreeFile file) {
            return SourceFault.of(
                    503, "interrupted", "the request was given up while " + file.path() + " was searched for it");
        }

        /**
         * Collects the lines of a file.
         *
         * @param origin of the file, or null
         * @param done last line of the file that earlier pages cover, from 1
         * @throws SourceFault 503 {@code interrupted} if the request is given up
         */
        private void collect(TreeFile file, @Nullable Origin origin, byte[] utf8, int done, int round) {
            try {
                var found = new FileSearch(file, origin, utf8, done, round);
                pattern.search(utf8, new LoopWatch(() -> Thread.currentThread().isInterrupted()), found);
                found.end();
            } catch (Stopped e) {
                throw interrupted(file);
            }
        }

        /** The search in one file. */
        private final class FileSearch implements LinePattern.Found {
            private final TreeFile file;
            private final @Nullable Origin origin;
            private final byte[] utf8;
            private final int done;
            private final int round;
            private @Nullable SourceText text;
            private int last;
            private int matches;
            /** Bytes from the first to the last that the pattern could not be searched in; -1 if there are none. */
            private int unsearchedFrom = -1;

            private int unsearchedTo;

            FileSearch(TreeFile file, @Nullable Origin origin, byte[] utf8, int done, int round) {
                this.file = file;
                this.origin = origin;
                this.utf8 = utf8;
                this.done = done;
                this.round = round;
                this.last = done;
            }

            @Override
            public void unsearched(int from, int to) {
                unsearchedFrom = unsearchedFrom < 0 ? from : unsearchedFrom;
                unsearchedTo = to;
            }

            /** Names the lines that could not be searched. */
            void end() {
                if (unsearchedFrom < 0 || next != null || ++unsearched > MOST_UNSEARCHED) {
                    return; // another page passes the file, or it is only counted
                }
                SourceText whole = whole();
                incomplete.add(new Incomplete(
                        file.path(),
                        ResultPage.PATTERN_LIMIT,
                        whole.position(unsearchedFrom, window.encoding()).line(),
                        whole.position(unsearchedTo, window.encoding()).line(),
                        "the pattern takes too many steps for so much text"));
            }

            private SourceText whole() {
                SourceText whole = text == null ? new SourceText(utf8) : text;
                text = whole;
                return whole;
            }

            @Override
            public boolean line(int from, int to, int[] found, boolean more) {
                SourceText whole = whole();
                int line = whole.position(from, window.encoding()).line();
                if (line > done) {
                    if (lines.size() == window.limit() || (length > PageCollector.MOST_BYTES && !lines.isEmpty())) {
                        next = new PageKey(file.path(), last, key(round));
                        return false;
                    }
                    if (matches >= MOST_OF_FILE) {
                        incomplete.add(new Incomplete(
                                file.path(),
                                ResultPage.MATCH_LIMIT,
                                line,
                                whole.lines(),
                                "a search shows " + MOST_OF_FILE + " matches of a file"));
                        return false;
                    }
                    lines.add(shown(whole, line, found, more));
                    last = line;
                }
                matches += found.length / 2;
                return true;
            }

            private TextLine shown(SourceText whole, int line, int[] found, boolean more) {
                var cutter = new TextCutter(whole, window);
                var spans = new ArrayList<TextLine.Span>();
                for (int i = 0; i < found.length; i += 2) {
                    TextCutter.Piece match = cutter.text(found[i], found[i + 1]);
                    length += match.text().length();
                    spans.add(new TextLine.Span(
                            whole.position(found[i], window.encoding()),
                            whole.position(found[i + 1], window.encoding()),
                            match.text(),
                            match.cut()));
                }
                Item.Lines around = cutter.lines(found[0], found[1], window.context());
                TextCutter.Piece shown = cutter.line(found[0], found[1]);
                length += SourceText.length(around) + shown.text().length();
                return new TextLine(
                        file.path(),
                        languages.of(commit, file),
                        file.blob(),
                        line,
                        shown.text(),
                        spans,
                        around,
                        shown.cut(),
                        more,
                        origin == null ? null : origin.toString());
            }
        }
    }

    /**
     * The error for a client that names an unavailable language.
     *
     * @param available the available ones
     */
    public static SourceFault unknownLanguage(String lang, List<String> available) {
        return SourceFault.of(
                422, "unknown_grammar", "no grammar of the name " + lang + " is loaded", "available", available);
    }

    @Override
    public void close() {
        texts.close();
    }
}
