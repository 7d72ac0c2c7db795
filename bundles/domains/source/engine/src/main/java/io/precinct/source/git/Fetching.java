package io.precinct.source.git;

import io.precinct.source.api.RepositoryStatus.Progress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors a fetch: counts, reports to the log every few seconds, and ends it if it grows too large or is not wanted. A
 * clone works in turn: if its turn was taken over because its remote sent nothing, it waits for another one as soon as
 * objects arrive again.
 */
final class Fetching extends EmptyProgressMonitor implements CloneTurns.Work {
    private static final Logger LOG = LoggerFactory.getLogger(Fetching.class);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(5);
    private static final Duration MEASURED_EVERY = Duration.ofMillis(200);
    /** How the names of tasks begin that the other side does. */
    private static final String REMOTE = "remote:";
    /** What an object counts for, in bytes, beside those that were written to disk. */
    private static final long BYTES_OF_OBJECT = 1024;

    private final String repository;
    private final String work;
    private final Path folder;
    private final long maxBytes;
    /** Whether this process does the tasks of the other side too. */
    private final boolean local;

    private volatile CloneTurns.@Nullable Turn turn;
    private volatile long steps;
    private volatile boolean received;
    private volatile String task = "connecting";
    private volatile long done;
    private volatile long total = UNKNOWN;
    private volatile boolean tooLarge;
    private volatile boolean ended;
    private long told = System.nanoTime();
    private long measured = System.nanoTime();

    /**
     * A fetch that has not begun.
     *
     * @param work {@code cloning} or {@code refreshing}
     * @param maxBytes most bytes in the folder, or 0
     * @param local whether the remote is on this machine
     */
    Fetching(String repository, String work, Path folder, long maxBytes, boolean local) {
        this.repository = repository;
        this.work = work;
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.local = local;
    }

    /** Has it work in this turn from now on. */
    void in(CloneTurns.Turn mine) {
        turn = mine;
    }

    /** Grows with the clone on disk, and with objects that are small. */
    @Override
    public long arrived() {
        return received ? -1 : size(folder) + steps * BYTES_OF_OBJECT;
    }

    Progress progress() {
        long all = total;
        return new Progress(work, done, all <= 0 ? -1 : Math.max(0, all - done));
    }

    /** Ends the fetch at its next check. */
    void cancel() {
        ended = true;
    }

    /** True if it was ended because of its size, or is too large now that it is done. */
    boolean isTooLarge() {
        measure();
        return tooLarge;
    }

    @Override
    public void beginTask(@Nullable String title, int totalWork) {
        task = title == null ? "working" : title;
        done = 0;
        total = totalWork;
        step(0);
    }

    @Override
    public void endTask() {
        received |= isHere();
    }

    /** Whether the task is work of this process. */
    private boolean isHere() {
        return !task.startsWith(REMOTE);
    }

    private void step(int completed) {
        if (!local && !isHere()) {
            return;
        }
        steps += completed;
        CloneTurns.Turn mine = turn;
        if (mine != null && isHere()) {
            try {
                mine.goOn();
            } catch (InterruptedIOException e) {
                LOG.debug("repository {}: interrupted, which ends the fetch at its next check", repository, e);
            }
        }
    }

    @Override
    public void update(int completed) {
        step(completed);
        done += completed;
        long now = System.nanoTime();
        if (now - told > TOLD_EVERY.toNanos()) {
            told = now;
            String of = total > 0 ? " of " + total : "";
            LOG.info(LongWork.PROGRESS, "repository {}: {}: {} {}{}", repository, work, task, done, of);
        }
        if (maxBytes > 0 && now - measured > MEASURED_EVERY.toNanos()) {
            measure();
        }
    }

    private void measure() {
        measured = System.nanoTime();
        tooLarge |= maxBytes > 0 && size(folder) > maxBytes;
    }

    private static long size(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.mapToLong(Fetching::length).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // git replaces its temporary files meanwhile; the next look sees it
        }
    }

    private static long length(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            return 0; // renamed a moment ago
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isCancelled() {
        return ended || tooLarge || Thread.currentThread().isInterrupted();
    }
}
