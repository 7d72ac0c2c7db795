package io.precinct.deploy.running;

import io.precinct.core.api.thread.AbandonableThread;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The time by which something must have happened.
 *
 * @param nanos the time, in nanoseconds of {@link System#nanoTime()}
 * @param whole the whole duration of the deadline, for messages
 */
public record Deadline(long nanos, Duration whole) {
    private static final long PAUSE_MILLIS = 5;

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos(), time);
    }

    /** A deadline of the same length that begins now. */
    public Deadline anew() {
        return in(whole);
    }

    /** The whole duration, as the end of a sentence about an activation that took longer. */
    public String within() {
        return " within " + whole.toMillis() + " ms (deploy.activation_seconds)";
    }

    public boolean passed() {
        return System.nanoTime() - nanos >= 0;
    }

    public long remainingNanos() {
        return Math.max(0, nanos - System.nanoTime());
    }

    /** The earlier of this deadline and one that ends after {@code time}. */
    public Deadline atMost(Duration time) {
        Deadline other = in(time);
        return other.nanos - nanos < 0 ? other : this;
    }

    /** Waits a moment between two polls of a condition. */
    public void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MILLIS);
    }

    /**
     * Runs code of a bundle, which may hang, on a separate thread.
     *
     * @throws TimeoutException if it did not return in time; its thread is abandoned
     * @throws Exception what the code threw
     */
    public <T extends @Nullable Object> T call(String name, Callable<T> code) throws Exception {
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
