package io.precinct.http.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.http.gateway.Authenticator.Result;
import io.precinct.http.limit.TokenBuckets.Rate;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import io.precinct.http.users.UsersFile;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthenticatorTest {
    private static final User ADA = new User("ada", List.of("operator"), PasswordHash.of("secret"));

    private long now = 5;
    private final AtomicReference<Users> users = new AtomicReference<>(Users.NONE.with(ADA));
    private final Hashing hashing = new Hashing();
    private final SignInThrottle throttle =
            new SignInThrottle(new Rate(3, 1L << 40), SignInThrottle.PER_USER, () -> now);
    private final VerifiedCredentials verified = new VerifiedCredentials(() -> now);
    private final Authenticator authenticator =
            new Authenticator(users::get, throttle, hashing, verified, (user, password) -> Optional.empty());
    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    private Path folder;

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

    /** Keeps every thread busy, and fills the queue except for {@code left} places. */
    private void occupy(int left) {
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        for (int i = 0; i < threads; i++) {
            var _ = hashing.submit(this::waitForRelease);
        }
        // A thread may have ended its previous work only a moment ago.
        Eventually.until("every thread is busy", () -> hashing.waiting() == 0);
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
        Result later = Eventually.untilFound("an answer other than busy", () -> {
            Result answer = authenticate("ada", "secret");
            return answer.equals(new Result.Busy()) ? null : answer;
        });
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
            Eventually.until("the queue is full", () -> hashing.waiting() >= Hashing.WAITING);
            release.countDown();
            for (Future<Result> result : results) {
                assertThat(result.get()).isEqualTo(new Result.Is(ADA));
            }
        }
    }

    /** A hash as earlier versions wrote it, made here without their code. */
    private static String ofEarlierVersion(String password) throws GeneralSecurityException {
        byte[] salt = "sixteen bytes of".getBytes(StandardCharsets.US_ASCII);
        byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, 210_000, 256))
                .getEncoded();
        Base64.Encoder base64 = Base64.getEncoder();
        return "pbkdf2-sha256$210000$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    @Test
    void anOldHashIsReplacedBehindTheFirstSignInAndTheCredentialsStayKnown() throws Exception {
        UsersFile file = UsersFile.below(folder);
        Files.writeString(
                file.path(),
                "precinct users 1\nada\toperator\t" + ofEarlierVersion("secret") + "\nbob\t\t"
                        + ofEarlierVersion("another") + "\n");
        var watched = new WatchedUsers(file);
        var signIn = new Authenticator(watched::current, throttle, hashing, verified, watched::renew);
        assertThat(signIn.authenticate(basic("ada", "wrong"), "10.0.0.1")).isEqualTo(new Result.Wrong());

        assertThat(signIn.authenticate(basic("ada", "secret"), "10.0.0.1")).isInstanceOf(Result.Is.class);
        Eventually.until(
                "her hash is a new one",
                () -> Files.readString(file.path())
                        .lines()
                        .anyMatch(line -> line.startsWith("ada\toperator\tpbkdf2-sha256$600000$")));
        assertThat(Files.readString(file.path())).contains("\nbob\t\tpbkdf2-sha256$210000$");
        assertThat(signIn.authenticate(basic("ada", "secret"), "10.0.0.1")).isInstanceOf(Result.Is.class);
        assertThat(new WatchedUsers(file)
                        .current()
                        .find("ada")
                        .orElseThrow()
                        .password()
                        .outdated())
                .isFalse();
    }

    @Test
    void whoChangedHisPasswordMeanwhileKeepsThatOne() throws Exception {
        UsersFile file = UsersFile.below(folder);
        Files.writeString(file.path(), "precinct users 1\nada\t\t" + ofEarlierVersion("secret") + "\n");
        var watched = new WatchedUsers(file);
        User before = watched.current().find("ada").orElseThrow();
        PasswordHash other = PasswordHash.of("another");
        file.change(now -> now.with(before.withPassword(other)));

        assertThat(watched.renew(before, "secret")).isEmpty();
        assertThat(file.read().find("ada").orElseThrow().password()).isEqualTo(other);
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
