package io.precinct.source.facts.store;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long something has been waiting to be written, and the thread that writes it in time if nobody else does. The
 * owner guards all methods but {@link #close} with its lock, which the thread takes in turn.
 */
final class Unwritten implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Unwritten.class);

    private final Duration most;
    private final Runnable write;
    private final ScheduledThreadPoolExecutor clock;
    private boolean any;
    private long since;

    /**
     * Nothing yet.
     *
     * @param most how long something may wait
     * @param write called on a thread of its own when something may have waited that long
     */
    Unwritten(Duration most, Runnable write) {
        this.most = most;
        this.write = write;
        this.clock = new ScheduledThreadPoolExecutor(
                1,
                Thread.ofPlatform()
                        .daemon()
                        .name("precinct-source-facts-written")
                        .factory());
        clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Notes that something waits.
     *
     * @return whether the first of it has waited long enough to be written at once
     */
    boolean add() {
        if (!any) {
            any = true;
            since = System.nanoTime();
            schedule();
        }
        return isDue();
    }

    private void schedule() {
        try {
            clock.schedule(this::run, most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("what is added to a closed store is not written", e);
        }
    }

    private void run() {
        try {
            write.run();
        } catch (RuntimeException | Error e) {
            // A full disk, or damage: whoever uses the store next meets it too, and handles it.
            LOG.debug("what was found last is not written yet", e);
        }
    }

    /** Whether something has waited long enough. */
    boolean isDue() {
        return any && System.nanoTime() - since >= most.toNanos();
    }

    /** Notes that everything is being written. */
    void clear() {
        any = false;
    }

    /** A write that is under way ends by itself: an interrupted thread would close the file under everybody. */
    @Override
    public void close() {
        clock.shutdown();
    }
}
