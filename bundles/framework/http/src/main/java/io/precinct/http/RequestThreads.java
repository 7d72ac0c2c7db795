package io.precinct.http;

import io.precinct.core.api.dispatch.ReplaceableThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.TryExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The listener's threads: platform threads, passed from one request to the next. They are platform threads because a
 * plug-in that computes for ever then has to share the processors with everybody else, and because a request costs less
 * on them than on virtual ones. A thread that is given up makes room for another one and ends when it returns. Its
 * priority may have been lowered, which threads started by it would inherit for good: it never starts any. Thread-safe.
 */
final class RequestThreads implements ThreadPool, TryExecutor {
    /** Additional threads: for the selectors, and for requests that are refused at once. */
    private static final int SPARE = 64;

    private static final long IDLE_SECONDS = 20;

    /** Threads are renewed, so that leftovers of plug-ins on them ({@code ThreadLocal}) disappear. */
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** A request that takes no longer is brief. */
    private static final long BRIEF_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    /** After this many requests it is decided whether a thread's requests are brief; this few may be slow. */
    private static final int MANY = 128;

    private static final int FEW = 12;

    /** If requests come less often, watching them would cost more than it saves. */
    private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How long a task waits for a thread before a check whether another one may be started. */
    private static final long LOOK_MILLIS = 50;

    private final Pool pool;
    private final LeaderFollowers followers;

    /** Starts threads for those that must not. */
    private final ThreadPoolExecutor starter;

    /** Threads of a listener with this name. */
    RequestThreads(String name, int requests) {
        this(name, requests, LIFE_NANOS);
    }

    /** Threads of a listener with this name, each renewed after this time. */
    RequestThreads(String name, int requests, long lifeNanos) {
        pool = new Pool(name, requests + SPARE, lifeNanos);
        starter = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name(name + "-starter").factory());
        boolean ignored = starter.prestartCoreThread();
        followers = new LeaderFollowers(name, this);
    }

    /** Selectors that may do without a selecting follower while they answer brief requests. */
    LeaderFollowers followers() {
        return followers;
    }

    /** Notes that the calling thread has answered a request, and how long it took. */
    static void answered(long nanos) {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.answered(nanos);
        }
    }

    /** Sets how many requests may be under way at once. */
    void requests(int most) {
        pool.atMost(most + SPARE);
    }

    @Override
    public void execute(Runnable task) {
        if (Worker.isReplaced()) {
            starter.execute(() -> pool.execute(task));
        } else {
            pool.execute(task);
        }
    }

    /** Hands the task to a waiting thread, or lets it wait for a moment; false if neither is possible. */
    @Override
    public boolean tryExecute(Runnable task) {
        LeaderFollowers.Leader leader = followers.leader(task);
        if (leader != null && Thread.currentThread() instanceof Worker worker) {
            worker.leads = leader;
            if (worker.replaced.get()) {
                execute(task);
                return true;
            }
            if (leader.awaitsReturn()) {
                return false;
            }
            if (worker.spent() && pool.getPoolSize() < pool.getMaximumPoolSize()) {
                // Otherwise the thread would select, and answer brief requests, as long as requests arrive.
                worker.givesUp = true;
                execute(task);
                return true;
            }
            if (worker.answersBriefly()) {
                followers.goes(leader);
                return true;
            }
        }
        return pool.getQueue().offer(task);
    }

    /** Interrupts running requests; nothing new begins. */
    void stop() {
        followers.stop();
        starter.shutdownNow();
        pool.shutdownNow();
    }

    @Override
    public void join() throws InterruptedException {
        boolean ignored = pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public int getThreads() {
        return pool.getPoolSize();
    }

    @Override
    public int getIdleThreads() {
        return Math.max(0, pool.getPoolSize() - pool.getActiveCount());
    }

    @Override
    public boolean isLowOnThreads() {
        return pool.getPoolSize() >= pool.getMaximumPoolSize() && getIdleThreads() == 0;
    }

    /** One of these threads. */
    private static final class Worker extends Thread implements ReplaceableThread {
        private final Pool pool;
        private final AtomicBoolean replaced = new AtomicBoolean();
        private final long born = System.nanoTime();

        // For the thread itself only.
        private int answered;
        private int slow;
        private long began;
        private boolean brief;
        private boolean givesUp;
        private LeaderFollowers.@Nullable Leader leads;
        private LeaderFollowers.@Nullable Leader returnsTo;

        Worker(Pool pool, Runnable work, String name) {
            super(null, work, name, 0, false);
            this.pool = pool;
            setDaemon(true);
        }

        @Override
        public void replace() {
            if (replaced.compareAndSet(false, true)) {
                pool.lost(1);
            }
        }

        /** Whether another thread has replaced the calling one. */
        static boolean isReplaced() {
            return Thread.currentThread() instanceof Worker worker && worker.replaced.get();
        }

        private void answered(long nanos) {
            if (replaced.get() || givesUp) {
                returns();
                return;
            }
            answered++;
            slow += nanos > BRIEF_NANOS ? 1 : 0;
            if (slow > FEW || answered == MANY) {
                long now = System.nanoTime();
                brief = slow <= FEW && now - began < OFTEN_NANOS;
                answered = 0;
                slow = 0;
                began = now;
            }
        }

        /**
         * Lets another thread select. One with lowered priority would keep all of its selector's connections waiting,
         * and one whose time is over must not continue selecting because it returned before its follower.
         */
        private void returns() {
            if (returnsTo == null && leads != null) {
                returnsTo = leads;
                returnsTo.returns();
            }
            if (returnsTo != null) {
                returnsTo.awaitFollower();
            }
        }

        /** Whether its requests come often and take next to no time. */
        boolean answersBriefly() {
            return brief && !spent();
        }

        boolean spent() {
            return replaced.get() || System.nanoTime() - born > pool.lifeNanos;
        }

        @Override
        public void run() {
            try {
                super.run();
            } catch (Spent end) {
                // another thread has taken the place of this thread
            } finally {
                if (returnsTo != null) {
                    returnsTo.returned();
                }
                if (replaced.get()) {
                    pool.lost(-1);
                }
            }
        }
    }

    /** Ends a thread; the pool starts another one, from a thread that may. */
    private static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Spent() {
            super("the thread has had its time", null, false, false);
        }
    }

    private static final class Pool extends ThreadPoolExecutor {
        private final AtomicInteger count = new AtomicInteger();
        private final long lifeNanos;
        private int most;
        private int lost;

        Pool(String name, int most, long lifeNanos) {
            super(0, most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>());
            this.most = most;
            this.lifeNanos = lifeNanos;
            setThreadFactory(
                    work -> Worker.isReplaced() ? null : new Worker(this, work, name + "-" + count.incrementAndGet()));
            setRejectedExecutionHandler(Pool::handOver);
        }

        /**
         * Handles the moment in which all threads are taken: those beyond the requests under way never stay away for
         * long.
         */
        private static void handOver(Runnable task, ThreadPoolExecutor pool) {
            try {
                while (!pool.isShutdown()) {
                    if (pool.getQueue().offer(task, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    if (pool.getPoolSize() < pool.getMaximumPoolSize()) {
                        pool.execute(task);
                        return;
                    }
                }
                throw new RejectedExecutionException("the listener has stopped");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RejectedExecutionException("interrupted while all threads were taken", e);
            }
        }

        synchronized void atMost(int threads) {
            most = threads;
            setMaximumPoolSize(most + lost);
        }

        synchronized void lost(int change) {
            lost += change;
            setMaximumPoolSize(most + lost);
        }

        @Override
        protected void afterExecute(Runnable task, Throwable failure) {
            if (Thread.currentThread() instanceof Worker worker && worker.spent()) {
                throw new Spent();
            }
        }
    }
}
