package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.testing.Eventually;
import org.junit.jupiter.api.Test;

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
