package io.precinct.treesitter;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the users of a native object, so that it is not freed while it is in use. Thread-safe. */
final class UseCount {
    private static final int CLOSED = -1;

    private final String what;
    private final TreeSitter.Kind kind;
    private final AtomicInteger count = new AtomicInteger();

    UseCount(String what, TreeSitter.Kind kind) {
        this.what = what;
        this.kind = kind;
        kind.live.incrementAndGet();
    }

    void enter() {
        count.updateAndGet(n -> {
            if (n == CLOSED) {
                throw new IllegalStateException(what + " is closed");
            }
            return n + 1;
        });
    }

    void leave() {
        count.decrementAndGet();
    }

    int users() {
        return Math.max(0, count.get());
    }

    /** True for the one call that has to free it; false if it is closed already. */
    boolean close() {
        int before = count.getAndUpdate(n -> n == 0 ? CLOSED : n);
        if (before > 0) {
            throw new IllegalStateException(what + " is in use by " + before + " others; close those first");
        }
        if (before == 0) {
            kind.live.decrementAndGet();
        }
        return before == 0;
    }
}
