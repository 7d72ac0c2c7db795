package io.precinct.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A bucket of tokens for each client: a request takes one, and as many as a client may send per second flow back each
 * second. The number of buckets is bounded; clients beyond it share one, so that inventing addresses helps nobody.
 * Thread-safe.
 */
final class RateLimit {
    private static final int MOST_CLIENTS = 10_000;
    private static final long SECOND = 1_000_000_000L;

    private final int perSecond;
    private final LongSupplier nanoTime;
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bucket others;
    private final AtomicLong sweptAt;

    /**
     * A limit.
     *
     * @param perSecond requests of one client, more than 0; also what it may send at once
     * @param nanoTime a monotonic clock in nanoseconds
     */
    RateLimit(int perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.others = new Bucket(nanoTime.getAsLong());
        this.sweptAt = new AtomicLong(nanoTime.getAsLong());
    }

    int perSecond() {
        return perSecond;
    }

    /** Whether a request of the client with this address may go on. */
    boolean admits(String address) {
        long now = nanoTime.getAsLong();
        String client = client(address);
        Bucket bucket = buckets.get(client);
        if (bucket == null) {
            bucket = newBucket(client, now);
        }
        return bucket.take(now);
    }

    /** Clients with a bucket of their own. */
    int clients() {
        return buckets.size();
    }

    private Bucket newBucket(String client, long now) {
        if (buckets.size() >= MOST_CLIENTS) {
            sweep(now);
            if (buckets.size() >= MOST_CLIENTS) {
                return others;
            }
        }
        return buckets.computeIfAbsent(client, _ -> new Bucket(now));
    }

    /** Drops the buckets that are full again, at most once a second: they say nothing that a new one would not. */
    private void sweep(long now) {
        long swept = sweptAt.get();
        if (now - swept >= SECOND && sweptAt.compareAndSet(swept, now)) {
            buckets.values().removeIf(bucket -> bucket.idleSince(now) >= SECOND);
        }
    }

    /** One IPv6 client owns a whole /64. */
    private static String client(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six ? network(six.getAddress()) : address;
        } catch (IllegalArgumentException notAnAddress) {
            return address;
        }
    }

    private static String network(byte[] address) {
        var network = new StringBuilder(16);
        for (int i = 0; i < 8; i++) {
            network.append(Character.forDigit((address[i] >> 4) & 15, 16))
                    .append(Character.forDigit(address[i] & 15, 16));
        }
        return network.toString();
    }

    /** Tokens in nanoseconds of refilling: a request costs {@code SECOND / perSecond} of them. */
    private final class Bucket {
        /** When the bucket was, or will be, empty; never more than a second back, which is full. */
        private final AtomicLong emptyAt;

        Bucket(long now) {
            emptyAt = new AtomicLong(now - SECOND);
        }

        boolean take(long now) {
            while (true) {
                long empty = emptyAt.get();
                long next = Math.max(empty, now - SECOND) + SECOND / perSecond;
                if (next > now) {
                    return false;
                }
                if (emptyAt.compareAndSet(empty, next)) {
                    return true;
                }
            }
        }

        long idleSince(long now) {
            return now - emptyAt.get();
        }
    }
}
