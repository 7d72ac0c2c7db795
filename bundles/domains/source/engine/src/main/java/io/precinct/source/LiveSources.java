package io.precinct.source;

import io.precinct.common.cache.WeightedLru;
import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.source.api.FileText;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import io.precinct.source.git.Commit;
import io.precinct.source.git.RepositoryTracker;
import io.precinct.source.git.RepositoryTrackers;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import io.precinct.source.stores.StoreProviders;
import io.precinct.source.stores.StoreTracker;
import io.precinct.source.stores.StoreTrackers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured repositories, from git and from parameter stores. Indexes what is fetched, one commit of a repository
 * at a time. Thread-safe.
 */
final class LiveSources implements Sources, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSources.class);

    /** Memory for decoded files that were read lately, in bytes. */
    private static final long TEXT_BYTES = 16L * 1024 * 1024;

    /** Memory for remembering that a file is not text, in bytes, roughly. */
    private static final int NO_TEXT_BYTES = 200;

    /** How often a commit is indexed if an Error ends each attempt. */
    private static final int MOST_ATTEMPTS = 5;

    private final SourceFacts facts;
    private final RepositoryTrackers trackers = new RepositoryTrackers(this::fetched);
    private final StoreTrackers stores;
    private final Set<Consumer<String>> followers = ConcurrentHashMap.newKeySet();
    private final Map<String, Commit> waiting = new ConcurrentHashMap<>();
    private final Map<String, Thread> indexing = new ConcurrentHashMap<>();
    /** Ids of the commits that were indexed last, or could not be, by the names of their repositories. */
    private final Map<String, String> indexed = new ConcurrentHashMap<>();
    /** Commits whose indexing was ended by an Error, the last one of a repository, by its name. */
    private final Map<String, Ended> ended = new ConcurrentHashMap<>();

    private final WeightedLru<String, Optional<FileText>> texts =
            new WeightedLru<>(TEXT_BYTES, text -> text.map(FileText::weight).orElse(NO_TEXT_BYTES));
    private volatile SourceLimits limits;
    /** Names of repositories, in the order of the configuration. */
    private volatile List<String> configured = List.of();
    /** Guarded by {@link #waiting}, as is every addition to it and the start of a thread that indexes. */
    private boolean closed;

    /**
     * @param attempts how many so far
     * @param last what ended the last one, as shown to people
     */
    private record Ended(Commit commit, int attempts, String last) {
        static Ended of(Commit commit, @Nullable Ended before, Error e) {
            int attempts = before != null && before.commit.id().equals(commit.id()) ? before.attempts : 0;
            String last = e instanceof OutOfMemoryError
                    ? MemoryAdvice.advice()
                    : "it is ended by " + e + "; requests find what they need themselves";
            return new Ended(commit, attempts + 1, last);
        }
    }

    LiveSources(SourceFacts facts, SourceSettings settings, StoreProviders providers) {
        this.facts = facts;
        stores = new StoreTrackers(providers, this::fetched);
        limits = settings.limits();
        try {
            stores.open();
            configure(settings);
        } catch (RuntimeException | Error e) {
            abandon(e);
            throw e;
        }
    }

    /** If any of this stays open, the next attempt finds the cache and the clones in use. */
    private void abandon(Throwable why) {
        try {
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            why.addSuppressed(e);
        }
    }

    void configure(SourceSettings settings) {
        limits = settings.limits();
        List<String> names =
                settings.repositories().stream().map(RepositorySettings::name).toList();
        configured = names;
        facts.configure(settings);
        var gone = new ArrayList<>(trackers.configure(settings));
        gone.addAll(stores.configure(settings));
        gone.stream().filter(name -> !names.contains(name)).forEach(facts::forget);
        indexed.keySet().retainAll(names);
    }

    /** Queues a commit. Of those that arrive during indexing, only the newest is indexed next. */
    private void fetched(Commit commit) {
        followers.forEach(told -> tell(told, commit));
        synchronized (waiting) {
            if (closed) {
                return;
            }
            waiting.put(commit.repository(), commit);
            indexing.computeIfAbsent(
                    commit.repository(),
                    name -> LongLived.start("precinct-source-index-" + name, LOG::error, () -> indexWaiting(name)));
        }
    }

    private static void tell(Consumer<String> told, Commit commit) {
        try {
            told.accept(commit.repository());
        } catch (RuntimeException e) {
            LOG.error("repository {}: who follows its commits failed", commit.repository(), e);
        }
    }

    /** Runs again if it throws an Error; the thread ends only when nothing waits. */
    private void indexWaiting(String repository) {
        NativeThread.giveWay();
        try {
            // Decided under the lock of the entry.
            do {
                Commit commit = waiting.remove(repository);
                if (commit != null) {
                    indexOrWait(commit);
                }
            } while (indexing.computeIfPresent(
                            repository, (_, thread) -> waiting.containsKey(repository) ? thread : null)
                    != null);
        } catch (InterruptedException e) {
            LOG.debug("repository {} is not indexed any further", repository);
            indexing.remove(repository);
        }
    }

    private void indexOrWait(Commit commit) throws InterruptedException {
        String repository = commit.repository();
        try {
            index(commit);
            ended.remove(repository);
            indexed.put(repository, commit.id());
        } catch (RuntimeException e) {
            ended.remove(repository);
            indexed.put(repository, commit.id());
            LOG.error("repository {}: indexing failed; requests find what they need themselves", repository, e);
        } catch (Error e) {
            // An Error says nothing about the commit: memory may come back. It is reported only if it persists.
            Ended now = ended.compute(repository, (_, before) -> Ended.of(commit, before, e));
            if (now.attempts() < MOST_ATTEMPTS) {
                waitAgain(commit);
                throw e;
            }
            indexed.put(repository, commit.id());
            LOG.error(
                    "repository {}: indexing failed {} times and waits for the next commit; {}",
                    repository,
                    MOST_ATTEMPTS,
                    now.last(),
                    e);
        }
    }

    private void waitAgain(Commit commit) {
        synchronized (waiting) {
            if (!closed) {
                waiting.putIfAbsent(commit.repository(), commit);
            }
        }
    }

    /** Repositories whose last commit could not be indexed, with the reason, or with advice if memory is too small. */
    Map<String, String> notIndexed() {
        var names = new TreeMap<String, String>();
        ended.forEach((name, last) -> {
            // A later change of languages or limits may have found what was missing.
            if (last.attempts() >= MOST_ATTEMPTS && configured.contains(name) && !facts.isIndexed(last.commit())) {
                names.put(name, last.last());
            }
        });
        return names;
    }

    private void index(Commit commit) throws InterruptedException {
        try {
            facts.index(commit);
        } finally {
            // If it was removed from the settings meanwhile, it may have been forgotten before this began or ended.
            if (!configured.contains(commit.repository())) {
                facts.forget(commit.repository());
            }
        }
    }

    @Override
    public List<Repository> repositories() {
        return configured.stream()
                .map(this::repository)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public @Nullable Repository repository(String name) {
        RepositoryTracker tracker = trackers.named(name);
        if (tracker != null) {
            return new SourceRepository(tracker, facts, limits, texts, this::parsing);
        }
        StoreTracker store = stores.named(name);
        return store == null ? null : new StoreRepository(store, facts, limits, texts, this::parsing);
    }

    @Override
    public List<String> languages() {
        return facts.languages();
    }

    @Override
    public SourceLimits limits() {
        return limits;
    }

    @Override
    public AutoCloseable onCommit(Consumer<String> told) {
        followers.add(told);
        return () -> followers.remove(told);
    }

    /**
     * How far a repository's served commit is parsed. Not null from the moment it is served until all its files are
     * parsed or have failed, and again while they are parsed with other languages; null otherwise.
     */
    @Nullable
    ParseProgress parsing(String repository, RepositoryTracker.Condition now) {
        ParseProgress progress = facts.parsing(repository);
        String commit = now.commit();
        if (progress != null || commit == null || commit.equals(indexed.get(repository))) {
            return progress;
        }
        return new ParseProgress(0, -1);
    }

    /** The condition of every repository, by name. */
    Map<String, RepositoryTracker.Condition> conditions() {
        var conditions = new LinkedHashMap<String, RepositoryTracker.Condition>();
        for (String name : configured) {
            RepositoryTracker tracker = trackers.named(name);
            StoreTracker store = tracker == null ? stores.named(name) : null;
            if (tracker != null) {
                conditions.put(name, tracker.condition());
            } else if (store != null) {
                conditions.put(name, store.condition());
            }
        }
        return conditions;
    }

    SourceFacts facts() {
        return facts;
    }

    @Override
    public void close() throws InterruptedException {
        List<Thread> threads;
        synchronized (waiting) {
            // A commit that is fetched from now on would be indexed while the facts are closed.
            closed = true;
            waiting.clear();
            threads = List.copyOf(indexing.values());
        }
        // An interrupted thread closes the file under everybody, and what was not written is gone.
        try {
            facts.save();
        } catch (RuntimeException | Error e) {
            LOG.error("what was found last cannot be kept; the next process finds it anew", e);
        }
        threads.forEach(Thread::interrupt);
        // Each step runs even if the one before it failed: the next process needs the files that they release.
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofSeconds(10));
            }
        } finally {
            closeAll();
        }
    }

    private void closeAll() throws InterruptedException {
        try {
            stores.close();
        } finally {
            closeFetched();
        }
    }

    private void closeFetched() throws InterruptedException {
        try {
            trackers.close();
        } finally {
            facts.close();
        }
    }
}
