package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Json;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Shared parts of tests against a running listener. */
abstract class ServerTest {
    static final String TOKEN = "a-token-of-this-instance";
    /** An idle timeout to wait for: long enough for a test that is held up between connecting and sending. */
    static final Duration IDLE = Duration.ofSeconds(3);

    final TestDispatcher dispatcher = new TestDispatcher();
    HttpServer server;

    @BeforeEach
    void forgetLogs() {
        RecordingLogs.clear();
    }

    @AfterEach
    void stopServer() {
        if (server != null) {
            server.stop();
        }
    }

    HttpServer start(Settings settings) throws IOException {
        server = new HttpServer(dispatcher, settings.build(), TOKEN);
        server.start();
        return server;
    }

    RawConnection connect() throws IOException {
        return new RawConnection(server.port());
    }

    double metric(String name) {
        return server.collect().stream()
                .filter(family -> family.name().equals(name))
                .map(Family::samples)
                .flatMap(samples -> samples.stream())
                .mapToDouble(sample -> ((Sample.Value) sample).value())
                .sum();
    }

    /** Asserts that an error answer has exactly these members. */
    static void assertError(RawConnection.Answer answer, int status, String code) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.text()).matches("\\{\"error\":\".+\",\"code\":\"" + code + "\"}");
        assertThat(answer.headers()).doesNotContainKey("server");
    }

    /** The connection closes, and the answer has said so: otherwise a client may have sent its next request there. */
    static void assertClosed(RawConnection.Answer answer, RawConnection connection) throws IOException {
        assertThat(answer.header("connection")).isEqualTo("close");
        assertThat(connection.closes()).isTrue();
    }

    static String member(String name, Object value) {
        return "\"" + name + "\":" + Json.compact(value);
    }
}
