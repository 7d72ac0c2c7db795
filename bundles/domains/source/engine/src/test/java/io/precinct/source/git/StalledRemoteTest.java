package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.GitOverHttp;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Remotes that take the connection and then say nothing, or not enough: they hold up themselves only. */
class StalledRemoteTest extends OriginFixture {
    /** More than there are turns for clones, whatever the heap. */
    private static final int MANY = 6;

    private static RepositorySettings settings(int number, String url, Credentials credentials) {
        return new RepositorySettings(
                "stalled" + number,
                url,
                credentials,
                Duration.ZERO,
                List.of(),
                null,
                0,
                0,
                FollowedRepositories.TIMEOUT,
                null);
    }

    /** Follows another repository beside those that have stalled, and checks that it is ready before they are. */
    private void assertNotHeldUp(List<RepositorySettings> stalled) {
        RepositorySettings healthy =
                FollowedRepositories.manual("healthy", origin.folder().toString());
        followed.follow(Stream.concat(stalled.stream(), Stream.of(healthy)).toArray(RepositorySettings[]::new));
        RepositoryTracker tracker = followed.named("healthy");
        Eventually.until(
                () -> "it is settled: " + tracker.condition(),
                () -> tracker.condition().settled());
        assertThat(tracker.condition().state()).as("%s", tracker.condition()).isEqualTo(State.READY);
        for (RepositorySettings each : stalled) {
            assertThat(followed.named(each.name()).condition().state()).isEqualTo(State.CLONING);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "git", "ssh"})
    void aHostThatNeverAnswersHoldsUpNobody(String scheme) throws Exception {
        List<Socket> connected = new CopyOnWriteArrayList<>();
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread accepting = Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        connected.add(silent.accept());
                    }
                } catch (IOException e) {
                    return; // the end of the test
                }
            });
            var stalled = new ArrayList<RepositorySettings>();
            for (int i = 0; i < MANY; i++) {
                String user = scheme.equals("ssh") ? "git@" : "";
                stalled.add(settings(
                        i,
                        scheme + "://" + user + "127.0.0.1:" + silent.getLocalPort() + "/r" + i + ".git",
                        Credentials.NONE));
            }
            followed.follow(stalled.toArray(RepositorySettings[]::new));
            boolean limited = scheme.equals("ssh");
            int expected = limited ? PendingConnections.MOST : MANY;
            Eventually.until(() -> "they are connected: " + connected.size(), () -> connected.size() >= expected);
            assertNotHeldUp(stalled);
            if (limited) {
                assertThat(connected).as("OpenSSH turns further ones away").hasSize(expected);
                connected.getFirst().close();
                Eventually.until(
                        () -> "the next one is connected: " + connected.size(), () -> connected.size() > expected);
            }
            silent.close();
            accepting.join();
        } finally {
            for (Socket socket : connected) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, true", "50, true", "50, false"})
    void aRemoteThatStopsWithinItsPackHoldsUpNobodyAndIsClonedOnceItGoesOn(int percent, boolean stops)
            throws Exception {
        var random = new byte[50_000];
        new Random(7).nextBytes(random);
        origin.with("random", random).commit();
        var goOn = new CountDownLatch(1);
        var stopped = new AtomicInteger();
        var servers = new ArrayList<GitOverHttp>();
        try {
            var stalled = new ArrayList<RepositorySettings>();
            for (int i = 0; i < MANY; i++) {
                var server = new GitOverHttp(origin.repository(), "bob", "secret");
                servers.add(server);
                var first = new AtomicInteger();
                server.slow(percent, () -> {
                    if (first.getAndIncrement() == 0) {
                        stopped.incrementAndGet();
                    }
                    await(goOn, stops ? Long.MAX_VALUE : 20);
                });
                stalled.add(settings(i, server.url(), new Credentials(null, null, "bob", "secret", null)));
            }
            followed.follow(stalled.toArray(RepositorySettings[]::new));
            Eventually.until(() -> "all have stopped: " + stopped, () -> stopped.get() == MANY);
            assertNotHeldUp(stalled);
            goOn.countDown();
            for (RepositorySettings each : stalled) {
                RepositoryTracker tracker = followed.named(each.name());
                Eventually.until(
                        () -> "it is cloned: " + tracker.condition(),
                        () -> tracker.condition().settled());
                assertThat(tracker.condition().lastError()).isNull();
            }
        } finally {
            goOn.countDown();
            servers.forEach(GitOverHttp::close);
        }
    }

    /** Waits for the end, or until the next byte is due. */
    private static void await(CountDownLatch end, long millis) {
        try {
            boolean ended = end.await(millis, TimeUnit.MILLISECONDS);
            assertThat(ended || millis < Long.MAX_VALUE).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
