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
 * Leader and followers: the thread that selects what has come answers it, too, and only where that takes longer than a
 * moment another thread goes on selecting. A request that is brief then costs no change of threads, which would be a third of
 * its processor time. Who is away for longer is seen by a thread that looks every millisecond while requests come, and
 * sleeps while none do. Thread-safe.
 */
final class LeaderFollowers {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderFollowers.class);

    private static final long TICK_NANOS = 1_000_000;

    /** How long a thread waits for another one that selects in its place. */
    private static final long LONGEST_RETURN_NANOS = 100 * TICK_NANOS;

    /** Without anything to look at for so many ticks it sleeps. */
    private static final int QUIET_TICKS = 20;

    private final Executor threads;
    private final Map<Runnable, Leader> leaders = new ConcurrentHashMap<>();
    private final AtomicBoolean watching = new AtomicBoolean(true);
    private final Thread watch;
    private volatile boolean stopped;

    /** What is known of the threads of one selector. */
    static final class Leader {
        private final AdaptiveExecutionStrategy strategy;

        /** Counts what its leader went away for. Another thread may lead by the time at which it is counted. */
        private final AtomicInteger runs = new AtomicInteger();

        /** What the watch saw when it looked last, and for which of them it has promoted a follower. Its own. */
        private int seen;

        private int followed;

        private final AtomicInteger returning = new AtomicInteger();

        Leader(AdaptiveExecutionStrategy strategy) {
            this.strategy = strategy;
        }

        /** Whether a thread comes back that is to find somebody else selecting. */
        boolean awaitsReturn() {
            return returning.get() > 0;
        }

        /**
         * A thread comes back from what it went away for, and is not to select again: until it {@linkplain #returned has
         * ended}, whoever selects goes on with that and has others answer.
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

        /** The thread has ended. */
        void returned() {
            returning.decrementAndGet();
        }
    }

    /** Has followers come from these threads. */
    LeaderFollowers(String name, Executor threads) {
        this.threads = threads;
        this.watch = LongLived.start(name + "-watch", LOG::error, this::watch);
    }

    /** From now on these may do without a follower for a moment. */
    void lead(Collection<AdaptiveExecutionStrategy> strategies) {
        strategies.forEach(strategy -> leaders.put(strategy, new Leader(strategy)));
    }

    /** These have ended. */
    void end(Collection<AdaptiveExecutionStrategy> strategies) {
        strategies.forEach(leaders::remove);
    }

    /** Whom a task belongs to that goes on selecting; null where it is another one. */
    @Nullable
    Leader leader(Runnable task) {
        return leaders.get(task);
    }

    /** The calling thread leads and is about to answer something that is likely to be brief: its follower is to wait. */
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

    /** Promotes a follower where a leader has been away since the last look; whether there was anything to see. */
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
