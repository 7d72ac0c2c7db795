package io.precinct.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for events on another thread or in another process by polling. A wait fails after a minute, which only a broken
 * product needs, with an {@link AssertionError} that states what was waited for.
 *
 * <p>An exception of a condition or a search ends the wait at once; an exception of a {@link Check} does not. A thread
 * that is interrupted while it waits fails, and stays interrupted. All methods may be called from any thread.
 */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Eventually() {}

    /** Something that does not hold at first. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** Something that is not there at first. */
    @FunctionalInterface
    public interface Search<T, E extends Exception> {
        /** Returns what is there now, or null. */
        @Nullable
        T find() throws E;
    }

    /** Assertions that fail at first. */
    @FunctionalInterface
    public interface Check {
        void run() throws Exception;
    }

    /** Returns once {@code condition} holds. */
    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        until(() -> what, condition);
    }

    /**
     * As {@link #until(String, Condition)}, with a message that shows the last state.
     *
     * @param what describes the awaited state and the present state; called if the wait fails
     */
    public static <E extends Exception> void until(Supplier<?> what, Condition<E> condition) throws E {
        until(LIMIT, what, condition);
    }

    static <E extends Exception> void until(Duration limit, Supplier<?> what, Condition<E> condition) throws E {
        var wait = new Wait(limit, what);
        while (!condition.holds()) {
            wait.pause(null);
        }
    }

    /** Returns once {@code check} passes; its last failure is part of the message, and the cause. */
    public static void untilAsserted(String what, Check check) {
        untilAsserted(LIMIT, what, check);
    }

    static void untilAsserted(Duration limit, String what, Check check) {
        var wait = new Wait(limit, () -> what);
        while (true) {
            try {
                check.run();
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                wait.pause(e);
            } catch (Exception | AssertionError e) {
                wait.pause(e);
            }
        }
    }

    /** Returns the first thing that {@code search} finds. */
    public static <T, E extends Exception> T untilFound(String what, Search<T, E> search) throws E {
        return untilFound(() -> what, search);
    }

    /**
     * As {@link #untilFound(String, Search)}, with a message that shows the last state.
     *
     * @param what describes what was searched for and the present state; called if the wait fails
     */
    public static <T, E extends Exception> T untilFound(Supplier<?> what, Search<T, E> search) throws E {
        return untilFound(LIMIT, what, search);
    }

    static <T, E extends Exception> T untilFound(Duration limit, Supplier<?> what, Search<T, E> search) throws E {
        var wait = new Wait(limit, what);
        while (true) {
            T found = search.find();
            if (found != null) {
                return found;
            }
            wait.pause(null);
        }
    }

    /** The pauses of one wait: short at first, then long enough to leave the processor to the awaited work. */
    private static final class Wait {
        private static final long LONGEST_PAUSE = Duration.ofMillis(8).toNanos();

        private final long began = System.nanoTime();
        private final Duration limit;
        private final Supplier<?> what;
        private long pause = Duration.ofMillis(1).toNanos();

        Wait(Duration limit, Supplier<?> what) {
            this.limit = limit;
            this.what = what;
        }

        /** Pauses; fails if no time is left. */
        void pause(@Nullable Throwable last) {
            if (Thread.currentThread().isInterrupted()) {
                throw failure("interrupted while it waited for this: ", last);
            }
            if (System.nanoTime() - began > limit.toNanos()) {
                throw failure("not within " + limit.toSeconds() + " s: ", last);
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }

        private AssertionError failure(String how, @Nullable Throwable last) {
            String failed = last == null ? "" : "; at last it failed with " + last;
            return new AssertionError(how + described() + failed, last);
        }

        /** The description for the message. If it cannot be made, the failure of the wait must still be reported. */
        private String described() {
            try {
                return String.valueOf(what.get());
            } catch (RuntimeException e) {
                return "the state, which is not known: " + e;
            }
        }
    }
}
