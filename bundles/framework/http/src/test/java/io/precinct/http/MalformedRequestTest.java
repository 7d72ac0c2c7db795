package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedRequestTest extends ServerTest {
    @BeforeEach
    void start() throws Exception {
        start(new Settings().headerBytes(4096));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /hello HTTP/1.1\n\n",
                "GET /hello HTTP/1.1\nHost: localhost\nHost: localhost\n\n",
                "GET /hello HTTP/1.1\nHost: local host\n\n",
                "GET  /hello HTTP/1.1\nHost: localhost\n\n",
                "GET /hello  HTTP/1.1\nHost: localhost\n\n",
                "GET /hello HTTP/1.1 \nHost: localhost\n\n",
                " GET /hello HTTP/1.1\nHost: localhost\n\n",
                "GET /hello http/1.1\nHost: localhost\n\n",
                "GET /hello Http/1.1\nHost: localhost\n\n",
                "GET /hello HTTP/1.10\nHost: localhost\n\n",
                "GET /hel lo HTTP/1.1\nHost: localhost\n\n",
                "GET /hello HTTP/1.1\nHost: localhost\nX: a\u0000b\n\n",
                "GET /hello HTTP/1.1\nHost: localhost\n folded: yes\n\n",
                "GET /%2e%2e/hello HTTP/1.1\nHost: localhost\n\n",
                "PUT /a%00b HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}",
                "GET /a%00b HTTP/1.0\nHost: localhost\nConnection: keep-alive\n\n",
                "GET /../hello HTTP/1.1\nHost: localhost\n\n",
                "POST /length HTTP/1.1\nHost: localhost\nContent-Length: x\n\n",
                "POST /length HTTP/1.1\nHost: localhost\nContent-Length: 1\nContent-Length: 2\n\n",
                "POST /length HTTP/1.1\nHost: localhost\nContent-Length: 1\nTransfer-Encoding: chunked\n\n",
                "GET http://evil.example/hello HTTP/1.1\nHost: localhost\n\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\n\n",
            })
    void answersAMalformedHeadInJsonAndClosesTheConnection(String request) throws Exception {
        try (var connection = connect()) {
            connection.send(request);
            var answer = connection.read();
            assertError(answer, 400, "bad_request");
            assertClosed(answer, connection);
        }
        assertThat(dispatcher.dispatched).hasValue(0);
        assertThat(RecordingLogs.noise()).isEmpty();
        Eventually.until("it is counted", () -> metric("precinct_http_refused") == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/echo/%zz", "/%", "/%4", "/%ff", "/%c3", "/%u0041", "/%25%", "/a%ffb/%zz?q=%zz&r=/%"})
    void aPathThatIsNotWellEncodedIsTheDispatchersToExplain(String target) throws Exception {
        String path = target.split("\\?")[0];
        dispatcher.on(path, request -> TestDispatcher.text(400, request.rawPath() + " " + request.rawQuery()));
        String sent = path + " " + (path.equals(target) ? null : target.substring(path.length() + 1));
        try (var connection = connect()) {
            assertThat(connection.get(target).text()).isEqualTo(sent);
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
            connection.send("GET http://localhost" + target + " HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read().text()).isEqualTo(sent);
        }
        assertThat(dispatcher.dispatched).hasValue(3);
    }

    @Test
    void anUnreadablePathOverHttp2IsAnErrorOfItsStream() throws Exception {
        try (var connection = new Http2Connection(server.port())) {
            assertThat(connection.head("GET", "/echo/%ff", "x", "y").getStatus())
                    .isEqualTo(404);
            assertThat(connection.head("GET", "/echo/%zz", "x", "y").getStatus())
                    .isEqualTo(400);
            assertThat(connection.get(":authority", "localhost")).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: identity\nTransfer-Encoding: chunked",
                "Transfer-Encoding: gzip, chunked",
            })
    void aTransferCodingThatNobodyUndoesIsRefusedAndTheConnectionCloses(String coding) throws Exception {
        try (var connection = connect()) {
            connection.send("POST /length HTTP/1.1\nHost: localhost\n" + coding + "\n\n2\n{}\n0\n\n");
            var answer = connection.read();
            assertError(answer, 501, "unknown_transfer_coding");
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(connection.closes()).isTrue();
        }
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OPTIONS * HTTP/1.1\nHost: localhost\nTransfer-Encoding: identity, chunked\n\n2\n{}\n0\n\n",
                "POST /length HTTP/1.1\nHost: evil.example\nTransfer-Encoding: identity, chunked\n\n2\n{}\n0\n\n",
                "POST /length HTTP/1.0\nHost: evil.example\nConnection: keep-alive\nTransfer-Encoding: chunked\n\n0\n\n",
            })
    void whateverAnswersABadlyFramedRequestClosesItsConnection(String request) throws Exception {
        try (var connection = connect()) {
            connection.send(request);
            assertThat(connection.read().header("connection")).isEqualTo("close");
            assertThat(connection.closes()).isTrue();
        }
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void aRequestLineIsReadToTheLetterHoweverItArrives() throws Exception {
        try (var connection = connect()) {
            for (String piece : "\n\nGET /hello HTTP/1.1\nHost: localhost\n\n".split("")) {
                connection.send(piece);
            }
            assertThat(connection.read().status()).isEqualTo(200);
            connection.send("GET /hello HTTP/1.1\nHost: localhost\n\n\nGET /hello http/1.1\nHost: localhost\n\n");
            assertThat(connection.read().status()).isEqualTo(200);
            var answer = connection.read();
            assertError(answer, 400, "bad_request");
            assertThat(answer.text()).contains("Unknown version");
            assertThat(connection.closes()).isTrue();
        }
        assertThat(dispatcher.dispatched).hasValue(2);
    }

    @Test
    void chunksAreReadInWhateverCaseTheyAreAnnouncedAndNotOverHttp10() throws Exception {
        try (var connection = connect()) {
            connection.send("POST /length HTTP/1.1\nHost: localhost\nTransfer-Encoding: CHUNKED\n\n2\n{}\n0\n\n");
            assertThat(connection.read().text()).isEqualTo("2");
        }
        try (var connection = connect()) {
            connection.send("POST /length HTTP/1.0\nHost: localhost\nTransfer-Encoding: chunked\n\n2\n{}\n0\n\n");
            assertError(connection.read(), 400, "bad_request");
        }
    }

    @Test
    void answersAHeadBeyondTheLimit() throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: localhost\nX-Long: " + "x".repeat(5000) + "\n\n");
            var answer = connection.read();
            assertError(answer, 431, "headers_too_large");
            assertClosed(answer, connection);
        }
        try (var connection = connect()) {
            connection.send("GET /" + "x".repeat(5000) + " HTTP/1.1\nHost: localhost\n\n");
            var answer = connection.read();
            assertError(answer, 414, "uri_too_long");
            assertClosed(answer, connection);
        }
    }

    @Test
    void refusesAHeadBeyondTheLimitOverHttp2() throws Exception {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var hello = HttpRequest.newBuilder(URI.create(server.url() + "/hello"));
            assertThat(client.send(hello.build(), BodyHandlers.ofString()).version())
                    .isEqualTo(HttpClient.Version.HTTP_2);
            var vast = hello.header("X-Long", "x".repeat(6000)).build();
            try {
                var answer = client.send(vast, BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(431);
                assertThat(answer.body()).contains(member("code", "headers_too_large"));
            } catch (IOException closed) {
                // The connection ends with such a head; a client may see that before it sees the answer.
                assertThat(closed).hasMessageContaining("EOF");
            }
        }
        assertThat(dispatcher.dispatched).hasValue(1);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void refusesVersionsItDoesNotSpeakAndExpectationsItDoesNotKnow() throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/3.7\nHost: localhost\n\n");
            var answer = connection.read();
            assertThat(answer.status()).isIn(400, 505);
            assertClosed(answer, connection);
        }
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: localhost\nExpect: a miracle\n\n");
            assertError(connection.read(), 417, "expectation_failed");
        }
    }

    @Test
    void speaksProblemDetailsWhereTheClientAsksForThem() throws Exception {
        try (var connection = connect()) {
            var answer = connection.get("/hello", "Sec-Fetch-Site: cross-site");
            assertThat(answer.status()).isEqualTo(200);
            connection.send("POST /hello HTTP/1.1\nHost: localhost\nOrigin: http://evil.example\n"
                    + "Accept: application/problem+json\n\n");
            var refused = connection.read();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.header("content-type")).isEqualTo("application/problem+json");
            assertThat(refused.text())
                    .contains(member("type", "about:blank"))
                    .contains(member("title", "Forbidden"))
                    .contains(member("status", 403))
                    .contains(member("code", "foreign_origin"));
        }
    }

    @Test
    void logsAMalformedRequestWithoutRepeatingIt() throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello?secret=1 HTTP/1.1\n\n");
            connection.read();
        }
        Eventually.until("it is logged", () -> !RecordingLogs.of(AccessLog.NAME).isEmpty());
        var line = RecordingLogs.of(AccessLog.NAME).getFirst();
        assertThat(line.pairs()).containsEntry("status", 400).containsEntry("client", "127.0.0.1");
        assertThat(line.pairs().toString()).doesNotContain("secret");
    }
}
