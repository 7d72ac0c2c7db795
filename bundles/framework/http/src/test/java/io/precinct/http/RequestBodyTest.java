package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestBodyTest extends ServerTest {
    private static final String POST = " HTTP/1.1\nHost: localhost\n";

    @BeforeEach
    void start() throws Exception {
        start(new Settings());
        dispatcher.on("/small", request -> text(200, "read " + request.body(10).length));
    }

    @Test
    void readsABodyInPiecesAndInChunksAndKeepsTheConnection() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /length" + POST + "Content-Length: 6\n\n").send("abc");
            connection.send("def");
            assertThat(connection.read().text()).isEqualTo("6");
            connection.send("POST /length" + POST + "Transfer-Encoding: chunked\n\n3\nabc\n");
            connection.send("4;x=y\ndefg\n0\nTrailer: t\n\n");
            assertThat(connection.read().text()).isEqualTo("7");
            connection.send("POST /length" + POST + "Transfer-Encoding: chunked\n\n0\n\n");
            assertThat(connection.read().text()).isEqualTo("0");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void refusesABodyBeyondTheLimitBeforeReadingItWhereItsLengthIsKnown() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /small" + POST + "Content-Length: 11\n\n");
            var answer = connection.read();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.header("connection")).isEqualTo("close");
            connection.send("12345678901");
            assertThat(connection.closes()).isTrue();
        }
    }

    @Test
    void refusesAChunkedBodyOnceItIsBeyondTheLimit() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /small" + POST + "Transfer-Encoding: chunked\n\n8\n12345678\n8\n12345678\n0\n\n");
            assertThat(connection.read().status()).isEqualTo(413);
        }
    }

    @Test
    void aBodyAsLargeAsTheLimitIsRead() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /small" + POST + "Content-Length: 10\n\n1234567890");
            assertThat(connection.read().text()).isEqualTo("read 10");
        }
    }

    @Test
    void keepsTheConnectionWhereASmallBodyWasNotRead() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /unread" + POST + "Content-Length: 5\n\n12345");
            var answer = connection.read();
            assertThat(answer.text()).isEqualTo("not read");
            assertThat(answer.headers()).doesNotContainKey("connection");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void theAnswerReachesAClientThatStillSendsALargeBodyNobodyReads() throws Exception {
        byte[] body = new byte[4 << 20];
        for (int i = 0; i < 5; i++) {
            try (var connection = connect()) {
                connection.send("POST /small" + POST + "Content-Length: " + body.length + "\n\n");
                connection.send(body);
                var answer = connection.read();
                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.text()).isEqualTo("at most 10");
                assertThat(connection.closes()).isTrue();
            }
        }
        Eventually.until("all requests ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void asksForABodyThatTheClientHoldsBackOnlyWhenItIsRead() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /length" + POST + "Content-Length: 3\nExpect: 100-continue\n\n");
            assertThat(connection.read().status()).isEqualTo(100);
            connection.send("abc");
            assertThat(connection.read().text()).isEqualTo("3");
            connection.send("POST /small" + POST + "Content-Length: 99\nExpect: 100-continue\n\n");
            var refused = connection.read();
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.header("connection")).isEqualTo("close");
            assertThat(connection.closes()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesWhileItsBodyIsReadMakesNoNoise() throws Exception {
        var reading = new CountDownLatch(2);
        dispatcher.on("/reading", request -> {
            reading.countDown();
            return text(200, "read " + request.body(1 << 20).length);
        });
        try (var reset = connect();
                var closed = connect()) {
            reset.send("POST /reading" + POST + "Content-Length: 1000\n\n123");
            closed.send("POST /reading" + POST + "Transfer-Encoding: chunked\n\n5\n123");
            reading.await();
            reset.socket().setSoLinger(true, 0);
        }
        Eventually.until("all requests ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(dispatcher.pinned).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void answersABodyThatIsNoProperChunkedOne() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /length" + POST + "Transfer-Encoding: chunked\n\nnonsense\n");
            assertError(connection.read(), 400, "bad_request");
            assertThat(connection.closes()).isTrue();
        }
    }

    @Test
    void aClientThatStopsSendingIsTimedOut() throws Exception {
        server.apply(new Settings().port(server.port()).idle(IDLE).build());
        try (var connection = connect()) {
            connection.send("POST /length" + POST + "Content-Length: 10\n\n123");
            assertError(connection.read(), 408, "slow_body");
            assertThat(connection.closes()).isTrue();
        }
    }

    @Test
    void aClientThatSendsItsBodyByteByByteIsTimedOut() throws Exception {
        server.apply(new Settings().idle(IDLE).build());
        try (var connection = connect()) {
            connection.send("POST /length" + POST + "Content-Length: 100000\n\n");
            var feeder = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        connection.send("x");
                        // This tests time itself: a byte arrives well within the idle timeout.
                        Thread.sleep(Duration.ofMillis(100));
                    }
                } catch (Exception over) {
                    Thread.currentThread().interrupt();
                }
            });
            assertError(connection.read(), 408, "slow_body");
            assertThat(connection.closes()).isTrue();
            feeder.interrupt();
        }
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aClientThatReadsByteByByteWhileNobodyReadsItsBodyIsCutOff() throws Exception {
        server.apply(new Settings().idle(IDLE).build());
        dispatcher.on("/refuses", _ -> text(422, "x".repeat(600)));
        try (var connection = new Http2Connection(server.port())) {
            connection.oneByte();
            connection.post("/refuses");
            var reader = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        // This tests time itself: each byte arrives well within the idle timeout, all bytes together
                        // far beyond it.
                        Thread.sleep(Duration.ofMillis(50));
                        connection.takeByte();
                    }
                } catch (Exception over) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThatThrownBy(connection::body).isInstanceOf(IOException.class);
            reader.interrupt();
        }
        Eventually.until("all requests ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
