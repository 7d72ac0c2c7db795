package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReloadTest extends ServerTest {
    /** Moves the listener to another free port; the port may be taken meanwhile. */
    private int moveToFreePort() throws IOException {
        for (int left = 5; ; left--) {
            int port = freePort();
            try {
                server.apply(new Settings().port(port).build());
                return port;
            } catch (IOException taken) {
                if (left == 0) {
                    throw taken;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void settingsTakeEffectOnOpenConnections() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            assertThat(connection.get("/hello", "Origin: https://app.example").headers())
                    .doesNotContainKey("vary");
            server.apply(new Settings().origins("https://app.example").build());
            assertThat(connection.get("/hello", "Origin: https://app.example").header("vary"))
                    .isEqualTo("Origin");
        }
    }

    @Test
    void anotherPortIsOpenedBeforeTheOldOneClosesAndRequestsThereAreAnswered() throws Exception {
        start(new Settings());
        int old = server.port();
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        dispatcher.on("/slow", _ -> {
            started.countDown();
            release.await();
            return text(200, "slow");
        });
        try (var held = connect()) {
            held.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            started.await();
            int port = moveToFreePort();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.url()).isEqualTo("http://127.0.0.1:" + port);
            try (var connection = connect()) {
                assertThat(connection.get("/hello").text()).isEqualTo("hello");
            }
            assertThatThrownBy(() -> new RawConnection(old).close()).isInstanceOf(IOException.class);
            release.countDown();
            var answer = held.read();
            assertThat(answer.text()).isEqualTo("slow");
            assertThat(answer.header("connection")).isEqualTo("close");
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void anEventStreamThatBeginsOnTheOldPortEndsProperly() throws Exception {
        start(new Settings());
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        dispatcher.on("/events", _ -> {
            started.countDown();
            release.await();
            return Reply.of(200, new Body.Push("text/event-stream", channel -> channel.onClose(closed::countDown)));
        });
        try (var connection = connect()) {
            connection.send("GET /events HTTP/1.1\nHost: localhost\n\n");
            started.await();
            server.apply(new Settings().port(freePort()).build());
            release.countDown();
            connection.readHead();
            assertThat(connection.chunk()).as("the last one").isEmpty();
            assertThat(connection.closes()).isTrue();
            closed.await();
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aPortThatIsTakenLeavesTheOldOneServingAndTheOtherSettingsApplied() throws Exception {
        start(new Settings());
        int old = server.port();
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var wanted = new Settings()
                    .port(taken.getLocalPort())
                    .origins("https://app.example")
                    .build();
            assertThatThrownBy(() -> server.apply(wanted))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("port:");
            assertThat(server.port()).isEqualTo(old);
            try (var connection = connect()) {
                assertThat(connection.get("/hello").header("vary")).isEqualTo("Origin");
            }
        }
        moveToFreePort();
        assertThat(server.port()).isNotEqualTo(old);
    }

    @Test
    void theSamePortMovesToAnotherInterfaceAndBack() throws Exception {
        start(new Settings());
        int port = server.port();
        server.apply(new Settings().port(port).bind("0.0.0.0").build());
        try (var connection = connect()) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        var nowhere = new Settings().port(port).bind("192.0.2.1").build();
        assertThatThrownBy(() -> server.apply(nowhere))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("192.0.2.1");
        try (var connection = new RawConnection(port)) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        server.apply(new Settings().port(port).build());
        try (var connection = new RawConnection(port)) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    /** Java listens on 0.0.0.0 for IPv6 as well. */
    @Test
    void anotherProgramOnIpV6LeavesTheListenerAndItsConnectionsWhereTheyAre() throws Exception {
        start(new Settings());
        int port = server.port();
        try (ServerSocket _ = ipV6Loopback(port);
                var connection = connect()) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
            var everywhere = new Settings().port(port).bind("0.0.0.0").build();
            assertThatThrownBy(() -> server.apply(everywhere))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on 0.0.0.0:" + port)
                    .hasMessageContaining("0:0:0:0:0:0:0:1");
            var answer = connection.get("/hello");
            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.headers()).doesNotContainKey("connection");
        }
        server.apply(new Settings().port(port).bind("0.0.0.0").build());
        try (var connection = new RawConnection(port)) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    private static ServerSocket ipV6Loopback(int port) throws IOException {
        InetAddress loopback = InetAddress.getByName("::1");
        boolean has = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(loopback::equals);
        assumeTrue(has, "this machine has no IPv6 loopback");
        return new ServerSocket(port, 1, loopback);
    }

    /** 127.0.0.2 belongs to the loopback interface, which does not list it, so that nothing finds out beforehand. */
    @Test
    void aListenerThatWasClosedInVainIsNotClosedAgainBeforeTheNextReload() throws Exception {
        start(new Settings());
        int port = server.port();
        var everywhere = new Settings().port(port).bind("0.0.0.0").build();
        try (var _ = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
            assertThatThrownBy(() -> server.apply(everywhere))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on 0.0.0.0:" + port)
                    .hasMessageContaining("when the configuration is reloaded");
            try (var connection = connect()) {
                assertThat(connection.get("/hello").text()).isEqualTo("hello");
                for (int attempt = 0; attempt < 2; attempt++) {
                    assertThatThrownBy(() -> server.apply(everywhere))
                            .hasMessageContaining("cannot listen on 0.0.0.0:" + port);
                    assertThat(connection.get("/hello").headers()).doesNotContainKey("connection");
                }
            }
        }
        assertThatThrownBy(() -> server.apply(everywhere)).isInstanceOf(IOException.class);
        server.renewed();
        server.apply(everywhere);
        assertThat(server.port()).isEqualTo(port);
        try (var connection = new RawConnection(port)) {
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void anAddressThatCanNotBeOpenedAtTheStartIsSaid() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var refused = new HttpServer(
                    dispatcher, new Settings().port(taken.getLocalPort()).build(), null);
            assertThatThrownBy(refused::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
            refused.stop();
        }
    }

    @Test
    void aNameWithoutAnAddressIsSaid() throws Exception {
        start(new Settings());
        assertThatThrownBy(() ->
                        server.apply(new Settings().bind("nowhere.invalid").build()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on nowhere.invalid:0: no address is known by this name");
    }

    /** Loads keep-alive connections while settings change, and stops gracefully at the end; no request may be lost. */
    @Test
    void everyRequestSentIsAnsweredWhileSettingsChangeAndTheListenerStops() throws Exception {
        start(new Settings());
        var stop = new AtomicBoolean();
        var sent = new AtomicInteger();
        var answered = new AtomicInteger();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var clients = new ArrayList<Future<?>>();
            for (int i = 0; i < 4; i++) {
                boolean body = i % 2 == 0;
                clients.add(executor.submit(() -> {
                    exchange(server.port(), body, sent, answered);
                    return null;
                }));
            }
            var swaps = executor.submit(() -> {
                for (int i = 0; !stop.get(); i++) {
                    server.apply(new Settings()
                            .idle(Duration.ofSeconds(20 + i % 3))
                            .perSecond(i % 2 == 0 ? 0 : 10_000_000)
                            .compression(i % 2 == 0)
                            .origins(i % 3 == 0 ? "https://app.example" : "https://other.example")
                            .build());
                    Thread.sleep(Duration.ofMillis(2)); // leaves time for the requests that the changes disturb
                }
                return null;
            });
            Eventually.until("thousands of requests are answered", () -> answered.get() > 3000);
            stop.set(true);
            swaps.get();
            server.stop();
            for (var client : clients) {
                client.get();
            }
        }
        assertThat(answered.get()).isEqualTo(sent.get());
        assertThat(dispatcher.dispatched.get()).isEqualTo(sent.get());
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    private static void exchange(int port, boolean body, AtomicInteger sent, AtomicInteger answered)
            throws IOException {
        String request = body
                ? "POST /length HTTP/1.1\nHost: localhost\nContent-Length: 5\n\n12345"
                : "GET /hello HTTP/1.1\nHost: localhost\n\n";
        try (var connection = new RawConnection(port)) {
            while (true) {
                sent.incrementAndGet();
                connection.send(request);
                var answer = connection.read();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo(body ? "5" : "hello");
                answered.incrementAndGet();
                if ("close".equals(answer.header("connection"))) {
                    return;
                }
            }
        }
    }
}
