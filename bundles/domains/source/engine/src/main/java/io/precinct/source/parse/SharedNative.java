package io.precinct.source.parse;

import java.util.concurrent.atomic.AtomicInteger;

/** A shared native object, freed when its last holder releases it. Its maker is the first holder. Thread-safe. */
abstract class SharedNative {
    private final AtomicInteger holders = new AtomicInteger(1);

    /** Adds a holder; false if it is already freed. */
    final boolean retain() {
        return holders.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
    }

    /** Removes a holder. */
    final void release() {
        if (holders.decrementAndGet() == 0) {
            free();
        }
    }

    abstract void free();
}
