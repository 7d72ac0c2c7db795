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
 * A thread for work that lasts as long as its bundle, such as watching a folder or reading events. Whatever the work
 * throws, even an {@code OutOfMemoryError} that others caused, it is started again after a pause. Work that fails again
 * and again is listed by {@link #failing}, for the health check. Thread-safe.
 *
 * <p>Work therefore keeps in fields what it must not forget, so that it can continue where it was:
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
    /** A failure after this time without one is not counted as a repeated one. */
    private static final long GOOD_WHILE = TimeUnit.SECONDS.toNanos(30);
    /** Work that has failed this often in a row is reported as failing. */
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

    /** Loads classes that a failure needs: loading one for the first time then may fail for the same reason. */
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

    /** The work of such a thread. */
    @FunctionalInterface
    public interface Work {
        /**
         * Works until its work is finished for good.
         *
         * @throws InterruptedException to end as well
         * @throws Exception anything else, after which it is called again
         */
        void run() throws Exception;
    }

    /**
     * A platform thread, a daemon, that is not started yet. It ends when {@code work} returns or is interrupted.
     *
     * @param log takes a message and the exception, for example {@code LOG::error}
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

    /** Names of the threads whose work keeps failing, each with its last exception. */
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

    /** Runs the work once. Returns anything that it threw, since nobody else would restart it; null if it ended. */
    private @Nullable Throwable attempt() {
        try {
            work.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Only this thread writes the fields. Logging may fail for the same reason as the work. */
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
