package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.GitOverHttp;
import io.precinct.source.testing.GitOverSsh;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.Security;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against servers that speak git's protocol over HTTP and SSH on loopback. */
class RemoteTest extends OriginFixture {
    private static final String PASSWORD = "p@ss w0rd/&secret";

    @BeforeAll
    static void readsKeys() {
        if (Security.getProvider("BC") == null) {
            Security.addProvider(new BouncyCastleProvider());
        }
    }

    private static Credentials basic(String password) {
        return new Credentials(null, null, "bob", password, null);
    }

    @Test
    void aRemoteBehindBasicAuthenticationIsClonedAndFetched() throws Exception {
        try (var server = new GitOverHttp(origin.repository(), "bob", PASSWORD)) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(server.url(), basic(PASSWORD)));
            assertThat(tracker.condition().lastError()).isNull();
            String moved = origin.with("a.txt", "two\n").commit();
            assertThat(Objects.requireNonNull(
                                    FollowedRepositories.refreshed(tracker).change())
                            .to())
                    .isEqualTo(moved);
        }
    }

    /** A gate at which fetches wait until it is opened. */
    private static final class Gate implements Runnable {
        private final CountDownLatch open = new CountDownLatch(1);
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        @Override
        public void run() {
            most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    @Test
    void whoCallsDuringAFetchSharesItAndGetsWhatCameAfterItLooked() throws Exception {
        try (var server = new GitOverHttp(origin.repository(), "bob", PASSWORD)) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(server.url(), basic(PASSWORD)));
            var gate = new Gate();
            server.beforeAnswer(gate);
            RefreshJob first = tracker.refresh();
            Eventually.until(() -> "a fetch waits: " + tracker.condition(), () -> gate.waiting.get() == 1);
            String last = "";
            for (int call = 0; call < 4; call++) {
                last = origin.with("a.txt", "call " + call).commit();
                assertThat(tracker.refresh()).isSameAs(first);
                assertThat(tracker.job(first.id())).isSameAs(first);
            }
            gate.open.countDown();
            assertThat(first.await(Duration.ofSeconds(20))).isTrue();
            assertThat(tracker.condition().commit()).isEqualTo(last);
        }
    }

    @Test
    void whoComesThirdWaitsForTheFetchOfTheFirst() throws Exception {
        try (var server = new GitOverHttp(origin.repository(), "bob", PASSWORD)) {
            var gate = new Gate();
            server.beforeAnswer(gate);
            followed.follow(every(Duration.ZERO, server.url()));
            Eventually.until(() -> "a fetch waits: " + followed.named("r").condition(), () -> gate.waiting.get() == 1);
            followed.follow(every(Duration.ofHours(1), server.url()));
            followed.follow(every(Duration.ofHours(2), server.url()));
            RepositoryTracker third = followed.named("r");
            Eventually.until(
                    () -> "the others wait: " + third.condition(), () -> gate.waiting.get() > 1 || waiting() == 2);
            gate.open.countDown();
            Eventually.until(
                    () -> "it is settled: " + third.condition(),
                    () -> third.condition().settled());
            assertThat(third.condition().lastError()).isNull();
            assertThat(gate.most).as("fetches at the same time").hasValue(1);
        }
    }

    private static RepositorySettings every(Duration refresh, String url) {
        return new RepositorySettings(
                "r", url, basic(PASSWORD), refresh, List.of(), null, 0, 0, FollowedRepositories.TIMEOUT, null);
    }

    /** How many trackers wait for another one. */
    private static long waiting() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("precinct-source-r"))
                .filter(thread -> thread.getState() == Thread.State.WAITING)
                .count();
    }

    @Test
    void aWrongPasswordFailsAndShowsNowhere() throws Exception {
        try (var server = new GitOverHttp(origin.repository(), "bob", "another")) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(server.url(), basic(PASSWORD)));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            String error = Objects.requireNonNull(
                    FollowedRepositories.refreshed(tracker).error());
            assertThat(error).contains("not authorized").doesNotContain(PASSWORD, "p%40ss", "bob:");
            assertThat(tracker.condition().toString()).doesNotContain(PASSWORD);
            assertThat(server.presented()).isNotEmpty();
        }
    }

    @Test
    void noCredentialsForARemoteThatWantsThemFails() throws Exception {
        try (var server = new GitOverHttp(origin.repository(), "bob", PASSWORD)) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(server.url(), Credentials.NONE));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            assertThat(tracker.condition().lastError()).isNotBlank();
        }
    }

    @Test
    void aRedirectElsewhereIsGivenNoPassword() throws Exception {
        try (var trap = new GitOverHttp(origin.repository(), "bob", PASSWORD);
                var server = new GitOverHttp(origin.repository(), "bob", PASSWORD)) {
            server.redirect(trap.address());
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(server.url(), basic(PASSWORD)));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            String secret = Base64.getEncoder().encodeToString(("bob:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
            assertThat(trap.presented()).noneMatch(given -> given.contains(secret));
        }
    }

    @Test
    void aRemoteIsReachedByKeyWhereItsHostIsKnown() throws Exception {
        KeyPair client = GitOverSsh.pair();
        try (var server = new GitOverSsh(origin.repository(), client)) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(
                    server.url(), credentials(client, server.knownHosts(folder.resolve("known"), server.host()))));
            assertThat(tracker.condition().lastError()).isNull();
            String moved = origin.with("a.txt", "two\n").commit();
            assertThat(Objects.requireNonNull(
                                    FollowedRepositories.refreshed(tracker).change())
                            .to())
                    .isEqualTo(moved);
        }
    }

    private Credentials credentials(KeyPair client, Path knownHosts) throws Exception {
        return new Credentials(GitOverSsh.written(client, folder.resolve("id")), knownHosts, null, null, null);
    }

    @Test
    void aHostWithAnotherKeyIsRefused() throws Exception {
        KeyPair client = GitOverSsh.pair();
        try (var server = new GitOverSsh(origin.repository(), client)) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(
                    server.url(), credentials(client, server.knownHosts(folder.resolve("known"), GitOverSsh.pair()))));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            assertThat(tracker.condition().lastError()).containsIgnoringCase("key");
        }
    }

    @Test
    void aHostThatNobodyKnowsIsRefused() throws Exception {
        KeyPair client = GitOverSsh.pair();
        try (var server = new GitOverSsh(origin.repository(), client)) {
            Path none = folder.resolve("none");
            RepositoryTracker tracker =
                    followed.settled(FollowedRepositories.with(server.url(), credentials(client, none)));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            assertThat(none).doesNotExist();
        }
    }

    @Test
    void anotherKeyIsRefusedByTheServer() throws Exception {
        try (var server = new GitOverSsh(origin.repository(), GitOverSsh.pair())) {
            RepositoryTracker tracker = followed.settled(FollowedRepositories.with(
                    server.url(),
                    credentials(GitOverSsh.pair(), server.knownHosts(folder.resolve("known"), server.host()))));
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
        }
    }
}
