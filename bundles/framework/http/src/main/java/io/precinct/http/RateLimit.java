package io.precinct.http;

import io.precinct.http.limit.ClientNetwork;
import io.precinct.http.limit.TokenBuckets;
import java.util.function.LongSupplier;

/**
 * How many requests a client may send: so many per second, and as many at once. Thread-safe.
 *
 * @param perSecond requests of one client, more than 0; also what it may send at once
 * @param nanoTime a monotonic clock in nanoseconds
 * @param buckets by client
 */
record RateLimit(int perSecond, LongSupplier nanoTime, TokenBuckets buckets) {
    RateLimit(int perSecond, LongSupplier nanoTime) {
        this(perSecond, nanoTime, new TokenBuckets(TokenBuckets.Rate.perSecond(perSecond), nanoTime.getAsLong()));
    }

    /** Whether a request of the client with this address may go on. */
    boolean admits(String address) {
        return buckets.take(ClientNetwork.of(address), nanoTime.getAsLong()) == 0;
    }
}
