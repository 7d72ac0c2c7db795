package io.precinct.source.git;

import io.precinct.source.api.RepositoryStatus.Progress;
import java.io.IOException;
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
 * Monitors a fetch: counts, reports to the log every few seconds, and ends it if it grows too large or is not wanted.
 */
final class Fetching extends EmptyProgressMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(Fetching.class);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(5);
    private static final Duration MEASURED_EVERY = Duration.ofMillis(200);

    private final String repository;
    private final String work;
    private final Path folder;
    private final long maxBytes;
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
     */
    Fetching(String repository, String work, Path folder, long maxBytes) {
        this.repository = repository;
        this.work = work;
        this.folder = folder;
        this.maxBytes = maxBytes;
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
    }

    @Override
    public void update(int completed) {
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
