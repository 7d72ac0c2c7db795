package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.testing.Eventually;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTest extends ServerTest {
    private RecordingLogs.Line line() {
        Eventually.until(
                "the request is logged", () -> !RecordingLogs.of(AccessLog.NAME).isEmpty());
        return RecordingLogs.of(AccessLog.NAME).getFirst();
    }

    @Test
    void oneLineTellsWhatWasAskedAndHowItWent() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            connection.get(
                    "/hello?password=secret",
                    "Authorization: Bearer " + TOKEN,
                    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        }
        var line = line();
        assertThat(line.pairs())
                .containsEntry("method", "GET")
                .containsEntry("path", "/hello")
                .containsEntry("route", "hello")
                .containsEntry("status", 200)
                .containsEntry("bytes", 5L)
                .containsEntry("client", "127.0.0.1")
                .containsEntry("trace", "0af7651916cd43dd8448eb211c80319c")
                .containsKey("micros");
        assertThat((long) line.pairs().get("micros")).isBetween(1L, 20_000_000L);
        assertThat(line.toString()).doesNotContain("secret", TOKEN);
        assertThat(RecordingLogs.of(AccessLog.NAME)).hasSize(1);
    }

    @Test
    void aTraceThatIsNoneIsLeftOut() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            connection.get("/hello", "traceparent: 00-\"}{injected-------------------b7ad6b7169203331-01-----");
        }
        assertThat(line().pairs()).doesNotContainKey("trace");
    }

    @Test
    void refusedRequestsAreLoggedToo() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: evil.example\n\n");
            connection.read();
        }
        assertThat(line().pairs()).containsEntry("status", 403).containsEntry("client", "127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "GET /hello?secret=1 HTTP/1.1\\n\\n | GET | /hello",
                "GET /hel lo HTTP/1.1\\nHost: localhost\\n\\n | GET | /hel",
                "GET  /hello?secret=1 HTTP/1.1\\nHost: localhost\\n\\n | GET | /hello",
                "BREW /pot HTTP/3.7\\nHost: localhost\\n\\n | BREW | /pot",
                "GET /hello http/1.1\\nHost: localhost\\n\\n | GET | /hello",
                "\\n\\nGET /hello HTTP/1.10\\nHost: localhost\\n\\n | GET | /hello",
                "PUT /%2e%2e/hello HTTP/1.1\\nHost: localhost\\n\\n | PUT | /%2e%2e/hello",
                "GET /hello HTTP/1.1\\nHost: local host\\n\\n | GET | /hello",
                "GET http://a:secret@evil.example/hello HTTP/1.1\\nHost: localhost\\n\\n | GET | /hello",
                "nonsense\\n\\n | nonsense | none",
            })
    void aRequestThatCannotBeReadIsLoggedAsItWasSent(String request, String method, String path) throws Exception {
        start(new Settings());
        String sent = request.replace("\\n", "\n");
        try (var connection = connect()) {
            connection.send(sent);
            assertRefusalIsLogged(connection, method, path);
        }
        RecordingLogs.clear();
        try (var connection = connect()) {
            for (String piece : sent.split("")) {
                connection.send(piece);
            }
            assertRefusalIsLogged(connection, method, path);
        }
    }

    private void assertRefusalIsLogged(RawConnection connection, String method, String path) throws Exception {
        var answer = connection.read();
        assertThat(answer.status()).isIn(400, 505);
        assertThat(line().pairs())
                .containsEntry("method", method)
                .containsEntry("path", path)
                .containsEntry("route", null)
                .containsEntry("status", answer.status())
                .containsEntry("bytes", (long) answer.body().length)
                .containsEntry("client", "127.0.0.1");
        assertThat(line().toString()).doesNotContain("secret");
        assertThat(metric("precinct_http_refused")).isPositive();
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aHeadThatIsTooLongIsLoggedInPart() throws Exception {
        start(new Settings().headerBytes(4096));
        try (var connection = connect()) {
            connection.send("GET /" + "x".repeat(5000) + " HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read().status()).isEqualTo(414);
        }
        assertThat(line().pairs()).containsEntry("method", "GET").containsEntry("path", "/" + "x".repeat(255) + "…");
        RecordingLogs.clear();
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: localhost\nX-Long: " + "x".repeat(5000) + "\n\n");
            assertThat(connection.read().status()).isEqualTo(431);
        }
        assertThat(line().pairs()).containsEntry("method", "GET").containsEntry("path", "/hello");
    }

    @Test
    void aClientThatLeftBeforeItsAnswerIsLoggedWithItsRouteAnd499() throws Exception {
        start(new Settings());
        var entered = new CountDownLatch(1);
        dispatcher.on("/reads", request -> {
            entered.countDown();
            return text(200, "read " + request.body(100).length);
        });
        try (var connection = connect()) {
            connection.send("POST /reads HTTP/1.1\nHost: localhost\nContent-Length: 9\n\nhalf");
            entered.await();
        }
        assertThat(line().pairs())
                .containsEntry("path", "/reads")
                .containsEntry("route", "reads")
                .containsEntry("status", 499);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void aRequestThatTheCoreGaveUpForItsClientIsLoggedWithItsRouteAnd499() throws Exception {
        start(new Settings());
        dispatcher.on("/waits", request -> {
            request.body(0);
            Eventually.until("the client has left", request::clientGone);
            throw new TestDispatcher.ClientLeft();
        });
        try (var connection = connect()) {
            connection.send("GET /waits HTTP/1.1\nHost: localhost\n\n");
            Eventually.until("it is under way", () -> dispatcher.dispatched.get() == 1);
        }
        assertThat(line().pairs())
                .containsEntry("route", "waits")
                .containsEntry("status", 499)
                .containsEntry("bytes", 0L);
        Eventually.until("it is no request in flight", () -> metric("precinct_http_in_flight") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }

    @Test
    void isOffWhereTheConfigurationSaysSo() throws Exception {
        var on = new Settings().build();
        server = new HttpServer(
                dispatcher,
                new HttpSettings(
                        0,
                        on.bind(),
                        on.hosts(),
                        on.corsOrigins(),
                        on.trustedProxies(),
                        false,
                        on.compression(),
                        on.limits()),
                null);
        server.start();
        try (var connection = connect()) {
            connection.get("/hello");
        }
        server.stop();
        assertThat(RecordingLogs.of(AccessLog.NAME)).isEmpty();
    }
}
