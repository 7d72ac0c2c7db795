package io.precinct.core.watch;

import java.util.concurrent.atomic.AtomicInteger;

/** The requests that a route serves at once, where it bounds them. Thread-safe. */
public final class RouteBulkhead {
    private final int most;
    private final AtomicInteger taken;

    RouteBulkhead(int most) {
        this(most, new AtomicInteger());
    }

    private RouteBulkhead(int most, AtomicInteger taken) {
        this.most = most;
        this.taken = taken;
    }

    /** The same requests under another bound. */
    RouteBulkhead of(int bound) {
        return bound == most ? this : new RouteBulkhead(bound, taken);
    }

    /** How many there are. */
    public int most() {
        return most;
    }

    /** Takes a place; false where there is none. */
    public boolean enter() {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Gives a place back. */
    public void leave() {
        taken.decrementAndGet();
    }
}
