package io.precinct.source.parse;

import java.util.concurrent.atomic.AtomicInteger;

/** Something native that several hold; freed when the last lets go. Its maker is the first holder. Thread-safe. */
abstract class SharedNative {
    private final AtomicInteger holders = new AtomicInteger(1);

    /** One holder more; false where it is freed already. */
    final boolean retain() {
        return holders.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
    }

    /** One holder less. */
    final void release() {
        if (holders.decrementAndGet() == 0) {
            free();
        }
    }

    abstract void free();
}
