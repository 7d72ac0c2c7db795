package io.precinct.cases.background;

import io.precinct.core.api.thread.LongLived;
import io.precinct.postgres.api.DatabaseUnavailable;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition due = lock.newCondition();
    private final Duration interval;
    private final Runnable work;
    private final Thread thread;
    private boolean stopped;
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

    private boolean stopping() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!stopping()) {
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
            await();
        }
    }

    private void await() {
        lock.lock();
        try {
            long left = interval.toNanos();
            while (!stopped && left > 0) {
                left = due.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            stopped = true;
        } finally {
            lock.unlock();
        }
    }

    /** Stops it and waits for work in progress. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopped = true;
            due.signal();
        } finally {
            lock.unlock();
        }
        try {
            if (!thread.join(STOP)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
