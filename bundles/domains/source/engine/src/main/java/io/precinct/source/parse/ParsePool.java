package io.precinct.source.parse;

import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that parse: one per processor, each with a parser and a cursor of its own, whose native memory would
 * otherwise grow with the number of requests. They have low priority: indexing a repository must not make requests
 * wait, and neither may a request that computes for long. Repositories take turns, and large files never take all
 * threads. Thread-safe.
 */
public final class ParsePool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParsePool.class);
    private static final int QUEUED = 256;
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** A thread that does not return is replaced, but only while at most this many are lost. */
    private static final int MOST_LOST = 4;

    private final TurnQueue queue;
    private final List<Worker> workers = new ArrayList<>();
    private final Duration grace;
    private int lost;
    private volatile boolean closed;

    /**
     * A pool of this many threads.
     *
     * @param grace how long native code may take to notice a stop before its thread is given up for lost
     */
    public ParsePool(int threads, Duration grace) {
        this.grace = grace;
        this.queue = new TurnQueue(QUEUED, Math.max(1, threads - 1));
        for (int i = 0; i < threads; i++) {
            start();
        }
    }

    /** One thread per processor. */
    public ParsePool() {
        this(Math.max(2, Runtime.getRuntime().availableProcessors()), GRACE);
    }

    /**
     * Runs work in this process.
     *
     * @param handle what to work with; not isolated
     * @throws TimedOut if it did not end in time
     * @throws X what the work threw
     */
    public <T, X extends Exception> T call(LanguageHandle handle, LocalTask<T, X> call, TaskLimits limit)
            throws TimedOut, InterruptedException, X {
        LoadedLanguage loaded = handle.loaded();
        return submit(new ParseTask<T>(handle.again(), loaded, call, limit), limit);
    }

    /**
     * Runs work in the process of its language: in this one, or in that of a fetched grammar, which takes no thread of
     * the pool.
     *
     * @throws TimedOut if it did not end in time
     * @throws WorkerCrashed if the grammar's process ended during it
     * @throws IllegalStateException if it failed in that process, or the process cannot load the grammar
     */
    public byte[] run(LanguageHandle handle, Operation operation, byte[] utf8, byte[] options, TaskLimits limit)
            throws TimedOut, WorkerCrashed, BadQuery, InterruptedException {
        if (handle.held() instanceof WorkerProcess process) {
            try {
                return process.run(operation, utf8, options, limit);
            } catch (LanguageUnusable e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }
        return this.<byte[], BadQuery>call(handle, tools -> operation.run(tools, utf8, options), limit);
    }

    /** How much work waits for a thread. */
    int waiting() {
        return queue.size();
    }

    /** Ends the threads after their current work; waiting work is dropped. */
    @Override
    public void close() {
        closed = true;
        List<Worker> ending;
        synchronized (workers) {
            ending = List.copyOf(workers);
        }
        ending.forEach(worker -> worker.thread.interrupt());
        for (Worker worker : ending) {
            try {
                worker.thread.join(grace);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        for (ParseTask<?> task = queue.poll(); task != null; task = queue.poll()) {
            task.fail(new TimedOut(false));
        }
    }

    private <T, X extends Exception> T submit(ParseTask<T> task, TaskLimits limit)
            throws TimedOut, InterruptedException, X {
        if (!offer(task, limit)) {
            task.fail(new TimedOut(false));
            throw new TimedOut(false);
        }
        try {
            if (!task.await()) {
                giveUp(task);
            }
        } catch (InterruptedException e) {
            giveUp(task);
            throw e;
        }
        return task.<X>outcome();
    }

    private boolean offer(ParseTask<?> task, TaskLimits limit) throws InterruptedException {
        try {
            return !closed && queue.offer(task, limit.waiting().toNanos());
        } catch (InterruptedException e) {
            task.fail(e);
            throw e;
        }
    }

    /** Waits uninterruptibly until nobody works on it any more. */
    private void giveUp(ParseTask<?> task) {
        task.abandon();
        if (queue.remove(task)) {
            task.fail(new TimedOut(false));
        } else if (!task.awaitQuietly(grace)) {
            lose(task);
        }
    }

    private void start() {
        synchronized (workers) {
            if (!closed) {
                var worker = new Worker();
                workers.add(worker);
                worker.thread.start();
            }
        }
    }

    private void lose(ParseTask<?> task) {
        synchronized (workers) {
            for (Worker worker : workers) {
                if (worker.current == task && !worker.lost && lost < MOST_LOST) {
                    worker.lost = true;
                    lost++;
                    LOG.error("a parse does not stop; its thread is given up and replaced ({} of {})", lost, MOST_LOST);
                    workers.remove(worker);
                    queue.ended(task);
                    start();
                    return;
                }
            }
        }
    }

    /** Counts a thread that was given up but has ended after all. */
    private void found() {
        synchronized (workers) {
            lost--;
        }
    }

    /** One thread with its tools. */
    private final class Worker {
        private final Thread thread = LongLived.unstarted("parse", LOG::error, this::work);
        private volatile @Nullable ParseTask<?> current;
        private volatile boolean lost;

        /** Works until the pool closes or the thread is given up; runs again with new tools if anything is thrown. */
        private void work() throws InterruptedException {
            NativeThread.giveWay();
            var tools = new ParserTools(new Parser(), new Cursor());
            try {
                while (!closed && !lost) {
                    ParseTask<?> task = queue.take();
                    current = task;
                    try {
                        task.run(tools);
                    } finally {
                        queue.ended(task);
                    }
                    current = null;
                }
                if (lost) {
                    found();
                }
            } finally {
                tools.close();
            }
        }
    }
}
