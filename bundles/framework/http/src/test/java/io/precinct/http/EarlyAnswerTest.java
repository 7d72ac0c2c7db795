package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that clients whose requests are refused before their bodies are read learn that, however many they are. */
@Timeout(120)
class EarlyAnswerTest extends ServerTest {
    private static final int CLIENTS = 200;
    private static final int FEW = 50;
    private static final byte[] BODY = new byte[256 << 10];
    private static final String LENGTH = "Host: localhost\nContent-Length: " + BODY.length + "\n";

    @TempDir
    private Path folder;

    private final CountDownLatch release = new CountDownLatch(1);

    /** A client's connection, which is open before anybody sends. */
    private interface Connecting {
        RawConnection connect() throws Exception;
    }

    /** Lets all clients send at once; returns how many saw which status or failure. */
    private static Map<String, Integer> outcomes(int count, Connecting to, String head) throws Exception {
        var start = new CountDownLatch(count);
        List<Callable<String>> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(() -> {
                start.countDown();
                start.await();
                try (var connection = to.connect()) {
                    connection.send(head);
                    connection.send(BODY);
                    return Integer.toString(connection.read().status());
                } catch (IOException e) {
                    return e.toString();
                }
            });
        }
        var outcomes = new TreeMap<String, Integer>();
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (Future<String> outcome : threads.invokeAll(clients)) {
                outcomes.merge(outcome.get(), 1, Integer::sum);
            }
        }
        return outcomes;
    }

    private void startFull() throws Exception {
        start(new Settings().inFlight(1));
        dispatcher.on("/slow", _ -> {
            release.await();
            return text(200, "slow");
        });
    }

    @Test
    void eachClientBeyondTheLimitSees503() throws Exception {
        startFull();
        try (var slow = connect()) {
            slow.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            Eventually.until("it is in flight", () -> dispatcher.dispatched.get() == 1);
            assertThat(outcomes(CLIENTS, this::connect, "POST /length HTTP/1.1\n" + LENGTH + "\n"))
                    .isEqualTo(Map.of("503", CLIENTS));
            release.countDown();
            assertThat(slow.read().text()).isEqualTo("slow");
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'POST /small HTTP/1.1', '', 413",
        "'POST /small HTTP/1.1', 'Origin: http://evil.example', 403",
        "'POST /small http/1.1', '', 400",
        "'POST /%2e%2e/small HTTP/1.1', '', 400",
    })
    void eachClientSeesWhyItsRequestIsRefused(String line, String header, int status) throws Exception {
        start(new Settings());
        dispatcher.on("/small", request -> text(200, "read " + request.body(10).length));
        String head = line + "\n" + LENGTH + (header.isEmpty() ? "" : header + "\n") + "\n";
        assertThat(outcomes(FEW, this::connect, head)).isEqualTo(Map.of(Integer.toString(status), FEW));
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void eachClientThatAsksTooOftenSees429() throws Exception {
        start(new Settings().perSecond(1));
        assertThat(outcomes(FEW, this::connect, "POST /unread HTTP/1.1\n" + LENGTH + "\n"))
                .containsOnlyKeys("200", "429");
    }

    @Test
    void eachClientWhoseHeadIsTooLongSees431() throws Exception {
        start(new Settings().headerBytes(4096));
        assertThat(outcomes(
                        CLIENTS,
                        this::connect,
                        "POST /small HTTP/1.1\n" + LENGTH + "X: " + "x".repeat(100_000) + "\n\n"))
                .isEqualTo(Map.of("431", CLIENTS));
    }

    @Test
    void eachStrangerAtTheGatewaySees401OverTls() throws Exception {
        TestCertificate made = TestCertificate.of("EC");
        made.writePem(folder.resolve("server.pem"), folder.resolve("server.key"));
        Map<String, Object> tls = Map.of(
                "certificate", folder.resolve("server.pem").toString(),
                "key", folder.resolve("server.key").toString());
        var trusting = made.trusting();
        try (var gateway = new TestGateway(folder, dispatcher, Map.of("port", 0, "tls", tls))) {
            assertThat(outcomes(CLIENTS, () -> gateway.connect(trusting), "POST /api/tasks HTTP/1.1\n" + LENGTH + "\n"))
                    .isEqualTo(Map.of("401", CLIENTS));
        }
    }

    @Test
    void eachRequestOverHttp2BeyondTheLimitSees503() throws Exception {
        startFull();
        try (var slow = connect();
                var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_2)
                        .build()) {
            client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/hello")).build(), BodyHandlers.discarding());
            slow.send("GET /slow HTTP/1.1\nHost: localhost\n\n");
            Eventually.until("it is in flight", () -> dispatcher.dispatched.get() == 2);
            var request = HttpRequest.newBuilder(URI.create(server.url() + "/length"))
                    .timeout(Duration.ofSeconds(60))
                    .POST(BodyPublishers.ofByteArray(BODY))
                    .build();
            List<CompletableFuture<String>> asked = new ArrayList<>();
            for (int i = 0; i < CLIENTS / 2; i++) {
                asked.add(client.sendAsync(request, BodyHandlers.ofString())
                        .thenApply(HttpResponse::statusCode)
                        .handle((status, failure) -> failure == null ? status.toString() : failure.toString()));
            }
            var outcomes = new TreeMap<String, Integer>();
            asked.forEach(each -> outcomes.merge(each.join(), 1, Integer::sum));
            release.countDown();
            assertThat(outcomes).isEqualTo(Map.of("503", CLIENTS / 2));
        }
    }

    @Test
    void aClientThatNeverStopsSendingIsCutOff() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            connection.send("POST /unread HTTP/1.1\nHost: localhost\nContent-Length: 9000000000\n\n");
            assertThat(connection.read().status()).isEqualTo(200);
            assertThat(isCutOff(connection)).isTrue();
        }
        Eventually.until("the connection is closed", () -> metric("precinct_http_connections") == 0);
    }

    private static boolean isCutOff(RawConnection connection) {
        try {
            for (int i = 0; i < 800; i++) {
                connection.send(BODY);
            }
            return false;
        } catch (IOException cutOff) {
            return true;
        }
    }
}
