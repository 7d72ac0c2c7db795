package io.precinct.cases.background;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is repeated on a thread of its own. It is tried again after an exception, of which the first in a row is logged.
 * Thread-safe.
 */
public final class BackgroundWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

    /** How long a stop waits for work in progress; work is done in short transactions. */
    private static final Duration STOP = Duration.ofSeconds(5);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Duration interval;
    private final Runnable work;
    private final Thread thread;
    private boolean failing;

    private BackgroundWork(Duration interval, String name, Runnable work) {
        this.interval = interval;
        this.work = work;
        thread = LongLived.unstarted(name, LOG::error, this::run);
    }

    /** Starts it: once at the beginning, then after every interval. */
    public static BackgroundWork every(Duration interval, String name, Runnable work) {
        var background = new BackgroundWork(interval, name, work);
        background.thread.start();
        return background;
    }

    private void run() throws InterruptedException {
        Duration pause = Duration.ZERO;
        while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
            pause = interval;
            try {
                work.run();
                failing = false;
            } catch (DatabaseUnavailable e) {
                // the database bundle reports that itself, and the work is done once it is back
                LOG.debug("{}: {}", thread.getName(), e.getMessage());
            } catch (RuntimeException e) {
                if (!failing) {
                    LOG.warn("{} failed and is tried again every {}", thread.getName(), interval, e);
                }
                failing = true;
            }
        }
    }

    /** Stops it and waits for work in progress. */
    @Override
    public void close() {
        stopped.countDown();
        try {
            if (!thread.join(STOP)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
