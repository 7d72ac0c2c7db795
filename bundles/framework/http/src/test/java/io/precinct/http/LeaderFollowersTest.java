package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.Test;

class LeaderFollowersTest extends ServerTest {
    /** Enough that every selector has several connections, and that its threads learn that requests are brief. */
    private static final int CONNECTIONS = 2 * Runtime.getRuntime().availableProcessors() + 2;

    private static final int BRIEF = 400;

    @Test
    void whoComesBehindARequestThatBlocksIsAnsweredMeanwhile() throws Exception {
        start(new Settings());
        List<RawConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(connect());
            }
            for (int round = 0; round < 5; round++) {
                for (RawConnection connection : connections) {
                    for (int i = 0; i < BRIEF; i++) {
                        assertThat(connection.get("/hello").status()).isEqualTo(200);
                    }
                }
                var release = new CountDownLatch(1);
                dispatcher.on("/blocks", _ -> {
                    release.await();
                    return text(200, "done");
                });
                RawConnection blocked = connections.get(round % CONNECTIONS);
                blocked.send("GET /blocks HTTP/1.1\nHost: localhost\n\n");
                for (RawConnection connection : connections) {
                    if (connection != blocked) {
                        assertThat(connection.get("/hello").text()).isEqualTo("hello");
                    }
                }
                release.countDown();
                assertThat(blocked.read().text()).isEqualTo("done");
            }
        } finally {
            for (RawConnection connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void aFollowerIsPromotedForALeaderThatStaysAwayAndForNobodyElse() throws Exception {
        var promoted = new LinkedBlockingQueue<Runnable>();
        var followers = new LeaderFollowers("test", promoted::add);
        var away = new AdaptiveExecutionStrategy(() -> null, Runnable::run);
        var selecting = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var back = new AdaptiveExecutionStrategy(
                () -> {
                    selecting.countDown();
                    awaited(release);
                    return null;
                },
                Runnable::run);
        var stranger = new AdaptiveExecutionStrategy(() -> null, Runnable::run);
        away.start();
        back.start();
        var selects = new Thread(back::produce);
        selects.start();
        awaited(selecting);
        try {
            followers.lead(List.of(away, back));
            assertThat(followers.leader(stranger)).isNull();
            var ofBack = requireNonNull(followers.leader(back));
            var ofAway = requireNonNull(followers.leader(away));
            for (int round = 0; round < 3; round++) {
                followers.goes(ofBack);
                followers.goes(ofAway);
                assertThat(promoted.poll(10, TimeUnit.SECONDS)).isSameAs(away);
                // In one of the rounds, the watch sleeps and must be woken.
                assertThat(promoted.poll(40L * round, TimeUnit.MILLISECONDS)).isNull();
            }
            followers.end(List.of(away));
            assertThat(followers.leader(away)).isNull();
        } finally {
            release.countDown();
            selects.join();
            followers.stop();
            away.stop();
            back.stop();
        }
    }

    @Test
    void aListenerThatCannotBeOpenedLeavesNoThreadBehind() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Set<Thread> before = threads();
            var refused = new HttpServer(dispatcher, HttpSettings.onPort(taken.getLocalPort()), null);
            assertThat(threads()).isNotEqualTo(before);
            assertThatThrownBy(refused::start).isInstanceOf(IOException.class);
            Eventually.until("its threads end", () -> before.containsAll(threads()));
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread.getName().endsWith("-watch") || thread.getName().endsWith("-starter"))
                .collect(Collectors.toSet());
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
