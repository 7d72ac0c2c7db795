package io.precinct.http.gateway;

import io.precinct.common.digest.Digests;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that were right within the last minute, by an HMAC under a key of this process: neither a password nor
 * anything that helps to guess it is kept. They are right only while the user has the same password. Thread-safe.
 */
final class VerifiedCredentials {
    static final long KEPT = TimeUnit.MINUTES.toNanos(1);

    private static final int MOST = 10_000;
    /** Separates the parts of credentials; no name contains it. */
    private static final byte[] SEPARATOR = {':'};

    private final LongSupplier nanoTime;
    private final byte[] key;
    private final ConcurrentHashMap<String, Verified> verified = new ConcurrentHashMap<>();

    private record Verified(PasswordHash password, long at) {}

    VerifiedCredentials(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = random;
    }

    /** The key of credentials in this memory. */
    String tag(Credentials credentials) {
        byte[] name = credentials.name().getBytes(StandardCharsets.UTF_8);
        byte[] password = credentials.password().getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Digests.hmacSha256(key, name, SEPARATOR, password));
    }

    /** The user with current data, if these credentials were right a moment ago and still are; or null. */
    @Nullable
    User find(String tag, Credentials credentials, Users users) {
        Verified found = verified.get(tag);
        if (found == null) {
            return null;
        }
        if (nanoTime.getAsLong() - found.at() > KEPT) {
            verified.remove(tag, found);
            return null;
        }
        Optional<User> user = users.find(credentials.name());
        return user.filter(now -> now.password().equals(found.password())).orElse(null);
    }

    /** Keeps credentials that are right. */
    void put(String tag, User user) {
        long now = nanoTime.getAsLong();
        if (verified.size() >= MOST) {
            verified.values().removeIf(old -> now - old.at() > KEPT);
        }
        if (verified.size() < MOST) {
            verified.put(tag, new Verified(user.password(), now));
        }
    }
}
