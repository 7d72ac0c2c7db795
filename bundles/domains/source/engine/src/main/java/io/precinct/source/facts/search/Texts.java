package io.precinct.source.facts.search;

import io.precinct.common.cache.WeightedLru;
import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.lib.re2j.RequiredText;
import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.linguist.TextMark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the {@link TextIndex}: one thread opens it, adds the texts of the commits that repositories follow, and makes it
 * anew if it is damaged. Meanwhile, and if there is none, texts that it does not know are searched one by one, so that
 * an answer is complete even if the index is not. Thread-safe.
 */
final class Texts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Texts.class);

    /** How many blobs are kept for commits that are not followed. */
    private static final int SPARE = 20_000;

    private static final long WRITTEN_EVERY = TimeUnit.SECONDS.toNanos(10);
    /** How many texts are added before they become searchable together. */
    private static final int PART = 1000;

    /** If an index lasted less than this, making it anew waits this long. */
    private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

    private static final long NUMBERS_BYTES = 32L * 1024 * 1024;

    private final Path folder;
    private final LongSupplier limit;
    private final Consumer<String> problems;
    private final Thread thread;
    private final WeightedLru<String, SearchedCommit> commits =
            new WeightedLru<>(NUMBERS_BYTES, SearchedCommit::weight);

    /**
     * The followed commits by repository, and those of them that the index does not hold completely yet. Guarded by
     * this.
     */
    private final Map<String, Commit> followed = new LinkedHashMap<>();

    private final Map<String, Commit> waiting = new LinkedHashMap<>();
    /** The keys of the commits whose texts were added last, by repository: later ones have most texts in common. */
    private final Map<String, String> indexed = new ConcurrentHashMap<>();

    /** Whether texts of a repository that is not configured any more are still kept. Guarded by this. */
    private boolean expunging;

    private volatile boolean damaged;
    private volatile boolean closed;
    private volatile @Nullable TextIndex index;
    /** When an index was last opened. Only the thread reads it. */
    private long made = System.nanoTime() - PAUSE;

    /** The limit of the index that is open. */
    private volatile long opened;

    /**
     * @param folder of the index, which is made
     * @param limit largest text that is searched, in bytes, as currently configured
     * @param problems receives what is wrong with the index, for the log
     */
    Texts(Path folder, LongSupplier limit, Consumer<String> problems) {
        this.folder = folder;
        this.limit = limit;
        this.problems = problems;
        thread = LongLived.unstarted("precinct-source-texts", LOG::error, this::work);
        thread.start();
    }

    /** Size of the largest text that is searched, in bytes. */
    long limit() {
        return limit.getAsLong();
    }

    /** Adds the texts of a commit; the caller does not wait for it. */
    synchronized void follow(Commit commit) {
        followed.put(commit.repository(), commit);
        waiting.put(commit.repository(), commit);
        notifyAll();
    }

    /** Forgets a repository that is no longer configured. */
    synchronized void forget(String repository) {
        followed.remove(repository);
        waiting.remove(repository);
        indexed.remove(repository);
        commits.removeIf((key, _) -> key.startsWith(repository + " "));
        expunging = true;
        notifyAll();
    }

    /** Applies a limit that may have changed. */
    synchronized void settingsChanged() {
        notifyAll();
    }

    /** Whether texts of the followed commit are still being added. */
    synchronized boolean isFollowing(String repository) {
        return waiting.containsKey(repository);
    }

    private void work() throws InterruptedException {
        NativeThread.giveWay();
        while (!closed) {
            if (isToBeOpened()) {
                open();
            }
            Commit commit = next();
            if (commit != null) {
                add(commit);
            }
            expunge();
        }
    }

    private synchronized boolean isToBeOpened() {
        return index == null || damaged || opened != limit.getAsLong();
    }

    /** Waits for something to do. A commit stays in the list until its texts are added. */
    private synchronized @Nullable Commit next() throws InterruptedException {
        while (!closed && !isToBeOpened() && waiting.isEmpty() && !expunging) {
            wait();
        }
        return closed || isToBeOpened() || waiting.isEmpty()
                ? null
                : waiting.values().iterator().next();
    }

    private void open() throws InterruptedException {
        TextIndex old = index;
        index = null;
        commits.clear();
        // A full disk looks like damage too, and lasts.
        if (damaged && System.nanoTime() - made < PAUSE) {
            rest();
        }
        made = System.nanoTime();
        opened = limit.getAsLong();
        try {
            if (old != null) {
                old.abandon();
            }
            if (damaged) {
                TextIndex.delete(folder);
            }
            TextIndex fresh = opened();
            synchronized (this) {
                if (closed) {
                    fresh.abandon();
                    return;
                }
                if (damaged || old != null) {
                    followed.forEach(waiting::putIfAbsent);
                }
                damaged = false;
                index = fresh;
            }
        } catch (IOException | RuntimeException e) {
            problems.accept("the index of texts in " + folder + " cannot be made: " + e
                    + "; texts are searched one by one until it can");
            rest();
        }
    }

    private synchronized void rest() throws InterruptedException {
        if (!closed) {
            wait(TimeUnit.NANOSECONDS.toMillis(PAUSE));
        }
    }

    private TextIndex opened() throws IOException {
        try {
            return new TextIndex(folder, opened);
        } catch (IOException | RuntimeException e) {
            if (e instanceof LockObtainFailedException) {
                throw e; // another process uses it
            }
            problems.accept("the index of texts in " + folder + " is damaged (" + e + "); it is made anew");
            TextIndex.delete(folder);
            return new TextIndex(folder, opened);
        }
    }

    private void add(Commit commit) {
        TextIndex now = index;
        if (now == null) {
            return;
        }
        try {
            add(commit, now);
            done(commit);
            now.sweep(needed(now), SPARE);
            now.commit();
        } catch (SourceFault e) {
            // The clone is damaged; once it is replaced, its commit is followed again.
            LOG.debug("texts of {} are not added: {}", commit.repository(), e.getMessage());
            done(commit);
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                damage(now, e);
            }
        }
    }

    private void add(Commit commit, TextIndex now) throws IOException {
        SearchedCommit searched = searched(commit, now);
        List<TreeFile> files = searched.files();
        int[] numbers = searched.numbers();
        Set<String> added = new HashSet<>();
        long written = System.nanoTime();
        for (int i = 0; i < numbers.length && isWanted(commit); i++) {
            TreeFile file = files.get(i);
            if (numbers[i] >= 0 || !file.isFile() || !added.add(file.blob())) {
                continue;
            }
            SearchedText text = SearchedText.read(commit, file.blob(), opened);
            now.add(file.blob(), text.utf8(), text.leftOut(), commit.isOnDisk());
            if (added.size() % PART == 0) {
                now.refresh();
                if (System.nanoTime() - written > WRITTEN_EVERY) {
                    now.commit();
                    written = System.nanoTime();
                }
            }
        }
        now.refresh();
    }

    /** Takes the texts of repositories that are not configured any more off the disk. */
    private void expunge() {
        TextIndex now = index;
        synchronized (this) {
            if (now == null || !expunging) {
                return;
            }
            expunging = false;
        }
        try {
            now.sweep(needed(now), 0);
            now.expunge();
            now.commit();
        } catch (SourceFault e) {
            LOG.debug("texts that nobody needs stay: {}", e.getMessage());
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                damage(now, e);
            }
        }
    }

    private synchronized boolean isWanted(Commit commit) {
        return !closed && !damaged && waiting.get(commit.repository()) == commit;
    }

    private synchronized void done(Commit commit) {
        waiting.remove(commit.repository(), commit);
        if (followed.containsKey(commit.repository())) {
            indexed.put(commit.repository(), SearchedCommit.key(commit));
        }
        notifyAll();
    }

    private BitSet needed(TextIndex now) throws IOException {
        var needed = new BitSet();
        List<Commit> all;
        synchronized (this) {
            all = List.copyOf(followed.values());
        }
        for (Commit commit : all) {
            for (int number : searched(commit, now).numbers()) {
                if (number >= 0) {
                    needed.set(number);
                }
            }
        }
        return needed;
    }

    /** The files of a commit, with the numbers of their texts as far as they are known. */
    private SearchedCommit searched(Commit commit, TextIndex now) throws IOException {
        int sweeps = now.sweeps();
        String key = SearchedCommit.key(commit);
        SearchedCommit known = known(key, now, sweeps);
        if (known != null && known.isWhole()) {
            return known;
        }
        List<TreeFile> files = known == null ? commit.files() : known.files();
        SearchedCommit before = known == null ? known(indexed.get(commit.repository()), now, sweeps) : null;
        int[] numbers = known != null ? known.numbers() : before != null ? before.numbersOf(files) : null;
        FileOrigins origins = known == null ? FileOrigins.of(commit, files) : known.origins();
        var made = SearchedCommit.of(files, origins, now.numbers(files, numbers), now, sweeps);
        commits.put(key, made);
        return made;
    }

    private @Nullable SearchedCommit known(@Nullable String key, TextIndex now, int sweeps) {
        SearchedCommit known = key == null ? null : commits.get(key);
        return known != null && known.isOf(now, sweeps) ? known : null;
    }

    /**
     * The files that a search has to look at.
     *
     * @param files of the commit
     * @param numbers of their texts, -1 if a text is not known and has to be looked at
     * @param candidates numbers of the texts that may contain what is searched; null for all
     * @param tooLarge numbers of the texts that are too large to be searched
     * @param origins of the files, by their names
     * @param marks numbers of the texts with each mark
     */
    record Candidates(
            List<TreeFile> files,
            int[] numbers,
            @Nullable BitSet candidates,
            BitSet tooLarge,
            FileOrigins origins,
            Map<TextMark, BitSet> marks) {
        /** The marks of a text; null if the text is not known. */
        @Nullable
        Set<TextMark> marks(int position) {
            int number = numbers[position];
            if (number < 0) {
                return null;
            }
            var found = EnumSet.noneOf(TextMark.class);
            marks.forEach((mark, texts) -> {
                if (texts.get(number)) {
                    found.add(mark);
                }
            });
            return found;
        }

        /** Whether the text of a file may contain what is searched, or is not known. */
        boolean has(int position) {
            int number = numbers[position];
            return number < 0 || candidates == null || candidates.get(number);
        }

        /** Whether it is known that a file is too large. */
        boolean isTooLarge(int position) {
            return numbers[position] >= 0 && tooLarge.get(numbers[position]);
        }
    }

    /** The files that a search in a commit has to look at. */
    Candidates candidates(Commit commit, RequiredText required) {
        TextIndex now = index;
        while (now != null) {
            try {
                int sweeps = now.sweeps();
                SearchedCommit searched = searched(commit, now);
                var found = new Candidates(
                        searched.files(),
                        searched.numbers(),
                        now.candidates(required),
                        now.leftOut(Blobs.TOO_LARGE),
                        searched.origins(),
                        now.marked());
                if (now.sweeps() == sweeps) {
                    return found;
                }
            } catch (IOException | RuntimeException e) {
                if (e instanceof SourceFault fault) {
                    throw fault;
                }
                if (now == index) {
                    damage(now, e);
                }
                now = null;
            }
        }
        List<TreeFile> files = commit.files();
        int[] unknown = new int[files.size()];
        Arrays.fill(unknown, -1);
        return new Candidates(files, unknown, null, new BitSet(), FileOrigins.of(commit, files), Map.of());
    }

    /** Begins to read texts. */
    Reading read() {
        return new Reading();
    }

    /** Reads texts, from the index if it keeps them, else from their commits. Confined to a thread. */
    final class Reading implements AutoCloseable {
        private final @Nullable TextIndex from = opened == limit() ? index : null;
        private TextIndex.@Nullable Reading kept;

        private Reading() {
            try {
                kept = from == null ? null : from.read();
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }

        /** The index is damaged, or was replaced meanwhile. */
        private void failed(Exception why) {
            if (from != null) {
                damage(from, why);
            }
        }

        /**
         * The text of a blob of a commit.
         *
         * @throws SourceFault if the clone is damaged
         */
        SearchedText text(Commit commit, String blob) {
            try {
                byte[] text = kept == null ? null : kept.text(blob);
                if (text != null) {
                    return new SearchedText(text, null);
                }
            } catch (IOException | RuntimeException e) {
                close();
                failed(e);
            }
            return SearchedText.read(commit, blob, limit());
        }

        @Override
        public void close() {
            TextIndex.Reading open = kept;
            kept = null;
            try {
                if (open != null) {
                    open.close();
                }
            } catch (IOException | RuntimeException e) {
                failed(e);
            }
        }
    }

    private synchronized void damage(TextIndex seen, Exception why) {
        if (seen == index && !closed && !damaged) {
            damaged = true;
            problems.accept("the index of texts in " + folder + " is damaged (" + why + "); it is made anew");
            notifyAll();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        TextIndex last;
        synchronized (this) {
            last = index;
            index = null;
        }
        try {
            if (last != null && thread.isAlive()) {
                last.abandon();
            } else if (last != null) {
                last.close();
            }
        } catch (IOException | RuntimeException e) {
            problems.accept("the index of texts in " + folder + " cannot be closed in order: " + e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
