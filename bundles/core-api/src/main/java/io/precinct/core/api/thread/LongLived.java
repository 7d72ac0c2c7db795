package io.precinct.core.api.thread;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that nothing but its own end ends. Whoever watches a folder, fires templates or reads events works on one: its
 * work may throw anything, an {@code OutOfMemoryError} that somebody else caused included, and is begun again after a
 * pause. What fails again and again is told by {@link #failing}, so that health says so. Thread-safe.
 *
 * <p>Work therefore keeps what it must not forget in fields, and finds its place again from them:
 *
 * {@snippet :
 * thread = LongLived.unstarted("config-watch", LOG::error, () -> {
 *     while (!closed) {
 *         look();
 *     }
 * });
 * thread.start();
 * }
 */
public final class LongLived {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);
    /** Work that went well for so long failed by accident, not again. */
    private static final long GOOD_WHILE = TimeUnit.SECONDS.toNanos(30);
    /** So many failures one upon the other are no accident. */
    private static final int SEVERAL = 3;

    private static final Set<LongLived> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        rehearse();
    }

    private final String name;
    private final BiConsumer<String, Throwable> log;
    private final Work work;
    private final long firstPause;
    private volatile int failures;
    private volatile long failedAt;
    private volatile @Nullable Throwable last;

    private LongLived(String name, BiConsumer<String, Throwable> log, Work work, long firstPause) {
        this.name = name;
        this.log = log;
        this.work = work;
        this.firstPause = firstPause;
    }

    /** A class that is needed for the first time in the midst of a failure may fail to load for the same reason. */
    private static void rehearse() {
        var failures = new ArrayDeque<Exception>(List.of(new IllegalStateException(), new InterruptedException()));
        new LongLived(
                        "rehearsal",
                        (message, thrown) -> {},
                        () -> {
                            throw failures.remove();
                        },
                        0)
                .run();
    }

    /** What such a thread does. */
    @FunctionalInterface
    public interface Work {
        /**
         * Works until there is nothing to do any more, ever.
         *
         * @throws InterruptedException where it is to end, too
         * @throws Exception anything else, after which it is called again
         */
        void run() throws Exception;
    }

    /**
     * A thread of the platform, a daemon, that is not started yet. It ends when {@code work} returns or is interrupted.
     *
     * @param log takes a message and what was thrown, say {@code LOG::error}
     */
    public static Thread unstarted(String name, BiConsumer<String, Throwable> log, Work work) {
        return Thread.ofPlatform().daemon().name(name).unstarted(new LongLived(name, log, work, FIRST_PAUSE)::run);
    }

    /** As {@link #unstarted}, and starts it. */
    public static Thread start(String name, BiConsumer<String, Throwable> log, Work work) {
        Thread thread = unstarted(name, log, work);
        thread.start();
        return thread;
    }

    /** Threads whose work failed several times in a row and not in order since then, each with what it threw last. */
    public static List<String> failing() {
        return RUNNING.stream()
                .filter(LongLived::isFailing)
                .map(one -> one.name + ": " + one.last)
                .sorted()
                .toList();
    }

    private boolean isFailing() {
        return failures >= SEVERAL && System.nanoTime() - failedAt < GOOD_WHILE;
    }

    private void run() {
        RUNNING.add(this);
        boolean ended = false;
        try {
            while (true) {
                Throwable thrown = attempt();
                if (thrown == null || thrown instanceof InterruptedException) {
                    return;
                }
                boolean ending = Thread.currentThread().isInterrupted();
                if (ending && ended) {
                    return;
                }
                ended = ending; // once more, for what it does at its end
                failed(thrown);
            }
        } finally {
            RUNNING.remove(this);
        }
    }

    /** What the work threw, whatever it is: nobody else would begin again. Null where it is done. */
    private @Nullable Throwable attempt() {
        try {
            work.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Only this thread writes. Telling may fail for the same reason as the work did. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void failed(Throwable thrown) {
        long now = System.nanoTime();
        failures = now - failedAt > GOOD_WHILE ? 1 : failures + 1;
        failedAt = now;
        last = thrown;
        try {
            log.accept(name + " failed and begins again", thrown);
        } catch (Throwable e) {
            last = e;
        }
        LockSupport.parkNanos(Math.min(firstPause << Math.min(failures, 10), LONGEST_PAUSE));
    }
}
