package io.precinct.source.git;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;

/**
 * Limits how many clones are made at once: each holds its objects in memory, and a dozen of them when a service starts
 * would take the memory that it works with. First come, first served. Thread-safe.
 */
final class CloneTurns {
    /** An ordinary repository, of some hundred thousand objects, needs less while it is cloned. */
    private static final long BYTES_OF_ONE = 256L << 20;

    private static final int MOST = 4;

    private final Semaphore turns;

    CloneTurns(int atOnce) {
        turns = new Semaphore(atOnce, true);
    }

    /** As many as fit into half of the heap, at least one. */
    static CloneTurns ofThisProcess() {
        return new CloneTurns(atOnce(Runtime.getRuntime().maxMemory()));
    }

    static int atOnce(long heapBytes) {
        return Math.clamp(heapBytes / 2 / BYTES_OF_ONE, 1, MOST);
    }

    /** Waits for a turn, which is to be closed. */
    Turn take() throws InterruptedIOException {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the clone was given up before its turn");
        }
        return turns::release;
    }

    /** A turn, which ends when it is closed. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
