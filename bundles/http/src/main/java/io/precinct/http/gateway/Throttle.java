package io.precinct.http.gateway;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Slows down who guesses: an address may fail some times and then once in a while; so may a user's name, from wherever
 * the attempts come. An address from which the user has passed lately does not count against his name, or anybody could
 * lock him out. An attempt is taken before its outcome is known and given back if it was right, so that many at once
 * gain nothing. Memory is bounded. Thread-safe.
 */
final class Throttle {
    /**
     * How often something may fail.
     *
     * @param burst failures before it is slowed down
     * @param every nanoseconds after which one more is allowed
     */
    record Rate(int burst, long every) {}

    static final Rate PER_ADDRESS = new Rate(10, TimeUnit.SECONDS.toNanos(5));
    static final Rate PER_USER = new Rate(30, TimeUnit.SECONDS.toNanos(10));

    private static final long SECOND = 1_000_000_000L;
    private static final int MOST = 10_000;
    private static final int LONGEST_NAME = 64;
    private static final long REMEMBERED = TimeUnit.DAYS.toNanos(1);

    private final LongSupplier nanoTime;
    private final Buckets addresses;
    private final Buckets users;
    private final Map<String, Long> passed = new LinkedHashMap<>(16, 0.75f, true);

    Throttle(Rate perAddress, Rate perUser, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.addresses = new Buckets(perAddress);
        this.users = new Buckets(perUser);
    }

    /**
     * Takes an attempt.
     *
     * @return 0 where it may be made, else the seconds after which to try again
     */
    synchronized int take(String address, String name) {
        long now = nanoTime.getAsLong();
        String client = client(address);
        String user = user(name);
        // The address first, and alone where it is too fast: names invented from there leave no trace.
        long wait = addresses.take(client, now);
        if (wait == 0 && !hasPassed(client, user, now)) {
            wait = users.take(user, now);
            if (wait > 0) {
                addresses.giveBack(client);
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, (wait + SECOND - 1) / SECOND);
    }

    /** An attempt that was right. */
    synchronized void right(String address, String name) {
        String client = client(address);
        String user = user(name);
        long now = nanoTime.getAsLong();
        boolean known = hasPassed(client, user, now);
        untried(address, name);
        if (!known && passed.size() >= MOST) {
            passed.remove(passed.keySet().iterator().next());
        }
        passed.put(pair(client, user), now);
    }

    /** An attempt that was taken and not made. */
    synchronized void untried(String address, String name) {
        String client = client(address);
        String user = user(name);
        addresses.giveBack(client);
        if (!hasPassed(client, user, nanoTime.getAsLong())) {
            users.giveBack(user);
        }
    }

    private boolean hasPassed(String client, String user, long now) {
        Long at = passed.get(pair(client, user));
        return at != null && now - at < REMEMBERED;
    }

    /** Names and addresses that are remembered. */
    synchronized int size() {
        return addresses.fullAt.size() + users.fullAt.size() + passed.size();
    }

    private static String pair(String client, String user) {
        return client + '\n' + user;
    }

    /** No user has a longer name: those that are invented share what is remembered of them. */
    private static String user(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }

    /** One IPv6 client owns a whole /64. */
    private static String client(String address) {
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six
                    ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), 8))
                    : address;
        } catch (IllegalArgumentException notAnAddress) {
            return address;
        }
    }

    /** Allowances that refill; one that is full is not remembered. Whoever comes when all are in use shares one. */
    private static final class Buckets {
        private static final String OTHERS = "";

        private final Rate rate;
        private final Map<String, Long> fullAt = new HashMap<>();
        private long sweptAt;

        Buckets(Rate rate) {
            this.rate = rate;
        }

        /** Takes one; returns the nanoseconds to wait for it where there is none. */
        long take(String key, long now) {
            String bucket = bucket(key, now);
            long full = Math.max(now, fullAt.getOrDefault(bucket, now)) + rate.every();
            long wait = full - now - rate.burst() * rate.every();
            if (wait > 0) {
                return wait;
            }
            fullAt.put(bucket, full);
            return 0;
        }

        void giveBack(String key) {
            fullAt.computeIfPresent(fullAt.containsKey(key) ? key : OTHERS, (_, full) -> full - rate.every());
        }

        private String bucket(String key, long now) {
            if (fullAt.size() < MOST || fullAt.containsKey(key)) {
                return key;
            }
            if (now - sweptAt >= SECOND) {
                sweptAt = now;
                fullAt.values().removeIf(full -> full <= now);
            }
            return fullAt.size() < MOST ? key : OTHERS;
        }
    }
}
