package io.precinct.source.facts.index;

import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.git.LongWork;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was counted for a repository since the start of the process, and how far the look at all its files is. Thread-safe. */
public final class Counters {
    private static final Logger LOG = LoggerFactory.getLogger(Counters.class);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(2);

    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    volatile long entries;
    /** Id of the commit about which everything became known last. */
    volatile @Nullable String whole;

    private final String repository;
    private volatile boolean parsing;
    private volatile long total;
    private volatile long begun;
    private final LongAdder done = new LongAdder();
    private final AtomicLong told = new AtomicLong();

    Counters(String repository) {
        this.repository = repository;
    }

    /** A look at all files begins, of which so many are not known. */
    void begin(long files) {
        done.reset();
        total = files;
        begun = System.nanoTime();
        told.set(begun);
        parsing = true;
        if (files > 0) {
            LOG.info(LongWork.PROGRESS, "repository {}: parsing {} files", repository, files);
        }
    }

    void done(long files) {
        done.add(files);
        long last = told.get();
        long now = System.nanoTime();
        if (parsing && now - last > TOLD_EVERY.toNanos() && told.compareAndSet(last, now)) {
            LOG.info(
                    LongWork.PROGRESS, "repository {}: parsed {} files, {} left", repository, filesDone(), filesLeft());
        }
    }

    void end() {
        parsing = false;
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

    /** How far a look at all files is, or null where none is under way. */
    public RepositoryStatus.@Nullable Progress progress() {
        return parsing ? new RepositoryStatus.Progress("parsing", filesDone(), filesLeft()) : null;
    }

    private long filesDone() {
        return Math.min(total, done.sum());
    }

    private long filesLeft() {
        return Math.max(0, total - done.sum());
    }
}
