package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.testing.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopTest extends ServerTest {
    /** A connection that is quiet for so long while its listener stops is closed. */
    private static final Duration QUIET = Duration.ofMillis(500);

    private final CountDownLatch started = new CountDownLatch(2);
    private final CountDownLatch release = new CountDownLatch(1);

    private void startSlow(Settings settings) throws IOException {
        start(settings);
        dispatcher.on("/slow", _ -> {
            started.countDown();
            release.await();
            return text(200, "slow");
        });
    }

    private static boolean refusesConnections(int port) {
        try (var connection = new RawConnection(port)) {
            return connection.socket().isClosed();
        } catch (IOException refused) {
            return true;
        }
    }

    @Test
    void requestsInFlightAreAnsweredAndTheirConnectionsClosed() throws Exception {
        startSlow(new Settings());
        int port = server.port();
        try (var connection = connect();
                var idle = connect();
                var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_2)
                        .build()) {
            var hello =
                    HttpRequest.newBuilder(URI.create(server.url() + "/hello")).build();
            var slow =
                    HttpRequest.newBuilder(URI.create(server.url() + "/slow")).build();
            client.send(hello, BodyHandlers.discarding());
            assertThat(idle.get("/hello").status()).isEqualTo(200);
            connection.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            var http2 = client.sendAsync(slow, BodyHandlers.ofString());
            started.await();
            Thread stopping = Thread.ofVirtual().start(server::stop);
            Eventually.until("nothing more is accepted", () -> refusesConnections(port));
            assertThat(idle.closes()).isTrue();
            // A request that is being served may be silent for long: this tests time itself.
            Thread.sleep(Duration.ofSeconds(1));
            assertThat(stopping.isAlive()).isTrue();
            release.countDown();
            var answer = connection.read();
            assertThat(answer.text()).isEqualTo("slow");
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(connection.closes()).isTrue();
            assertThat(http2.get().body()).isEqualTo("slow");
            stopping.join();
        }
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aConnectionThatStillSendsWhileStoppingIsAnsweredAndToldToClose() throws Exception {
        // On a machine that is held up, the connection of an attempt may be quiet for so long that it is closed.
        Eventually.until("it is answered and told to close", this::tellsToCloseWhileStopping);
    }

    /** Whether a listener that stops tells a connection to close; false if it closes it before, since it was quiet. */
    private boolean tellsToCloseWhileStopping() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        start(new Settings());
        dispatcher.on("/held", _ -> {
            begun.countDown();
            go.await();
            return text(200, "held");
        });
        try (var held = connect();
                var busy = connect()) {
            held.send("GET /held HTTP/1.1\nHost: localhost\n\n");
            begun.await();
            long sent = System.nanoTime();
            assertThat(busy.get("/hello").headers()).doesNotContainKey("connection");
            Thread stopping = Thread.ofVirtual().start(server::stop);
            boolean told = isToldToClose(busy, sent);
            go.countDown();
            stopping.join();
            return told;
        } finally {
            go.countDown();
        }
    }

    /**
     * Sends requests until the connection is told to close, and returns true, or is closed, and returns false.
     *
     * @param sent when the request before was sent
     */
    private static boolean isToldToClose(RawConnection busy, long sent) throws IOException {
        var last = new AtomicLong(sent);
        return Eventually.untilFound("it is told to close, or is closed", () -> {
            long before = last.getAndSet(System.nanoTime());
            try {
                var answer = busy.get("/hello");
                assertThat(answer.text()).isEqualTo("hello");
                return "close".equals(answer.header("connection")) ? busy.closes() : null;
            } catch (EOFException | SocketException closed) {
                assertThat(Duration.ofNanos(System.nanoTime() - before))
                        .as("closed although it was not quiet")
                        .isGreaterThanOrEqualTo(QUIET);
                return false;
            }
        });
    }

    @Test
    void anAnnouncedStopLeavesConnectionsOverHttp2AsTheyAre() throws Exception {
        start(new Settings());
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var hello =
                    HttpRequest.newBuilder(URI.create(server.url() + "/hello")).build();
            client.send(hello, BodyHandlers.discarding());
            server.announceStop();
            for (int i = 0; i < 3; i++) {
                var answer = client.send(hello, BodyHandlers.ofString());
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.body()).isEqualTo("hello");
            }
            assertThat(metric("precinct_http_connections")).isEqualTo(1);
        }
    }

    @Test
    void anIdleHttp2ConnectionDoesNotHoldItUp() throws Exception {
        start(new Settings().stop(Duration.ofMinutes(5)));
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var hello =
                    HttpRequest.newBuilder(URI.create(server.url() + "/hello")).build();
            client.send(hello, BodyHandlers.discarding());
            assertThat(client.send(hello, BodyHandlers.discarding()).version()).isEqualTo(HttpClient.Version.HTTP_2);
            Thread stopping = Thread.ofVirtual().start(server::stop);
            assertThat(stopping.join(Duration.ofSeconds(20))).isTrue();
        }
    }

    @Test
    void aClientThatHoldsBackTheBodyOfAnAnsweredRequestDoesNotHoldItUp() throws Exception {
        start(new Settings().stop(Duration.ofMinutes(5)));
        try (var connection = connect()) {
            connection.send("POST /unread HTTP/1.1\nHost: localhost\nContent-Length: 1000000\n\nbegun");
            assertThat(connection.read().text()).isEqualTo("not read");
            Thread stopping = Thread.ofVirtual().start(server::stop);
            assertThat(stopping.join(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aRequestThatDoesNotEndIsCutOffInTheEnd() throws Exception {
        startSlow(new Settings().stop(Duration.ofMillis(300)));
        try (var connection = connect()) {
            connection.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            Eventually.until("the request is in flight", () -> started.getCount() == 1);
            server.stop();
            assertThatThrownBy(connection::read).isInstanceOf(IOException.class);
        }
        assertThat(RecordingLogs.noise()).anyMatch(line -> line.message().contains("cut off"));
        release.countDown();
    }

    @Test
    void stoppingTwiceOrWithoutRequestsIsQuiet() throws Exception {
        start(new Settings());
        server.stop();
        server.stop();
        server.apply(new Settings().build());
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
