package io.precinct.http.gateway;

import io.precinct.common.cache.WeightedLru;
import io.precinct.http.limit.ClientNetwork;
import io.precinct.http.limit.TokenBuckets;
import io.precinct.http.limit.TokenBuckets.Rate;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Slows down guessing. An address may fail a number of times, and after that once in a while. The same limit applies to
 * a user's name, from whatever addresses the attempts come. Attempts from an address from which the user has passed
 * lately do not count against the name; otherwise anybody could lock the user out. An attempt is taken before its
 * outcome is known and given back if it was right, so that many attempts at once gain nothing. Memory is bounded.
 * Thread-safe.
 */
final class SignInThrottle {
    static final Rate PER_ADDRESS = new Rate(10, TimeUnit.SECONDS.toNanos(5));
    static final Rate PER_USER = new Rate(30, TimeUnit.SECONDS.toNanos(10));

    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_PASSED = 10_000;
    private static final int LONGEST_NAME = 64;
    private static final long REMEMBERED = TimeUnit.DAYS.toNanos(1);

    private final LongSupplier nanoTime;
    private final TokenBuckets addresses;
    private final TokenBuckets users;
    private final WeightedLru<String, Long> passed = WeightedLru.ofEntries(MOST_PASSED);

    SignInThrottle(Rate perAddress, Rate perUser, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.addresses = new TokenBuckets(perAddress, nanoTime.getAsLong());
        this.users = new TokenBuckets(perUser, nanoTime.getAsLong());
    }

    /**
     * Takes an attempt.
     *
     * @return 0 if it may be made, else the seconds after which to try again
     */
    synchronized int take(String address, String name) {
        long now = nanoTime.getAsLong();
        String client = ClientNetwork.of(address);
        String user = user(name);
        // The address first, and alone if it is too fast: names invented from there leave no trace.
        long wait = addresses.take(client, now);
        if (wait == 0 && !hasPassed(client, user, now)) {
            wait = users.take(user, now);
            if (wait > 0) {
                addresses.giveBack(client);
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, (wait + SECOND - 1) / SECOND);
    }

    /** Gives back an attempt that was right. */
    synchronized void right(String address, String name) {
        untried(address, name);
        passed.put(pair(ClientNetwork.of(address), user(name)), nanoTime.getAsLong());
    }

    /** Gives back an attempt that was taken and not made. */
    synchronized void untried(String address, String name) {
        String client = ClientNetwork.of(address);
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

    /** How many names and addresses are remembered. */
    synchronized int size() {
        return addresses.size() + users.size() + passed.size();
    }

    private static String pair(String client, String user) {
        return client + '\n' + user;
    }

    /** Shortens a name: no user has a longer one, and invented ones share an entry. */
    private static String user(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }
}
