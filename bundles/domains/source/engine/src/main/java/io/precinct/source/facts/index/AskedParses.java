package io.precinct.source.facts.index;

import io.precinct.core.api.thread.NativeThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Parses what requests want to know on threads of its own, so that no request waits longer than it may: a few files of
 * a commit at a time, or all of them. Requests for the same commit share this work, and it continues even if nobody
 * waits for it any more. Thread-safe.
 */
// @req:source-parsing
final class AskedParses implements AutoCloseable {
    /** Files that are worth waiting for. If more are unknown, the answer is given at once. */
    static final int FEW = 500;

    private static final int THREADS_FOR_FEW = 8;
    private static final int THREADS_FOR_ALL = 2;
    private static final int QUEUED = 64;
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Parses parses;
    private final ParsePace pace;
    private final ThreadPoolExecutor few = threads("source-asked", THREADS_FOR_FEW);
    private final ThreadPoolExecutor all = threads("source-asked-all", THREADS_FOR_ALL);
    private final ConcurrentMap<Work, CompletableFuture<Boolean>> underWay = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param pace of work that nobody waits for */
    AskedParses(Parses parses, ParsePace pace) {
        this.parses = parses;
        this.pace = pace;
    }

    /** Work that another thread does, until it is closed. */
    interface Others extends AutoCloseable {
        @Override
        void close();
    }

    /** Files that are parsed together; an index has at most one of each at a time. */
    private record Work(CommitIndex index, boolean whole) {}

    private static ThreadPoolExecutor threads(String name, int most) {
        var threads = new ThreadPoolExecutor(
                most,
                most,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUED),
                Thread.ofPlatform().daemon().name(name).factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /**
     * Makes the facts of files known, as far as time allows. If it does not, all files of the commit are parsed
     * afterwards, by this class or by {@link Indexes#follow}.
     *
     * @param nanos most time to wait; none if it is not positive
     * @return false if some are not known yet
     */
    boolean know(CommitIndex index, List<Integer> positions, Counters counters, long nanos)
            throws InterruptedException {
        long end = System.nanoTime() + nanos;
        while (true) {
            List<Integer> unknown = unknown(index, positions);
            if (unknown.isEmpty()) {
                return true;
            }
            long left = end - System.nanoTime();
            if (left <= 0 || unknown.size() > FEW) {
                knowAll(index, counters);
                return false;
            }
            var own = new CompletableFuture<Boolean>();
            CompletableFuture<Boolean> other = begin(few, new Work(index, false), own, unknown, counters);
            if (!isDone(other == null ? own : other, new Work(index, false), left)) {
                knowAll(index, counters);
                return false;
            }
            if (other == null) {
                // Files that are still unknown had no turn, which the answer says of each.
                return true;
            }
        }
    }

    private static List<Integer> unknown(CommitIndex index, List<Integer> positions) {
        return positions.stream().filter(position -> !index.isKnown(position)).toList();
    }

    /** Begins to parse all unknown files, unless that is under way already. */
    private void knowAll(CommitIndex index, Counters counters) throws InterruptedException {
        var work = new Work(index, true);
        CompletableFuture<Boolean> other = underWay.get(work);
        if (other == null) {
            List<Integer> positions = IntStream.range(0, index.size()).boxed().toList();
            other = begin(all, work, new CompletableFuture<>(), positions, counters);
        }
        if (other != null && other.isCompletedExceptionally()) {
            isDone(other, work, 0);
        }
    }

    /**
     * Begins work.
     *
     * @param own to be completed at its end
     * @return the work that is under way already, or null if this was begun
     */
    private @Nullable CompletableFuture<Boolean> begin(
            ThreadPoolExecutor threads,
            Work work,
            CompletableFuture<Boolean> own,
            List<Integer> positions,
            Counters counters) {
        CompletableFuture<Boolean> other = underWay.putIfAbsent(work, own);
        if (other != null) {
            return other;
        }
        try {
            threads.execute(() -> run(work, own, positions, counters));
        } catch (RejectedExecutionException e) {
            // There are too many requests: this question is answered with what is known, and the next one tries again.
            underWay.remove(work, own);
            own.complete(false);
        }
        return null;
    }

    private void run(Work work, CompletableFuture<Boolean> own, List<Integer> positions, Counters counters) {
        try {
            if (work.whole()) {
                NativeThread.giveWay();
                parses.ensure(work.index(), positions, counters, () -> closed, pace);
            } else {
                parses.ensure(work.index(), positions, counters, () -> closed);
            }
            underWay.remove(work, own);
            own.complete(!closed);
        } catch (InterruptedException | RuntimeException | Error e) {
            // The failure stays until the next question, which receives it.
            own.completeExceptionally(e);
            forgetUnheard();
        }
    }

    /** Drops failures that nobody has received, once there are many others: nobody asks for their commits. */
    private void forgetUnheard() {
        if (underWay.size() > QUEUED) {
            underWay.values().removeIf(CompletableFuture::isCompletedExceptionally);
        }
    }

    /** Whether work ends well in time; its exception is rethrown here, once. */
    private boolean isDone(CompletableFuture<Boolean> done, Work work, long nanos) throws InterruptedException {
        try {
            return done.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            underWay.remove(work, done);
            throw Parses.unwrapped(e);
        }
    }

    /** Registers work on all files of a commit that another thread does, so that it is not begun here as well. */
    Others others(CommitIndex index) {
        var work = new Work(index, true);
        var theirs = new CompletableFuture<Boolean>();
        boolean first = underWay.putIfAbsent(work, theirs) == null;
        return () -> {
            if (first) {
                underWay.remove(work, theirs);
                theirs.complete(true);
            }
        };
    }

    /**
     * Lets the files that are being parsed finish, then ends the work: an interrupted thread closes the store under
     * everybody.
     */
    @Override
    public void close() {
        closed = true;
        for (ThreadPoolExecutor threads : List.of(few, all)) {
            threads.shutdown();
            try {
                if (!threads.awaitTermination(CLOSING.toSeconds(), TimeUnit.SECONDS)) {
                    threads.shutdownNow();
                }
            } catch (InterruptedException e) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
