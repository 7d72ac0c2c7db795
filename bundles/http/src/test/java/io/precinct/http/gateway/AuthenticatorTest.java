package io.precinct.http.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuthenticatorTest {
    private static final User ADA = new User("ada", List.of("operator"), PasswordHash.of("secret"));

    private long now = 5;
    private final AtomicReference<Users> users = new AtomicReference<>(Users.NONE.with(ADA));
    private final Hashing hashing = new Hashing();
    private final Throttle throttle = new Throttle(new Throttle.Rate(3, 1L << 40), Throttle.PER_USER, () -> now);
    private final VerifiedCredentials verified = new VerifiedCredentials(() -> now);
    private final Authenticator authenticator = new Authenticator(users::get, throttle, hashing, verified);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        hashing.close();
    }

    private static List<String> basic(String name, String password) {
        return List.of("basic  "
                + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    private Result authenticate(String name, String password) {
        return authenticator.authenticate(basic(name, password), "10.0.0.1");
    }

    /** Keeps every thread busy, and fills the queue but for {@code left} places. */
    private void occupy(int left) {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        for (int i = 0; i < threads; i++) {
            var _ = hashing.submit(this::waitForRelease);
        }
        while (hashing.waiting() > 0) {
            LockSupport.parkNanos(1_000_000); // a thread may only just have ended what it did before
        }
        for (int i = 0; i < Hashing.WAITING - left; i++) {
            var _ = hashing.submit(this::waitForRelease);
        }
    }

    private int waitForRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    @Test
    void whatWasRightIsKnownForAMinuteUnlessTheUserChanges() {
        assertThat(authenticate("ada", "secret")).isEqualTo(new Result.Is(ADA));
        occupy(0);
        now += VerifiedCredentials.KEPT;
        assertThat(authenticate("ada", "secret")).isEqualTo(new Result.Is(ADA));
        User promoted = ADA.withRoles(List.of("admin"));
        users.set(Users.NONE.with(promoted));
        assertThat(authenticate("ada", "secret")).isEqualTo(new Result.Is(promoted));
        users.set(Users.NONE.with(ADA.withPassword(PasswordHash.ofNobody(PasswordHash.ITERATIONS))));
        assertThat(authenticate("ada", "secret")).as("looked at again").isEqualTo(new Result.Busy());
        users.set(Users.NONE.with(ADA));
        now += 1;
        assertThat(authenticate("ada", "secret")).as("forgotten").isEqualTo(new Result.Busy());
    }

    @Test
    void whoFindsAllBusyHasNotTried() {
        occupy(0);
        for (int i = 0; i < 10; i++) {
            assertThat(authenticate("ada", "wrong" + i)).isEqualTo(new Result.Busy());
        }
        release.countDown();
        Result later = authenticate("ada", "secret");
        while (later.equals(new Result.Busy())) {
            LockSupport.parkNanos(1_000_000);
            later = authenticate("ada", "secret");
        }
        assertThat(later).isEqualTo(new Result.Is(ADA));
    }

    @Test
    void requestsThatSendTheSameAtOnceWaitForOneHash() throws Exception {
        occupy(1);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Result> client = () -> authenticate("ada", "secret");
            var results = new ArrayList<Future<Result>>();
            for (int i = 0; i < 20; i++) {
                results.add(clients.submit(client));
            }
            while (hashing.waiting() < Hashing.WAITING) {
                LockSupport.parkNanos(1_000_000);
            }
            release.countDown();
            for (Future<Result> result : results) {
                assertThat(result.get()).isEqualTo(new Result.Is(ADA));
            }
        }
    }

    @Test
    void wrongNamesAndPasswordsAreWrongAndSlowedDown() {
        assertThat(authenticate("ada", "guess")).isEqualTo(new Result.Wrong());
        assertThat(authenticate("eve", "secret")).isEqualTo(new Result.Wrong());
        assertThat(authenticate("ada", "")).isEqualTo(new Result.Wrong());
        assertThat(authenticate("ada", "secret")).isInstanceOf(Result.Throttled.class);
        assertThat(authenticate("eve", "secret")).isInstanceOf(Result.Throttled.class);
    }
}
