package io.precinct.core.chain;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the requests on a chain, and signals when the last one has left a closed chain. The state is one atomic word:
 * the sign bit is set if the chain is closed, the other bits are the count. Thread-safe.
 */
final class DrainCounter {
    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicLong state = new AtomicLong();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    /** Enters; false if the chain takes no more requests and the caller must look up the current chain. */
    boolean enter() {
        if (state.incrementAndGet() < 0) {
            leave();
            return false;
        }
        return true;
    }

    /** Leaves after a successful {@link #enter}. */
    void leave() {
        if (state.decrementAndGet() == CLOSED) {
            drained.complete(null);
        }
    }

    /** Takes no more requests; completes when those in flight have left. */
    // @req:deploy-drain
    CompletableFuture<Void> close() {
        long before = state.getAndUpdate(s -> s | CLOSED);
        if (before == 0 || before == CLOSED) {
            drained.complete(null);
        }
        return drained;
    }

    /** Requests on the chain now. */
    long inFlight() {
        return state.get() & ~CLOSED;
    }
}
