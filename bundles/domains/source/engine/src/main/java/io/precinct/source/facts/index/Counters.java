package io.precinct.source.facts.index;

import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.git.LongWork;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was counted for a repository since the process started, and the progress of the work on all its files.
 * Thread-safe.
 */
public final class Counters {
    private static final Logger LOG = LoggerFactory.getLogger(Counters.class);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(2);

    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    volatile long entries;
    /** Id of the commit that was last completely known. */
    volatile @Nullable String whole;

    private final String repository;
    /** The index that is being parsed; null if work on all files is not under way. */
    private volatile @Nullable CommitIndex parsing;

    private volatile long total;
    private volatile long begun;
    private final LongAdder done = new LongAdder();
    private final AtomicLong told = new AtomicLong();

    Counters(String repository) {
        this.repository = repository;
    }

    /** Begins work on all files of a commit, this many of which are unknown. */
    void begin(CommitIndex index, long files) {
        done.reset();
        total = files;
        begun = System.nanoTime();
        told.set(begun);
        parsing = index;
        if (files > 0) {
            LOG.info(LongWork.PROGRESS, "repository {}: parsing {} files", repository, files);
        }
    }

    void done(long files) {
        done.add(files);
        long last = told.get();
        long now = System.nanoTime();
        if (parsing != null && now - last > TOLD_EVERY.toNanos() && told.compareAndSet(last, now)) {
            LOG.info(
                    LongWork.PROGRESS, "repository {}: parsed {} files, {} left", repository, filesDone(), filesLeft());
        }
    }

    void end() {
        parsing = null;
        if (total > 0) {
            LOG.info(
                    LongWork.PROGRESS,
                    "repository {}: parsed {} files in {} s",
                    repository,
                    filesDone(),
                    Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0);
        }
    }

    /** What is known, and what was counted. */
    public RepositoryStatus.Cache cache() {
        return new RepositoryStatus.Cache(entries, hits.sum(), misses.sum());
    }

    /** How far work on all files is, or null if it is not under way. */
    public RepositoryStatus.@Nullable Progress progress() {
        return parsing != null ? new RepositoryStatus.Progress("parsing", filesDone(), filesLeft()) : null;
    }

    /** How far the commit is parsed whose files are all being worked on, or null if no such work is under way. */
    public @Nullable ParseProgress parsing() {
        CommitIndex index = parsing;
        return index == null ? null : index.progress();
    }

    private long filesDone() {
        return Math.min(total, done.sum());
    }

    private long filesLeft() {
        return Math.max(0, total - done.sum());
    }
}
