package io.precinct.source.parse;

import io.precinct.treesitter.Cancelled;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Work that somebody waits for; as a supplier it tells whether to give it up. */
final class ParseTask<T> implements BooleanSupplier {
    private final LanguageHandle handle;
    private final LoadedLanguage loaded;
    private final LocalTask<T, ?> work;
    private final @Nullable Duration working;
    private final Turn turn;
    private final CountDownLatch taken = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long end;
    private volatile boolean begun;
    private volatile boolean abandoned;
    private @Nullable T result;
    private @Nullable Throwable failure;

    /**
     * @param handle held for as long as the work runs; closed by the task
     * @param loaded the handle's language
     */
    ParseTask(LanguageHandle handle, LoadedLanguage loaded, LocalTask<T, ?> work, TaskLimits limit) {
        this.handle = handle;
        this.loaded = loaded;
        this.work = work;
        this.working = limit.working();
        this.turn = limit.turn();
        this.end = System.nanoTime() + limit.waiting().toNanos();
    }

    Turn turn() {
        return turn;
    }

    @Override
    public boolean getAsBoolean() {
        return abandoned || left() <= 0;
    }

    /** Nanoseconds until it must be over, or have begun. */
    private long left() {
        return end - System.nanoTime();
    }

    void run(ParserTools tools) {
        try {
            if (!begin()) {
                throw new TimedOut(false);
            }
            tools.begin(loaded, this);
            try {
                result = work.call(tools);
            } finally {
                tools.end();
            }
        } catch (Throwable t) {
            failure = t;
        } finally {
            handle.close();
            ended();
        }
    }

    private void ended() {
        taken.countDown();
        done.countDown();
    }

    /** False if nobody waits for it any more. */
    private synchronized boolean begin() {
        if (getAsBoolean()) {
            return false;
        }
        begun = true;
        if (working != null) {
            end = System.nanoTime() + working.toNanos();
        }
        taken.countDown();
        return true;
    }

    /** Ends it without running it. */
    void fail(Throwable why) {
        failure = why;
        handle.close();
        ended();
    }

    void abandon() {
        abandoned = true;
    }

    /** Waits for its end; false if its time is over, after which it will not begin. */
    boolean await() throws InterruptedException {
        // The time for working may be shorter than that for waiting: it counts from when the work was taken.
        boolean ignored = taken.await(left(), TimeUnit.NANOSECONDS);
        while (!done.await(left(), TimeUnit.NANOSECONDS)) {
            // It may have begun just now, and still have its time for working.
            synchronized (this) {
                if (left() <= 0) {
                    abandoned = true;
                    return false;
                }
            }
        }
        return true;
    }

    /** Waits uninterruptibly; true if it ended. */
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

    /** Its result, or its failure: a thrown {@code X} is the exception that the caller declares. */
    @SuppressWarnings({"unchecked", "NullAway"}) // without a failure the result is what the work returned
    <X extends Exception> T outcome() throws TimedOut, X {
        if (done.getCount() > 0) {
            throw new TimedOut(begun);
        }
        switch (failure) {
            case null -> {
                return result;
            }
            case TimedOut e -> throw e;
            case Cancelled e -> throw new TimedOut(true);
            case Error e -> throw e;
            default -> throw (X) failure;
        }
    }
}
