package io.precinct.http;

import io.precinct.common.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that may fail and is then tried again until it succeeds, with pauses that grow to 15 seconds. Remembers since
 * when it has failed. Thread-safe.
 */
public final class RepeatedAttempt implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedAttempt.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(15));

    private final String what;
    private final Runnable attempt;
    private final ScheduledExecutorService timer;
    private @Nullable Trouble trouble;
    private int failures;
    /** Counts what makes a scheduled attempt obsolete. */
    private long round;

    /**
     * Tries nothing by itself until there was a failure.
     *
     * @param what names it in the log, and its thread
     * @param attempt calls {@link #failed} or {@link #succeeded}
     */
    public RepeatedAttempt(String what, Runnable attempt) {
        this.what = what;
        this.attempt = attempt;
        var single = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform()
                        .daemon()
                        .name(what.replace(' ', '-') + "-again")
                        .factory());
        single.setKeepAliveTime(30, TimeUnit.SECONDS);
        single.allowCoreThreadTimeOut(true);
        timer = single;
    }

    /** Notes a failure, logs its reason if that is new, and schedules the next attempt. */
    public synchronized void failed(String reason) {
        Trouble before = trouble;
        if (before == null || !before.reason().equals(reason)) {
            LOG.error("{}: {}; it is tried again", what, reason);
        }
        trouble = new Trouble(reason, before == null ? Instant.now() : before.since());
        failures++;
        long mine = ++round;
        try {
            var _ = timer.schedule(() -> again(mine), PAUSES.after(failures).toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} is not tried again, since it ends", what);
        }
    }

    /** Notes a success; returns the trouble that it has ended, or null. */
    public synchronized @Nullable Trouble succeeded() {
        Trouble before = trouble;
        trouble = null;
        restart();
        return before;
    }

    /** Makes the pauses short again and drops a scheduled attempt, because the caller makes an attempt now. */
    public synchronized void restart() {
        failures = 0;
        round++;
    }

    /** Why the last attempt failed; null if it did not. */
    public synchronized @Nullable Trouble trouble() {
        return trouble;
    }

    private void again(long mine) {
        synchronized (this) {
            if (mine != round) {
                return;
            }
        }
        try {
            attempt.run();
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed", what, e);
            failed(e.toString());
        }
    }

    /** Makes no further attempt. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
