package io.precinct.http;

import io.precinct.http.limit.ClientNetwork;
import io.precinct.http.limit.TokenBuckets;
import java.util.function.LongSupplier;

/**
 * How many requests a client may send: a number per second, and the same number at once. Thread-safe.
 *
 * @param perSecond requests of one client, more than 0; also how many it may send at once
 * @param nanoTime a monotonic clock in nanoseconds
 * @param buckets by client
 */
record RateLimit(int perSecond, LongSupplier nanoTime, TokenBuckets buckets) {
    RateLimit(int perSecond, LongSupplier nanoTime) {
        this(perSecond, nanoTime, new TokenBuckets(TokenBuckets.Rate.perSecond(perSecond), nanoTime.getAsLong()));
    }

    /** Whether a request from this address may continue. */
    boolean admits(String address) {
        return buckets.take(ClientNetwork.of(address), nanoTime.getAsLong()) == 0;
    }
}
