package io.precinct.boundary.seal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The most recently sealed chains: a ring of {@value #SIZE}, in which the newest chain replaces the oldest. Chains are
 * copied into long-lived arrays, so that the chain objects become garbage with their requests. If the objects were
 * kept, every young collection would have to copy them. Thread-safe; writers contend only if one overtakes another by a
 * whole ring.
 */
final class RecentChains {
    /** The number of chains; they take about 3 MB if they have the usual length. */
    static final int SIZE = 1024;

    private final AtomicReferenceArray<SealedChain.@Nullable Slot> ring = new AtomicReferenceArray<>(SIZE);
    private final AtomicLong next = new AtomicLong();

    void add(SealedChain chain) {
        int at = (int) (next.getAndIncrement() % SIZE);
        SealedChain.Slot slot = ring.getAcquire(at);
        if (slot == null) {
            slot = ring.compareAndExchange(at, null, new SealedChain.Slot(chain));
        }
        if (slot != null) {
            slot.keep(chain);
        }
    }

    /** The newest chain of this root, or null. */
    @Nullable
    SealedChain find(byte[] root) {
        long newest = next.get() - 1;
        for (long i = newest; i > newest - SIZE && i >= 0; i--) {
            SealedChain.Slot slot = ring.getAcquire((int) (i % SIZE));
            SealedChain chain = slot == null ? null : slot.ofRoot(root);
            if (chain != null) {
                return chain;
            }
        }
        return null;
    }
}
