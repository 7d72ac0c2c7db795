package io.precinct.http.gateway;

import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines who sends a request. An unknown name is handled exactly like a wrong password, to the last iteration of
 * the hash. Thread-safe; a call may wait for a hash.
 */
final class Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);

    private final Supplier<Users> users;
    private final SignInThrottle throttle;
    private final Hashing hashing;
    private final VerifiedCredentials verified;
    private final Renewal renewal;
    private final ConcurrentHashMap<String, CompletableFuture<Result>> underWay = new ConcurrentHashMap<>();

    /** Replaces the hash of a password, which is known only during sign-in. */
    @FunctionalInterface
    interface Renewal {
        /** The user with the new hash, or empty if the old one stays. */
        Optional<User> renew(User user, String password);
    }

    Authenticator(
            Supplier<Users> users,
            SignInThrottle throttle,
            Hashing hashing,
            VerifiedCredentials verified,
            Renewal renewal) {
        this.users = users;
        this.throttle = throttle;
        this.hashing = hashing;
        this.verified = verified;
        this.renewal = renewal;
    }

    /** The user, or why the user is not known. */
    sealed interface Result {
        /** The sender is this user. */
        record Is(User user) implements Result {}

        /** There are no credentials, or none that could be read. */
        record Unnamed() implements Result {}

        /** The name or the password is wrong. */
        record Wrong() implements Result {}

        /** There were too many failures. */
        record Throttled(int retryAfter) implements Result {}

        /** Too many others wait for a hash. */
        record Busy() implements Result {}
    }

    /**
     * Authenticates a request.
     *
     * @param authorization every Authorization header
     * @param address of the client
     */
    Result authenticate(List<String> authorization, String address) {
        Credentials credentials = Credentials.of(authorization);
        return credentials == null ? new Result.Unnamed() : authenticate(credentials, address);
    }

    /** Authenticates credentials that were received in another way; never returns {@link Result.Unnamed}. */
    Result authenticate(Credentials credentials, String address) {
        Users now = users.get();
        String tag = verified.tag(credentials);
        User known = verified.find(tag, credentials, now);
        return known == null ? verify(tag, credentials, address, now) : new Result.Is(known);
    }

    /**
     * Verifies credentials. Several requests with the same ones from one address, such as a client's first ones, wait
     * for one hash.
     */
    private Result verify(String tag, Credentials credentials, String address, Users now) {
        String attempt = tag + address;
        var mine = new CompletableFuture<Result>();
        CompletableFuture<Result> first = underWay.putIfAbsent(attempt, mine);
        if (first != null) {
            return first.join();
        }
        Result result = new Result.Busy();
        try {
            result = attempt(tag, credentials, address, now);
        } finally {
            underWay.remove(attempt);
            mine.complete(result);
        }
        return result;
    }

    private Result attempt(String tag, Credentials credentials, String address, Users now) {
        int wait = throttle.take(address, credentials.name());
        if (wait > 0) {
            return new Result.Throttled(wait);
        }
        Optional<User> user = now.find(credentials.name());
        Boolean right = hash(() -> now.verify(user, credentials.password()));
        if (right == null) {
            throttle.untried(address, credentials.name());
            return new Result.Busy();
        }
        if (!right || user.isEmpty()) {
            return new Result.Wrong();
        }
        throttle.right(address, credentials.name());
        verified.put(tag, user.get());
        if (user.get().password().outdated()) {
            renew(tag, user.get(), credentials.password());
        }
        return new Result.Is(user.get());
    }

    /** Renews a hash after the answer, queued with other hashes. If there is no room, the next sign-in renews it. */
    private void renew(String tag, User user, String password) {
        try {
            CompletableFuture<Optional<User>> renewed = hashing.submit(() -> renewal.renew(user, password));
            var _ = renewed.thenAccept(next -> next.ifPresent(now -> verified.put(tag, now)));
        } catch (RejectedExecutionException full) {
            LOG.debug("no room to renew the hash of {}", user.name(), full);
        }
    }

    /** Runs a hash; null if too many hashes are already waiting. */
    private @Nullable Boolean hash(Supplier<Boolean> work) {
        try {
            return hashing.submit(work).join();
        } catch (RejectedExecutionException full) {
            return null;
        } catch (CompletionException failed) {
            throw new IllegalStateException("a password cannot be hashed", failed.getCause());
        }
    }
}
