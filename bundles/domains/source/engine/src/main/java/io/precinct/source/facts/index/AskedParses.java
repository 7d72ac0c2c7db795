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
 * Parses on threads of its own what requests want to know, so that no request waits longer than it may: a few files of a
 * commit at a time, or all of them. Requests for the same commit share this work, and what is begun goes on when nobody waits
 * for it any more. Thread-safe.
 */
// @req:source-parsing
final class AskedParses implements AutoCloseable {
    /** Files that are worth waiting for. Where more are not known, the answer is given at once. */
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

    /** Work that somebody else does, until it is closed. */
    interface Others extends AutoCloseable {
        @Override
        void close();
    }

    /** What is parsed together; an index has at most one of each at a time. */
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
     * Makes the facts of files known, as far as that is possible in time. Where it is not, all files of the commit are being
     * parsed afterwards, by this or by {@link Indexes#follow}.
     *
     * @param nanos most time to wait; none where it is not positive
     * @return false where some are not known yet
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
                // What is not known even so had no turn, which the answer says of each file.
                return true;
            }
        }
    }

    private static List<Integer> unknown(CommitIndex index, List<Integer> positions) {
        return positions.stream().filter(position -> !index.isKnown(position)).toList();
    }

    /** Begins to parse all files that are not known, unless somebody does that already. */
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
     * @return the work that is under way already, or null where this was begun
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
            // Too much is asked for: this question is answered with what is known, and whoever asks next tries again.
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
            // It stays until somebody asks again, who is told.
            own.completeExceptionally(e);
            forgetUnheard();
        }
    }

    /** Failures of which nobody has heard by the time that many others are there are of commits nobody asks for. */
    private void forgetUnheard() {
        if (underWay.size() > QUEUED) {
            underWay.values().removeIf(CompletableFuture::isCompletedExceptionally);
        }
    }

    /** Whether work ends well in time; what it throws is thrown here, once. */
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

    /** Work on all files of a commit that somebody else does, so that it is not begun here as well. */
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

    /** Ends the work after the files that are being parsed: a thread that is interrupted closes the store under everybody. */
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
