package io.precinct.http.limit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket of tokens for each key: a number of tokens may be taken at once, and they flow back one by one. The number
 * of buckets is bounded, and full buckets are forgotten. If all buckets are in use, a new key shares a bucket with
 * other keys, so that inventing keys does not help. Thread-safe; taking a token holds no lock.
 */
public final class TokenBuckets {
    private static final int MOST_BUCKETS = 10_000;
    private static final long SECOND = 1_000_000_000L;

    private final Rate rate;
    /** By key, when the bucket will be full again, in nanoseconds; a time in the past means full. */
    private final ConcurrentHashMap<String, AtomicLong> fullAt = new ConcurrentHashMap<>();

    private final AtomicLong othersFullAt;
    private final AtomicLong sweptAt;

    /**
     * The allowed rate.
     *
     * @param burst tokens of a full bucket
     * @param every nanoseconds after which one flows back
     */
    public record Rate(int burst, long every) {
        /** This many a second, and as many at once; more than 0. */
        public static Rate perSecond(int count) {
            return new Rate(count, SECOND / count);
        }

        private long untilFull() {
            return burst * every;
        }
    }

    /**
     * Full buckets.
     *
     * @param now the time on the monotonic clock, in nanoseconds, as passed to later calls
     */
    public TokenBuckets(Rate rate, long now) {
        this.rate = rate;
        this.othersFullAt = new AtomicLong(now);
        this.sweptAt = new AtomicLong(now);
    }

    /**
     * Takes a token.
     *
     * @return 0 if there was one, else the nanoseconds until there is
     */
    public long take(String key, long now) {
        AtomicLong bucket = fullAt.get(key);
        if (bucket == null) {
            bucket = newBucket(key, now);
        }
        while (true) {
            long before = bucket.get();
            long after = Math.max(before, now) + rate.every();
            long wait = after - now - rate.untilFull();
            if (wait > 0) {
                return wait;
            }
            if (bucket.compareAndSet(before, after)) {
                return 0;
            }
        }
    }

    /** Puts a taken token back. */
    public void giveBack(String key) {
        fullAt.getOrDefault(key, othersFullAt).addAndGet(-rate.every());
    }

    private AtomicLong newBucket(String key, long now) {
        if (fullAt.size() >= MOST_BUCKETS) {
            sweep(now);
            if (fullAt.size() >= MOST_BUCKETS) {
                return othersFullAt;
            }
        }
        return fullAt.computeIfAbsent(key, _ -> new AtomicLong(now));
    }

    /** Drops full buckets, at most once a second: they are the same as new ones. */
    private void sweep(long now) {
        long swept = sweptAt.get();
        if (now - swept >= SECOND && sweptAt.compareAndSet(swept, now)) {
            fullAt.values().removeIf(full -> full.get() <= now);
        }
    }

    /** Keys with a bucket of their own. */
    public int size() {
        return fullAt.size();
    }
}
