package io.precinct.deploy;

import io.precinct.core.api.thread.AbandonableThread;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A moment until which something must have happened.
 *
 * @param nanos of {@link System#nanoTime()}
 * @param whole how long it was from the start, for messages
 */
record Deadline(long nanos, Duration whole) {
    private static final long PAUSE_MILLIS = 5;

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos(), time);
    }

    /** The same time, from now on. */
    Deadline anew() {
        return in(whole);
    }

    boolean passed() {
        return System.nanoTime() - nanos >= 0;
    }

    long remainingNanos() {
        return Math.max(0, nanos - System.nanoTime());
    }

    /** The earlier of the two. */
    Deadline atMost(Duration time) {
        Deadline other = in(time);
        return other.nanos - nanos < 0 ? other : this;
    }

    /** Waits a moment before a condition is looked at again. */
    void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MILLIS);
    }

    /**
     * Runs code of a bundle, which may hang, on a thread of its own.
     *
     * @throws TimeoutException where it did not come back in time; its thread is given up
     * @throws Exception what the code threw
     */
    <T extends @Nullable Object> T call(String name, Callable<T> code) throws Exception {
        var task = new FutureTask<T>(code);
        AbandonableThread thread = DeploymentThreads.start(name, task);
        try {
            return task.get(remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            thread.abandon();
            throw e;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }
}
