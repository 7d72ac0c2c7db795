package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.testing.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamAnswerTest extends ServerTest {
    @BeforeEach
    void start() throws Exception {
        start(new Settings());
    }

    private void stream(String path, long length, Body.Writer writer) {
        dispatcher.on(path, _ -> Reply.of(200, new Body.Stream("text/plain", length, null, writer)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void streamsABodyOfKnownLength() throws Exception {
        stream("/known", 6, out -> {
            out.write(bytes("abc"));
            out.write(bytes("def"));
        });
        try (var connection = connect()) {
            var answer = connection.get("/known");
            assertThat(answer.header("content-length")).isEqualTo("6");
            assertThat(answer.header("content-type")).isEqualTo("text/plain");
            assertThat(answer.text()).isEqualTo("abcdef");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void streamsABodyOfUnknownLengthInPiecesOfAnySize() throws Exception {
        var expected = new StringBuilder();
        stream("/unknown", -1, out -> {
            for (int size : new int[] {1, 100, 32 << 10, (32 << 10) + 1, 7, 200_000, 0, 3}) {
                out.write(bytes("x".repeat(size)));
                out.write('|');
            }
        });
        for (int size : new int[] {1, 100, 32 << 10, (32 << 10) + 1, 7, 200_000, 0, 3}) {
            expected.append("x".repeat(size)).append('|');
        }
        try (var connection = connect();
                var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_2)
                        .build()) {
            var answer = connection.get("/unknown");
            assertThat(answer.header("transfer-encoding")).isEqualTo("chunked");
            assertThat(answer.text()).isEqualTo(expected.toString());
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
            var request = HttpRequest.newBuilder(URI.create(server.url() + "/unknown"))
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(expected.toString());
            assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(expected.toString());
        }
        Eventually.until("the chains are released", () -> dispatcher.pinned.get() == 0);
    }

    @Test
    void whatIsFlushedArrivesWhileTheWriterGoesOn() throws Exception {
        var received = new CountDownLatch(1);
        var pinnedMeanwhile = new AtomicInteger();
        stream("/flushed", -1, out -> {
            out.write(bytes("first"));
            out.flush();
            try {
                received.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            pinnedMeanwhile.set(dispatcher.pinned.get());
            out.write(bytes("second"));
        });
        try (var connection = connect()) {
            connection.send("GET /flushed HTTP/1.1\nHost: localhost\n\n");
            connection.readHead();
            assertThat(connection.chunk()).isEqualTo(bytes("first"));
            received.countDown();
            assertThat(connection.chunk()).isEqualTo(bytes("second"));
            assertThat(connection.chunk()).isEmpty();
        }
        assertThat(pinnedMeanwhile).hasValue(1);
        Eventually.until("the chain is released", () -> dispatcher.pinned.get() == 0);
    }

    @Test
    void runsNoWriterForHead() throws Exception {
        var run = new AtomicInteger();
        stream("/known", 6, _ -> run.incrementAndGet());
        stream("/unknown", -1, _ -> run.incrementAndGet());
        try (var connection = connect()) {
            connection.send("HEAD /known HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read(false).header("content-length")).isEqualTo("6");
            connection.send("HEAD /unknown HTTP/1.1\nHost: localhost\n\n");
            var unknown = connection.read(false);
            assertThat(unknown.status()).isEqualTo(200);
            assertThat(unknown.headers()).doesNotContainKey("content-length");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(run).hasValue(0);
        assertThat(dispatcher.pinned).hasValue(0);
    }

    @Test
    void aWriterThatFailsBeforeAnythingIsSentIsAnIncident() throws Exception {
        Body.Writer failing = out -> {
            out.write(bytes("something"));
            throw new IllegalStateException("secret detail");
        };
        dispatcher.on(
                "/fails",
                _ -> Reply.of(200, new Body.Stream("text/plain", 100_000, null, failing))
                        .header("X-Service-Seal", "abc")
                        .header("ETag", "\"1\""));
        try (var connection = connect()) {
            var answer = connection.get("/fails");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text())
                    .matches("\\{\"error\":\"the request could not be answered\",\"code\":\"internal_error\","
                            + "\"incident\":\"[0-9a-f]{16}\"}");
            assertThat(answer.headers()).doesNotContainKey("etag").containsEntry("x-service-seal", "abc");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
        assertThat(RecordingLogs.noise()).hasSize(1);
        assertThat(RecordingLogs.noise().getFirst().message()).contains("route fails");
        assertThat(dispatcher.pinned).hasValue(0);
    }

    @Test
    void aWriterThatFailsHalfWayCutsTheConnectionSoThatNobodyTakesItForTheWhole() throws Exception {
        stream("/fails", -1, out -> {
            out.write(bytes("x".repeat(50_000)));
            throw new NoClassDefFoundError("gone in a swap");
        });
        try (var connection = connect()) {
            assertThatThrownBy(() -> connection.get("/fails")).isInstanceOf(IOException.class);
        }
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var hello =
                    HttpRequest.newBuilder(URI.create(server.url() + "/hello")).build();
            var fails =
                    HttpRequest.newBuilder(URI.create(server.url() + "/fails")).build();
            client.send(hello, BodyHandlers.ofString());
            assertThatThrownBy(() -> client.send(fails, BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
            assertThat(client.send(hello, BodyHandlers.ofString()).body()).isEqualTo("hello");
        }
        assertThat(RecordingLogs.noise())
                .hasSize(2)
                .allMatch(line -> line.message().contains("route fails"));
        assertThat(dispatcher.pinned).hasValue(0);
    }

    @Test
    void aWriterThatWritesAnotherLengthThanAnnouncedIsFound() throws Exception {
        stream("/short", 10, out -> out.write(bytes("abc")));
        stream("/long", 3, out -> out.write(bytes("abcdef")));
        stream("/cut", 100_000, out -> out.write(bytes("x".repeat(50_000))));
        try (var connection = connect()) {
            assertThat(connection.get("/short").text()).contains(member("code", "internal_error"));
        }
        try (var connection = connect()) {
            assertThat(connection.get("/long").status()).isEqualTo(500);
        }
        try (var connection = connect()) {
            assertThatThrownBy(() -> connection.get("/cut"))
                    .isInstanceOfAny(EOFException.class, java.net.SocketException.class);
        }
        assertThat(RecordingLogs.noise()).hasSize(3);
        assertThat(RecordingLogs.noise().getFirst().thrown()).hasMessageContaining("announced 10 bytes and wrote 3");
    }

    @Test
    void aClientThatLeavesEndsTheWriterWithoutNoise() throws Exception {
        var thrown = new AtomicReference<IOException>();
        stream("/endless", -1, out -> {
            try {
                while (true) {
                    out.write(new byte[10_000]);
                }
            } catch (IOException gone) {
                thrown.set(gone);
                throw gone;
            }
        });
        try (var connection = connect()) {
            connection.send("GET /endless HTTP/1.1\nHost: localhost\n\n");
            connection.readHead();
            connection.chunk();
        }
        Eventually.until("the writer ended", () -> thrown.get() != null);
        Eventually.until("the chain is released", () -> dispatcher.pinned.get() == 0);
        Eventually.until("the request ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aWriterThatIsStoppedBecauseItsClientLeftIsNoIncident() throws Exception {
        var ended = new CountDownLatch(1);
        dispatcher.on(
                "/waits",
                request -> Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
                    out.write(bytes("first"));
                    out.flush();
                    Eventually.until("the client is known to be gone", request::clientGone);
                    ended.countDown();
                    throw new IllegalStateException("interrupted while it waited for more to write");
                })));
        try (var connection = connect()) {
            connection.send("GET /waits HTTP/1.1\nHost: localhost\n\n");
            connection.readHead();
            connection.chunk();
        }
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        Eventually.until("the request ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aClientThatStopsReadingIsCutOff() throws Exception {
        server.apply(new Settings().idle(IDLE).build());
        var ended = new CountDownLatch(1);
        stream("/endless", -1, out -> {
            try {
                while (true) {
                    out.write(new byte[100_000]);
                }
            } finally {
                ended.countDown();
            }
        });
        dispatcher.on("/large", _ -> Reply.of(200, Body.bytes("image/png", new byte[30 << 20])));
        try (var streaming = connect();
                var large = connect()) {
            streaming.send("GET /endless HTTP/1.1\nHost: localhost\n\n");
            large.send("GET /large HTTP/1.1\nHost: localhost\n\n");
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            Eventually.until("no request hangs", () -> metric("precinct_http_in_flight") == 0);
        }
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
