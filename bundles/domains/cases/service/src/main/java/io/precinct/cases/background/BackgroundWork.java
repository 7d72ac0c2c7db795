package io.precinct.cases.background;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a task on its own thread. A task that throws is retried after the interval; only the first exception in a row
 * is logged. Thread-safe.
 */
public final class BackgroundWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

    /** How long {@link #close} waits for the task in progress; the task runs in short transactions. */
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

    /** Starts the thread, which runs the task at once and then after every interval. */
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
                // the database bundle reports this itself, and the task runs once the database is back
                LOG.debug("{}: {}", thread.getName(), e.getMessage());
            } catch (RuntimeException e) {
                if (!failing) {
                    LOG.warn("{} failed and is tried again every {}", thread.getName(), interval, e);
                }
                failing = true;
            }
        }
    }

    /** Stops the thread and waits for the task in progress. */
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
