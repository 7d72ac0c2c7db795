package io.precinct.core.watch;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the requests that a route serves at once. Thread-safe.
 *
 * @param most how many requests may be served at once
 * @param taken how many requests are being served now; the count continues if the limit changes
 */
public record RouteBulkhead(int most, AtomicInteger taken) {
    RouteBulkhead(int most) {
        this(most, new AtomicInteger());
    }

    /** A bulkhead with another limit that shares the count of this one. */
    RouteBulkhead of(int limit) {
        return limit == most ? this : new RouteBulkhead(limit, taken);
    }

    /** Takes a place; false if none is free. */
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
