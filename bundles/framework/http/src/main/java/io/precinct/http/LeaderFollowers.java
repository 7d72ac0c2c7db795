package io.precinct.http;

import io.precinct.core.api.thread.LongLived;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leader and followers: the thread that selects events also answers them, and only if that takes longer than a moment,
 * another thread continues selecting. A brief request then costs no change of threads, which would be a third of its
 * processor time. A watch thread notices leaders that are away for longer; it looks every millisecond while requests
 * arrive, and sleeps while there are none. Thread-safe.
 */
final class LeaderFollowers {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderFollowers.class);

    private static final long TICK_NANOS = 1_000_000;

    /** How long a thread waits for another one to select in its place. */
    private static final long LONGEST_RETURN_NANOS = 100 * TICK_NANOS;

    /** After this many ticks without anything to see, the watch sleeps. */
    private static final int QUIET_TICKS = 20;

    private final Executor threads;
    private final Map<Runnable, Leader> leaders = new ConcurrentHashMap<>();
    private final AtomicBoolean watching = new AtomicBoolean(true);
    private final Thread watch;
    private volatile boolean stopped;

    /** The threads of one selector. */
    static final class Leader {
        private final AdaptiveExecutionStrategy strategy;

        /** Counts how often its leader went away to answer. Another thread may lead by the time it is counted. */
        private final AtomicInteger runs = new AtomicInteger();

        /**
         * The runs at the watch's last check; the next field has the runs for which it has promoted a follower. Used
         * only by the watch.
         */
        private int seen;

        private int followed;

        private final AtomicInteger returning = new AtomicInteger();

        Leader(AdaptiveExecutionStrategy strategy) {
            this.strategy = strategy;
        }

        /** Whether a returning thread needs another one to select. */
        boolean awaitsReturn() {
            return returning.get() > 0;
        }

        /**
         * Notes that a thread returns from answering and must not select again: until it
         * {@linkplain #returned has ended}, the thread that selects continues, and has others answer.
         */
        void returns() {
            returning.incrementAndGet();
        }

        /** Waits until another thread selects. */
        void awaitFollower() {
            boolean ignored = Thread.interrupted();
            long end = System.nanoTime() + LONGEST_RETURN_NANOS;
            while (strategy.isIdle() && System.nanoTime() < end) {
                LockSupport.parkNanos(this, TICK_NANOS / 4);
            }
        }

        /** Notes that the thread has ended. */
        void returned() {
            returning.decrementAndGet();
        }
    }

    /** Takes followers from these threads. */
    LeaderFollowers(String name, Executor threads) {
        this.threads = threads;
        this.watch = LongLived.start(name + "-watch", LOG::error, this::watch);
    }

    /** From now on, lets these strategies work without a follower for a moment. */
    void lead(Collection<AdaptiveExecutionStrategy> strategies) {
        strategies.forEach(strategy -> leaders.put(strategy, new Leader(strategy)));
    }

    /** Notes that these strategies have ended. */
    void end(Collection<AdaptiveExecutionStrategy> strategies) {
        strategies.forEach(leaders::remove);
    }

    /** The leader whose selecting a task continues; null if it is another task. */
    @Nullable
    Leader leader(Runnable task) {
        return leaders.get(task);
    }

    /**
     * Notes that the calling thread leads and is about to answer something that is likely to be brief: its follower
     * must wait.
     */
    void goes(Leader leader) {
        leader.runs.incrementAndGet();
        if (!watching.get() && watching.compareAndSet(false, true)) {
            LockSupport.unpark(watch);
        }
    }

    private void watch() {
        int quiet = 0;
        while (!stopped) {
            LockSupport.parkNanos(TICK_NANOS);
            quiet = look() ? 0 : quiet + 1;
            if (quiet > QUIET_TICKS) {
                sleep();
                quiet = 0;
            }
        }
    }

    private void sleep() {
        watching.set(false);
        if (leaders.values().stream()
                .anyMatch(leader -> leader.runs.get() != leader.followed && leader.strategy.isIdle())) {
            watching.set(true);
        }
        while (!watching.get() && !stopped) {
            LockSupport.park(this);
        }
    }

    /** Promotes a follower if a leader has been away since the last look; returns whether there was anything to see. */
    private boolean look() {
        boolean active = false;
        for (Leader leader : leaders.values()) {
            int runs = leader.runs.get();
            if (runs != leader.seen) {
                leader.seen = runs;
                active = true;
            } else if (runs != leader.followed) {
                if (leader.strategy.isIdle()) {
                    threads.execute(leader.strategy);
                }
                leader.followed = runs;
            }
        }
        return active;
    }

    /** Ends the watch. */
    void stop() {
        stopped = true;
        LockSupport.unpark(watch);
    }
}
