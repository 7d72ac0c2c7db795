package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static io.precinct.http.TestGateway.ada;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.service.HealthCheck;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS of the gateway: certificates of several kinds, their renewal, and connections that survive a renewal. */
class GatewayTlsTest {
    private final TestDispatcher dispatcher = new TestDispatcher();

    @TempDir
    private Path folder;

    private Path certificate;
    private Path key;
    private TestGateway gateway;

    @BeforeEach
    void prepare() {
        RecordingLogs.clear();
        certificate = folder.resolve("server.pem");
        key = folder.resolve("server.key");
        dispatcher.on("/api/tasks", TestDispatcher::describe);
        dispatcher.exposeTasks();
        dispatcher.on("/api/tasks/length", request -> text(200, Integer.toString(request.body(1 << 20).length)));
    }

    @AfterEach
    void close() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
    }

    private Map<String, Object> pem() {
        return Map.of(
                "port",
                0,
                "bind",
                "127.0.0.1",
                "tls",
                Map.of("certificate", certificate.toString(), "key", key.toString()));
    }

    private TestCertificate open(String algorithm) throws Exception {
        TestCertificate made = TestCertificate.of(algorithm);
        made.writePem(certificate, key);
        gateway = new TestGateway(folder, dispatcher, pem());
        return made;
    }

    private int status(TestCertificate trusted, String... protocols) throws Exception {
        try (var connection = gateway.connect(trusted.trusting(), protocols)) {
            return connection.get("/api/tasks", ada()).status();
        }
    }

    private boolean serves(TestCertificate trusted) {
        try {
            return status(trusted) == 200;
        } catch (SSLException other) {
            return false;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void servesACertificateInPemOverBothProtocols(String algorithm) throws Exception {
        TestCertificate made = open(algorithm);
        assertThat(gateway.url()).startsWith("https://127.0.0.1:");
        assertThat(status(made, "TLSv1.3")).isEqualTo(200);
        assertThat(status(made, "TLSv1.2")).isEqualTo(200);
        try (var connection = gateway.connect(made.trusting())) {
            var refused = connection.get("/api/tasks");
            ServerTest.assertError(refused, 401, "unauthenticated");
            assertThat(connection.get("/api/tasks", ada()).status()).isEqualTo(200);
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void clientsOfTheJdkAreServedWithBodiesAndOverManyConnections() throws Exception {
        TestCertificate made = open("EC");
        try (var client = HttpClient.newBuilder()
                .sslContext(made.trusting())
                .connectTimeout(Duration.ofSeconds(20))
                .build()) {
            String header = ada().substring("Authorization: ".length());
            for (int i = 0; i < 50; i++) {
                var request = HttpRequest.newBuilder(
                                URI.create("https://localhost:" + gateway.port() + "/api/tasks/length"))
                        .header("Authorization", header)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[i * 1000]))
                        .build();
                var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(answer.body()).isEqualTo(Integer.toString(i * 1000));
                assertThat(answer.statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void servesAKeystore() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        Path keystore = made.writeKeystore(folder.resolve("server.p12"));
        gateway = new TestGateway(
                folder,
                dispatcher,
                Map.of(
                        "port",
                        0,
                        "bind",
                        "127.0.0.1",
                        "tls",
                        Map.of("keystore", keystore.toString(), "password", TestCertificate.PASSWORD)));
        assertThat(status(made)).isEqualTo(200);
    }

    @Test
    void clearTextAndOldProtocolsAreNotSpoken() throws Exception {
        TestCertificate made = open("RSA");
        try (var plain = gateway.connect()) {
            assertThatThrownBy(() -> plain.get("/api/tasks", ada())).isInstanceOf(Exception.class);
        }
        assertThatThrownBy(() -> gateway.connect(made.trusting(), "TLSv1.1").close())
                .isInstanceOf(SSLException.class);
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void aRenewedCertificateIsServedAndOpenConnectionsGoOn() throws Exception {
        TestCertificate first = open("RSA");
        TestCertificate second = TestCertificate.of("EC");
        var held = new CountDownLatch(1);
        var started = new CountDownLatch(1);
        dispatcher.on("/api/tasks/slow", _ -> {
            started.countDown();
            held.await();
            return text(200, "slow");
        });
        try (var open = gateway.connect(first.trusting());
                var busy = gateway.connect(first.trusting())) {
            assertThat(open.get("/api/tasks", ada()).status()).isEqualTo(200);
            busy.send("GET /api/tasks/slow HTTP/1.1\nHost: localhost\n" + ada() + "\n\n");
            started.await();
            second.writePem(certificate, key);
            Eventually.until("the new certificate is served", () -> serves(second));
            assertThat(serves(first)).isFalse();
            assertThat(open.get("/api/tasks", ada()).status()).isEqualTo(200);
            held.countDown();
            assertThat(busy.read().text()).isEqualTo("slow");
        }
    }

    @Test
    void halfARenewalChangesNothingUntilTheOtherHalfComes() throws Exception {
        TestCertificate first = open("EC");
        TestCertificate second = TestCertificate.other("EC");
        Path otherKey = folder.resolve("other.key");
        Path other = folder.resolve("other.pem");
        second.writePem(other, otherKey);
        Files.copy(other, certificate, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Eventually.until(
                "it says that they do not fit",
                () -> RecordingLogs.noise().stream()
                        .anyMatch(line -> line.message().contains("is not that of the certificate")));
        assertThat(serves(first)).isTrue();
        Files.writeString(key, "-----BEGIN PRIVATE KEY-----");
        Eventually.until(
                "it says that there is no key",
                () -> RecordingLogs.noise().stream()
                        .anyMatch(line -> line.message().contains("no private key")));
        assertThat(serves(first)).isTrue();
        Files.copy(otherKey, key, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Eventually.until("the new certificate is served", () -> serves(second));
        assertThat(RecordingLogs.noise())
                .allSatisfy(line -> assertThat(line.message()).doesNotContain(Files.readString(otherKey)));
    }

    @Test
    void theSamePortTakesTlsOnAndOff() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        made.writePem(certificate, key);
        gateway = new TestGateway(folder, dispatcher, Map.of("port", 0));
        int port = gateway.port();
        Map<String, Object> plain = Map.of("port", port);
        Map<String, Object> secure = Map.of("port", port, "bind", "127.0.0.1", "tls", pem().get("tls"));
        try (var connection = gateway.connect()) {
            assertThat(connection.get("/api/tasks", ada()).status()).isEqualTo(200);
        }
        gateway.configurations.publish(new Settings().build(), secure);
        assertThat(gateway.url()).isEqualTo("https://127.0.0.1:" + port);
        assertThat(status(made)).isEqualTo(200);
        gateway.configurations.publish(new Settings().build(), secure);
        assertThat(status(made)).isEqualTo(200);
        gateway.configurations.publish(new Settings().build(), plain);
        try (var connection = gateway.connect()) {
            assertThat(connection.get("/api/tasks", ada()).status()).isEqualTo(200);
        }
    }

    @Test
    void aBadCertificateIsToldAndWhatServedServesOn() throws Exception {
        TestCertificate made = open("EC");
        Path bad = Files.writeString(folder.resolve("bad.pem"), "nothing");
        gateway.configurations.publish(
                new Settings().build(),
                Map.of(
                        "port",
                        0,
                        "bind",
                        "127.0.0.1",
                        "tls",
                        Map.of("certificate", bad.toString(), "key", key.toString())));
        assertThat(gateway.health().status()).isEqualTo(HealthCheck.Status.DEGRADED);
        assertThat(gateway.health().detail()).contains(bad.toString(), "holds no certificate in PEM");
        assertThat(gateway.metric("precinct_certificate_last_reload_successful", null))
                .isZero();
        assertThat(status(made)).isEqualTo(200);
        gateway.configurations.publish(new Settings().build(), pem());
        assertThat(gateway.health().status()).isEqualTo(HealthCheck.Status.UP);
        assertThat(gateway.health().facts().get("certificate_expires")).isNotNull();
    }

    private void awaitHealth(HealthCheck.Status status) {
        Eventually.untilAsserted("it is " + status, () -> {
            assertThat(gateway.health().status()).as(gateway.health().detail()).isEqualTo(status);
            assertThat(gateway.health().facts().containsKey("since")).isEqualTo(status != HealthCheck.Status.UP);
        });
    }

    private Map<String, Object> pem(int port, Path itsCertificate, Path itsKey) {
        return Map.of(
                "port",
                port,
                "bind",
                "127.0.0.1",
                "tls",
                Map.of("certificate", itsCertificate.toString(), "key", itsKey.toString()));
    }

    @Test
    void aKeyOfAnotherPairKeepsItClosedUntilItIsReplaced() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        TestCertificate.other("EC").writePem(folder.resolve("other"), key);
        made.writePem(certificate, folder.resolve("right.key"));
        gateway = new TestGateway(folder, dispatcher, pem());
        assertThat(gateway.health().status()).isEqualTo(HealthCheck.Status.WAITING);
        assertThat(gateway.health().detail()).contains("is not that of the certificate");
        assertThat(gateway.metric("precinct_listener_up", null)).isZero();
        Files.move(folder.resolve("right.key"), key, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        awaitHealth(HealthCheck.Status.UP);
        assertThat(status(made)).isEqualTo(200);
        assertThat(gateway.metric("precinct_listener_up", null)).isOne();
    }

    @Test
    void aBusyPortKeepsItClosedUntilThePortIsFree() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        made.writePem(certificate, key);
        int port;
        try (var taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            gateway = new TestGateway(folder, dispatcher, pem(port, certificate, key));
            assertThat(gateway.health().status()).isEqualTo(HealthCheck.Status.WAITING);
            assertThat(gateway.health().detail()).contains("cannot listen on 127.0.0.1:" + port);
        }
        awaitHealth(HealthCheck.Status.UP);
        assertThat(gateway.port()).isEqualTo(port);
        assertThat(status(made)).isEqualTo(200);
    }

    @Test
    void aBadCertificateKeepsNothingElseFromTakingEffectAndIsUsedOnceItIsMended() throws Exception {
        TestCertificate made = open("EC");
        int before = gateway.port();
        Path nextCertificate = folder.resolve("next.pem");
        Path nextKey = folder.resolve("next.key");
        gateway.configurations.publish(
                new Settings().hosts("shop.example").build(), pem(freePort(), nextCertificate, nextKey));
        awaitHealth(HealthCheck.Status.DEGRADED);
        assertThat(gateway.health().detail()).contains("there is no file " + nextCertificate);
        assertThat(gateway.port()).isNotEqualTo(before);
        try (var connection = gateway.connect(made.trusting())) {
            connection.send("GET /api/tasks HTTP/1.1\nHost: shop.example\n" + ada() + "\n\n");
            assertThat(connection.read().status()).isEqualTo(200);
        }
        TestCertificate next = TestCertificate.other("EC");
        next.writePem(nextCertificate, nextKey);
        awaitHealth(HealthCheck.Status.UP);
        assertThat(status(next)).isEqualTo(200);
    }

    @Test
    void withoutACertificateItNeitherMovesInClearTextNorExposesAdministration() throws Exception {
        gateway = new TestGateway(folder, dispatcher, Map.of("port", 0, "bind", "0.0.0.0", "plain", true));
        int before = gateway.port();
        dispatcher.declare(RouteDeclaration.of("get", "/admin/status").forAdmin());
        dispatcher.on("/admin/status", TestDispatcher::describe);
        Map<String, Object> wanted = new java.util.HashMap<>(pem(freePort(), certificate, key));
        wanted.put("admin", Map.of("role", "operator"));
        gateway.configurations.publish(new Settings().build(), wanted);
        assertThat(gateway.port()).isEqualTo(before);
        try (var plain = gateway.connect()) {
            assertThat(plain.get("/admin/status", ada(), "X-Service-Admin: 1").status())
                    .isEqualTo(404);
        }
        TestCertificate made = TestCertificate.of("EC");
        made.writePem(certificate, key);
        awaitHealth(HealthCheck.Status.UP);
        assertThat(status(made)).isEqualTo(200);
        try (var secure = gateway.connect(made.trusting())) {
            assertThat(secure.get("/admin/status", ada(), "X-Service-Admin: 1").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aDeletedCertificateIsAnAlarmUntilItIsBack() throws Exception {
        TestCertificate made = open("EC");
        assertThat(gateway.metric("precinct_certificate_not_after_seconds", null))
                .isEqualTo(((java.security.cert.X509Certificate) made.certificate())
                                .getNotAfter()
                                .getTime()
                        / 1000.0);
        byte[] content = Files.readAllBytes(certificate);
        Files.delete(certificate);
        awaitHealth(HealthCheck.Status.DEGRADED);
        assertThat(gateway.health().detail()).contains("there is no file", "the certificate before stays in use");
        assertThat(gateway.metric("precinct_certificate_last_reload_successful", null))
                .isZero();
        assertThat(status(made)).isEqualTo(200);
        Files.write(certificate, content);
        awaitHealth(HealthCheck.Status.UP);
        assertThat(gateway.metric("precinct_certificate_last_reload_successful", null))
                .isOne();
    }

    @Test
    void aCertificateThatComesToItsEndIsAnAlarmAndAnExpiredOneReplacesNoGoodOne() throws Exception {
        TestCertificate soon = TestCertificate.valid(20, 25);
        TestCertificate expired = TestCertificate.valid(30, 20);
        soon.writePem(certificate, key);
        gateway = new TestGateway(folder, dispatcher, pem());
        awaitHealth(HealthCheck.Status.DEGRADED);
        assertThat(gateway.health().detail())
                .contains("the certificate expires on")
                .contains("within 14 days");
        expired.writePem(certificate, key);
        Eventually.untilAsserted(
                "it says so",
                () -> assertThat(gateway.health().detail())
                        .contains("the certificate expired on", "the certificate before stays in use"));
        assertThat(status(soon)).isEqualTo(200);
        TestCertificate.of("EC").writePem(certificate, key);
        awaitHealth(HealthCheck.Status.UP);
    }

    @Test
    void anExpiredCertificateIsServedWhereThereIsNoOther() throws Exception {
        TestCertificate.valid(30, 20).writePem(certificate, key);
        gateway = new TestGateway(folder, dispatcher, pem());
        awaitHealth(HealthCheck.Status.DEGRADED);
        assertThat(gateway.health().detail()).contains("the certificate expired on");
        assertThat(gateway.url()).startsWith("https://");
    }

    @Test
    void anotherPortIsOpenedWhileRequestsOnTheOldOneAreAnswered() throws Exception {
        TestCertificate made = open("EC");
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        dispatcher.on("/api/tasks/slow", _ -> {
            started.countDown();
            release.await();
            return text(200, "slow");
        });
        try (var busy = gateway.connect(made.trusting())) {
            busy.send("GET /api/tasks/slow HTTP/1.1\nHost: localhost\n" + ada() + "\n\n");
            started.await();
            moveToFreePort();
            assertThat(status(made)).isEqualTo(200);
            release.countDown();
            var answer = busy.read();
            assertThat(answer.text()).isEqualTo("slow");
            assertThat(answer.header("connection")).isEqualTo("close");
        }
        assertThat(status(made)).isEqualTo(200);
    }

    private static int freePort() throws IOException {
        try (var free = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Moves the gateway to a free port; tries again if the port was taken meanwhile and the gateway did not move. */
    private void moveToFreePort() throws Exception {
        int port;
        int left = 5;
        do {
            try (var free = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            gateway.configurations.publish(
                    new Settings().build(), Map.of("port", port, "bind", "127.0.0.1", "tls", pem().get("tls")));
        } while (gateway.port() != port && --left > 0);
        assertThat(gateway.port()).isEqualTo(port);
    }

    @Test
    void eventStreamsFlowAndTheirClientsAreMissedWhenTheyLeave() throws Exception {
        TestCertificate made = open("EC");
        BlockingQueue<Body.Channel> opened = new LinkedBlockingQueue<>();
        var closed = new CountDownLatch(1);
        dispatcher.on(
                "/api/tasks/stream",
                _ -> Reply.of(200, new Body.Push("text/event-stream", channel -> {
                    channel.onClose(closed::countDown);
                    opened.add(channel);
                })));
        try (var connection = gateway.connect(made.trusting())) {
            connection.send("GET /api/tasks/stream HTTP/1.1\nHost: localhost\n" + ada() + "\n\n");
            assertThat(connection.read(false).status()).isEqualTo(200);
            Body.Channel channel = opened.poll(20, TimeUnit.SECONDS);
            for (int i = 0; i < 200; i++) {
                channel.send(("event " + i).getBytes(StandardCharsets.UTF_8));
                assertThat(new String(connection.chunk(), StandardCharsets.UTF_8))
                        .isEqualTo("event " + i);
            }
        }
        assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aStopAnswersWhatIsUnderWayAndClosesQuietConnections() throws Exception {
        TestCertificate made = open("EC");
        var started = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        dispatcher.on("/api/tasks/slow", _ -> {
            started.countDown();
            release.await();
            return text(200, "slow");
        });
        try (var busy = gateway.connect(made.trusting());
                var quiet = gateway.connect(made.trusting())) {
            assertThat(quiet.get("/api/tasks", ada()).status()).isEqualTo(200);
            busy.send("GET /api/tasks/slow HTTP/1.1\nHost: localhost\n" + ada() + "\n\n");
            started.await();
            var stopping = gateway.listener.stopping();
            assertThat(quiet.closes()).isTrue();
            assertThat(stopping).isNotDone();
            release.countDown();
            assertThat(busy.read().text()).isEqualTo("slow");
            stopping.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBodyThatTakesItsTimeSurvivesAStop() throws Exception {
        TestCertificate made = open("EC");
        try (var connection = gateway.connect(made.trusting())) {
            connection.send("POST /api/tasks/length HTTP/1.1\nHost: localhost\n" + ada() + "\nContent-Length: 4\n\nab");
            Eventually.until("the request is dispatched", () -> dispatcher.dispatched.get() == 1);
            var stopping = gateway.listener.stopping();
            // Longer than a quiet connection is left open: this tests time itself.
            Thread.sleep(Duration.ofMillis(800));
            connection.send("cd");
            assertThat(connection.read().text()).isEqualTo("4");
            stopping.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aHandshakeThatDripsIsCutOff() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        made.writePem(certificate, key);
        gateway = new TestGateway(folder, dispatcher, pem());
        gateway.configurations.publish(
                new Settings().idle(Duration.ofSeconds(2)).build(), pem());
        try (var connection = gateway.connect()) {
            // The head of a ClientHello of 512 bytes, then a byte at a time.
            connection.send(new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
            Thread dripping = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Thread.sleep(200); // the pace of the client: this tests time itself
                        connection.send(new byte[] {0});
                    }
                } catch (IOException | InterruptedException cutOff) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(connection.closes()).isTrue();
            dripping.interrupt();
        }
        assertThat(made.certificate()).isNotNull();
    }

    @Test
    void aSessionIsResumedAfterItWasMade() throws Exception {
        TestCertificate made = open("EC");
        var context = made.trusting();
        for (int i = 0; i < 3; i++) {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", gateway.port())) {
                socket.startHandshake();
                assertThat(new RawConnection(socket).get("/api/tasks", ada()).status())
                        .isEqualTo(200);
            }
        }
    }
}
