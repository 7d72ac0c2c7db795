package io.precinct.http;

import io.precinct.http.limit.ClientNetwork;
import io.precinct.http.limit.TokenBuckets;
import java.util.function.LongSupplier;

/** How many requests a client may send: so many per second, and as many at once. Thread-safe. */
final class RateLimit {
    private final int perSecond;
    private final LongSupplier nanoTime;
    private final TokenBuckets buckets;

    /**
     * A limit.
     *
     * @param perSecond requests of one client, more than 0; also what it may send at once
     * @param nanoTime a monotonic clock in nanoseconds
     */
    RateLimit(int perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.buckets = new TokenBuckets(TokenBuckets.Rate.perSecond(perSecond), nanoTime.getAsLong());
    }

    int perSecond() {
        return perSecond;
    }

    /** Whether a request of the client with this address may go on. */
    boolean admits(String address) {
        return buckets.take(ClientNetwork.of(address), nanoTime.getAsLong()) == 0;
    }
}
