package io.precinct.boundary.seal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The chains sealed lately: a ring of {@value #SIZE}, in which the newest replaces the oldest. Thread-safe; writing is
 * one atomic increment and one store.
 */
final class RecentChains {
    /** About 3 MB when full. */
    static final int SIZE = 1024;

    private final AtomicReferenceArray<@Nullable SealedChain> ring = new AtomicReferenceArray<>(SIZE);
    private final AtomicLong next = new AtomicLong();

    void add(SealedChain chain) {
        ring.setRelease((int) (next.getAndIncrement() % SIZE), chain);
    }

    /** The newest chain of this root, or null. */
    @Nullable
    SealedChain find(byte[] root) {
        long newest = next.get() - 1;
        for (long i = newest; i > newest - SIZE && i >= 0; i--) {
            SealedChain chain = ring.getAcquire((int) (i % SIZE));
            if (chain != null && chain.hasRoot(root)) {
                return chain;
            }
        }
        return null;
    }
}
