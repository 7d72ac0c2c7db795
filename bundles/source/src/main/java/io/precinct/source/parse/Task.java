package io.precinct.source.parse;

import io.precinct.treesitter.Cancelled;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Work that somebody waits for; as a supplier it says whether it is to be given up. */
abstract class Task<T> implements BooleanSupplier {
    private final Handle handle;
    private final long end;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean abandoned;
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** @param handle held for as long as the work runs; closed by the task */
    Task(Handle handle, Duration limit) {
        this.handle = handle;
        this.end = System.nanoTime() + limit.toNanos();
    }

    abstract T work(Bench bench) throws Exception;

    @Override
    public boolean getAsBoolean() {
        return abandoned || left() <= 0;
    }

    /** True where it waits for another process, which is ended when it takes too long, and so ends by itself. */
    boolean isolated() {
        return handle.isolated();
    }

    /** Nanoseconds until it is to be over. */
    long left() {
        return end - System.nanoTime();
    }

    void run(Bench bench) {
        try {
            if (getAsBoolean()) {
                throw new TimedOut();
            }
            result = work(bench);
        } catch (Throwable t) {
            failure = t;
        } finally {
            handle.close();
            done.countDown();
        }
    }

    /** Ends it without work. */
    void fail(Throwable why) {
        failure = why;
        handle.close();
        done.countDown();
    }

    void abandon() {
        abandoned = true;
    }

    boolean await() throws InterruptedException {
        return done.await(left(), TimeUnit.NANOSECONDS);
    }

    /** Waits without being interruptible; true where it ended. */
    boolean awaitQuietly(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What it found; of what it threw, {@code X} is what the caller declares. */
    @SuppressWarnings({"unchecked", "NullAway"}) // without a failure the result is what the work returned
    <X extends Exception> T outcome() throws TimedOut, X {
        if (done.getCount() > 0) {
            throw new TimedOut();
        }
        switch (failure) {
            case null -> {
                return result;
            }
            case TimedOut e -> throw e;
            case Cancelled e -> throw new TimedOut();
            case Error e -> throw e;
            default -> throw (X) failure;
        }
    }
}
