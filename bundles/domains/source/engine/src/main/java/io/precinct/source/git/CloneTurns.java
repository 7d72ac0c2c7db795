package io.precinct.source.git;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits how many clones are made at once: each holds its objects in memory, and a dozen of them when a service starts
 * would take the memory that it works with. First come, first served. A turn is for work on this machine: whoever waits
 * for one takes over that of a clone whose remote sends nothing. Thread-safe.
 */
final class CloneTurns {
    /** An ordinary repository, of some hundred thousand objects, needs less while it is cloned. */
    private static final long BYTES_OF_ONE = 256L << 20;

    private static final int MOST = 4;
    /** How long a remote may send next to nothing before its clone can lose its turn. */
    private static final Duration STALLED = Duration.ofSeconds(2);
    /** Less than this in that time is next to nothing. */
    private static final long LEAST_BYTES = 4096;

    private static final int LOOKS = 8;

    private final int atOnce;
    private final long stalledNanos;
    private final long lookMillis;
    private final Set<Turn> going = new LinkedHashSet<>();
    private final Deque<Turn> waiting = new ArrayDeque<>();

    CloneTurns(int atOnce) {
        this(atOnce, STALLED);
    }

    /** @param stalled how long a remote may send next to nothing, at least some milliseconds */
    CloneTurns(int atOnce, Duration stalled) {
        this.atOnce = atOnce;
        this.stalledNanos = stalled.toNanos();
        this.lookMillis = Math.max(1, stalled.toMillis() / LOOKS);
    }

    /** As many as fit into half of the heap, at least one. */
    static CloneTurns ofThisProcess() {
        return new CloneTurns(atOnce(Runtime.getRuntime().maxMemory()));
    }

    static int atOnce(long heapBytes) {
        return Math.clamp(heapBytes / 2 / BYTES_OF_ONE, 1, MOST);
    }

    /** How far the work of a turn is. */
    interface Work {
        /** A number of bytes that grows while the remote sends; negative once the remote has sent everything. */
        long arrived();
    }

    /** Waits for a turn, which is to be closed. */
    Turn take(Work work) throws InterruptedIOException {
        var turn = new Turn(work);
        enter(turn);
        return turn;
    }

    /**
     * Waits for its turn. A connection that is open goes before those that are not, but only once: remotes that stall
     * again and again must not keep others out.
     */
    private synchronized void enter(Turn turn) throws InterruptedIOException {
        if (turn.lost == 1) {
            waiting.addFirst(turn);
        } else {
            waiting.addLast(turn);
        }
        try {
            while (waiting.getFirst() != turn || !hasRoom()) {
                wait(lookMillis);
            }
            going.add(turn);
            turn.begin();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the clone was given up before its turn");
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
    }

    private boolean hasRoom() {
        if (going.size() < atOnce) {
            return true;
        }
        Turn stalled = null;
        for (Turn turn : going) {
            // All of them are looked at, so that each look covers the same time.
            if (turn.isStalled() && stalled == null) {
                stalled = turn;
            }
        }
        if (stalled == null) {
            return false;
        }
        stalled.lost++;
        end(stalled);
        return true;
    }

    private synchronized void end(Turn turn) {
        if (going.remove(turn)) {
            turn.goes = false;
            notifyAll();
        }
    }

    /** A turn, which ends when it is closed. */
    final class Turn implements AutoCloseable {
        private final Work work;
        private volatile boolean goes;
        private int lost;
        private long arrived;
        private long moved;

        private Turn(Work work) {
            this.work = work;
        }

        private void begin() {
            arrived = work.arrived();
            moved = System.nanoTime();
            goes = true;
        }

        private boolean isStalled() {
            long now = System.nanoTime();
            long bytes = work.arrived();
            if (bytes < 0 || bytes - arrived >= LEAST_BYTES) {
                arrived = bytes;
                moved = now;
            }
            return now - moved > stalledNanos;
        }

        /** To be called before each step of the work. Waits for another turn if this one was taken over. */
        void goOn() throws InterruptedIOException {
            if (!goes) {
                enter(this);
            }
        }

        @Override
        public void close() {
            end(this);
        }
    }
}
