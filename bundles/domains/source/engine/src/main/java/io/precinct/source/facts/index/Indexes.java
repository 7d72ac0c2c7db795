package io.precinct.source.facts.index;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.facts.store.FactStore;
import io.precinct.source.git.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of recently requested commits, and the store below them. If the store turns out to be damaged, or an
 * index to be outdated, it is replaced and the question is asked again. Thread-safe.
 */
public final class Indexes implements AutoCloseable {
    private static final int REMEMBERED = 16;
    private static final int ATTEMPTS = 3;
    private static final int MOST_AT_ONCE = Math.max(2, Runtime.getRuntime().availableProcessors());
    /** How long a request waits at least for another one that is counting the files of a commit. */
    private static final Duration COUNTING = Duration.ofMillis(400);

    /** Files of no followed commit that are kept for views of other commits. */
    public static final int SPARE_FILES = 50_000;

    private final FactFile file;
    private final Engine engine;
    private final FileLanguages languages;
    private final Parses parses;
    /**
     * Commits take turns to be followed; otherwise, hundreds of repositories would take all memory and parsing turns at
     * once.
     */
    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);

    private final ParsePace pace = new ParsePace();
    private final AskedParses asked;
    private final LongSupplier parsedBytes;
    private final int spareFiles;
    /**
     * Following a commit takes the read lock, sweeping the write lock: until a commit's entries are there, its facts
     * look unused.
     */
    private final ReadWriteLock following = new ReentrantReadWriteLock();

    private final Map<String, Counters> counters = new ConcurrentHashMap<>();
    private final Map<String, Commit> followed = new ConcurrentHashMap<>();
    /** Guards changes to the entries of repositories, which depend on what is followed at that moment. */
    private final Object keeping = new Object();
    /** The lock of each index that is being made, so that others wait for it instead of making it too. */
    private final Map<String, ReentrantLock> making = new ConcurrentHashMap<>();

    private final WeightedLru<String, CommitIndex> recent = WeightedLru.ofEntries(REMEMBERED);

    /**
     * @param parsedBytes largest file that is parsed, as currently configured
     * @param spareFiles that are kept for views of other than followed commits
     */
    public Indexes(FactFile file, Engine engine, Parses parses, LongSupplier parsedBytes, int spareFiles) {
        this.file = file;
        this.engine = engine;
        this.languages = new FileLanguages(engine, file);
        this.parses = parses;
        this.asked = new AskedParses(parses, pace);
        this.parsedBytes = parsedBytes;
        this.spareFiles = spareFiles;
    }

    /** A question about a commit. */
    public interface Question<T> {
        T ask(Inquiry inquiry) throws InterruptedException;
    }

    /**
     * Asks about a commit.
     *
     * @param patience how long the question may wait for others, and for files to be parsed
     * @throws SourceFault 503 {@code interrupted} if the request is given up meanwhile; 503 {@code parsing} if another
     *     thread has not counted the files of the commit by then
     */
    public <T> T answer(Commit commit, Duration patience, Question<T> question) {
        long end = System.nanoTime() + patience.toNanos();
        pace.asked();
        try {
            return retrying(
                    commit,
                    Long.max(patience.toNanos(), COUNTING.toNanos()),
                    index -> question.ask(new Inquiry(index, asked, counters(commit.repository()), end)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceFault.of(503, "interrupted", "the request was given up while files were parsed for it");
        }
    }

    /** A look at the files of a commit. */
    private interface Look<T> {
        T at(CommitIndex index) throws InterruptedException;
    }

    /** @param patience most time to wait for another thread that counts the files, in nanoseconds */
    private <T> T retrying(Commit commit, long patience, Look<T> look) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            FactStore store = file.store();
            try {
                CommitIndex index = of(commit, store, patience);
                T answer = look.at(index);
                if (!index.isSwept()) {
                    return answer;
                }
            } catch (DamagedFacts e) {
                if (Thread.interrupted()) {
                    // This thread closed the file by reading from it, and would do so again: the next question opens
                    // it.
                    throw new InterruptedException();
                }
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                file.replace(store, e);
            } catch (OutdatedIndex e) {
                if (attempt == ATTEMPTS) {
                    throw SourceFault.of(503, "languages_changing", e.getMessage() + " again and again: try later");
                }
                recent.removeIf((_, index) -> index == e.index());
            }
        }
    }

    /** The languages of files. */
    public FileLanguages fileLanguages() {
        return languages;
    }

    private CommitIndex of(Commit commit, FactStore store, long patience) throws InterruptedException {
        String key = commit.repository() + " " + commit.id();
        CommitIndex known = recent(key, commit, store);
        if (known != null) {
            return known;
        }
        ReentrantLock turn = making.computeIfAbsent(key, _ -> new ReentrantLock());
        if (!turn.tryLock(patience, TimeUnit.NANOSECONDS)) {
            throw SourceFault.of(
                    503,
                    ParseProgress.REASON,
                    "the files of the repository " + commit.repository()
                            + " are being counted, so nothing can be said about them yet",
                    "retry_after",
                    1);
        }
        try {
            known = recent(key, commit, store);
            return known != null ? known : make(key, commit, store);
        } finally {
            turn.unlock();
            making.remove(key, turn);
        }
    }

    private @Nullable CommitIndex recent(String key, Commit commit, FactStore store) {
        CommitIndex known = recent.get(key);
        return known != null && known.isGood(commit, store, engine.generation(), parsedBytes.getAsLong())
                ? known
                : null;
    }

    private CommitIndex make(String key, Commit commit, FactStore store) {
        CommitIndex made = new CommitIndex(commit, store, engine, languages, parsedBytes.getAsLong());
        counters(commit.repository()).hits.add(made.found());
        recent.put(key, made);
        return made;
    }

    /**
     * Makes everything about a commit known, in the calling thread and those of the engine, and keeps it as its
     * repository's content. What is known already is not parsed again.
     */
    public void follow(Commit commit) throws InterruptedException {
        followed.put(commit.repository(), commit);
        knowAll(commit);
    }

    /** Whether everything about a commit was known when it was last followed or languages last changed. */
    public boolean isFollowed(Commit commit) {
        return commit.id().equals(counters(commit.repository()).whole);
    }

    private void knowAll(Commit commit) throws InterruptedException {
        Counters mine = counters(commit.repository());
        mine.whole = null;
        turns.acquire();
        following.readLock().lock();
        try {
            CommitIndex known;
            do {
                known = retrying(commit, Long.MAX_VALUE, index -> {
                    knowAll(index);
                    keep(index);
                    return index;
                });
                // A change in the meantime may have been followed before this commit was.
            } while (!known.isOf(engine.generation(), parsedBytes.getAsLong()));
            mine.whole = commit.id();
        } finally {
            following.readLock().unlock();
            turns.release();
            commit.rest();
        }
        sweep();
    }

    /** Keeps an index, unless its commit was forgotten meanwhile or another one is followed by now. */
    private void keep(CommitIndex index) {
        String repository = index.commit().repository();
        synchronized (keeping) {
            if (followed.get(repository) != index.commit()) {
                return;
            }
            index.keep();
            counters(repository).entries = IntStream.range(0, index.size())
                    .filter(i -> index.id(i) >= 0)
                    .count();
        }
        index.store().commit();
    }

    /** Sweeps, unless a commit is being followed: that ends with a sweep too. */
    private void sweep() {
        if (!following.writeLock().tryLock()) {
            return;
        }
        FactStore store = file.store();
        try {
            if (store.sweep(spareFiles)) {
                store.commit();
            }
        } catch (DamagedFacts e) {
            file.replace(store, e);
        } finally {
            following.writeLock().unlock();
        }
    }

    private void knowAll(CommitIndex index) throws InterruptedException {
        Counters mine = counters(index.commit().repository());
        mine.begin(
                index,
                IntStream.range(0, index.size()).filter(i -> !index.isKnown(i)).count());
        try (AskedParses.Others _ = asked.others(index)) {
            List<Integer> all = IntStream.range(0, index.size()).boxed().toList();
            parses.ensure(index, all, mine, () -> false, pace);
        } finally {
            mine.end();
        }
    }

    /**
     * Makes everything derived from languages and limits anew, for every repository for which that is possible.
     *
     * @throws IllegalStateException after all of them, if it failed for some, with each failure
     * @throws Error after all of them, if one ended it for some: it says nothing about them, since memory comes back
     */
    public void languagesChanged() throws InterruptedException {
        parses.retryFailures();
        recent.clear();
        var failed = new ArrayList<String>();
        var failures = new ArrayList<RuntimeException>();
        Error ended = null;
        for (Commit commit : new ArrayList<>(followed.values())) {
            try {
                knowAll(commit);
            } catch (RuntimeException e) {
                failed.add(commit.repository());
                failures.add(e);
            } catch (Error e) {
                ended = ended == null ? e : ended;
            }
        }
        if (ended != null) {
            failures.forEach(ended::addSuppressed);
            throw ended;
        }
        if (!failures.isEmpty()) {
            var all = new IllegalStateException(
                    "facts of " + failed + " cannot be made anew; requests find what they need themselves",
                    failures.getFirst());
            failures.stream().skip(1).forEach(all::addSuppressed);
            throw all;
        }
    }

    /** The counters of a repository since the process started. */
    public Counters counters(String repository) {
        return counters.computeIfAbsent(repository, Counters::new);
    }

    /** Forgets a repository that is no longer configured. */
    public void forget(String repository) {
        FactStore store = file.store();
        try {
            synchronized (keeping) {
                followed.remove(repository);
                counters.remove(repository);
                recent.removeIf((_, index) -> index.commit().repository().equals(repository));
                store.replace(repository, List.of());
            }
            store.commit();
        } catch (DamagedFacts e) {
            file.replace(store, e);
        }
    }

    /**
     * Writes what is known so far.
     *
     * @throws DamagedFacts if it cannot be written; the file is left as it is, and may be intact, because a full disk
     *     looks the same
     */
    public void save() {
        file.store().save();
    }

    @Override
    public void close() {
        try {
            asked.close();
        } finally {
            file.close();
        }
    }
}
