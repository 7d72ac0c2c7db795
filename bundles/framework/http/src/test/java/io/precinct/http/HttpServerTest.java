package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.testing.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HttpServerTest extends ServerTest {
    @BeforeEach
    void start() throws Exception {
        start(new Settings());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void answersOverBothVersionsOfHttpOnOnePort(HttpClient.Version version) throws Exception {
        try (var client = HttpClient.newBuilder().version(version).build()) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer = client.send(
                        request("/request?a=1&b=%20")
                                .header("X-Two", "a")
                                .header("X-Two", "b")
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.version()).isEqualTo(version);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
                assertThat(answer.body())
                        .contains(member("query", "a=1&b=%20"))
                        .contains(member("x-two", "a, b"))
                        .contains(member("host", "127.0.0.1:" + server.port()))
                        .contains(member("has_body", false))
                        .contains(member("loopback", true))
                        .contains(member("admin", false))
                        .contains(member("adapter", "http"))
                        .contains(member("virtual", false));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void readsBodiesOfKnownAndUnknownLength(HttpClient.Version version) throws Exception {
        try (var client = HttpClient.newBuilder().version(version).build()) {
            assertThat(client.send(request("/hello").build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
            byte[] body = new byte[300_000];
            var known =
                    request("/length").POST(BodyPublishers.ofByteArray(body)).build();
            var unknown = request("/length")
                    .POST(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(body)))
                    .build();
            var empty = request("/request").POST(BodyPublishers.noBody()).build();
            assertThat(client.send(known, BodyHandlers.ofString()).body()).isEqualTo("300000");
            assertThat(client.send(unknown, BodyHandlers.ofString()).body()).isEqualTo("300000");
            assertThat(client.send(empty, BodyHandlers.ofString()).body()).contains(member("has_body", false));
        }
    }

    @Test
    void servesManyStreamsOfOneHttp2ConnectionAtOnce() throws Exception {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            client.send(request("/hello").build(), BodyHandlers.discarding());
            var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (int i = 0; i < 100; i++) {
                answers.add(client.sendAsync(request("/hello").build(), BodyHandlers.ofString()));
            }
            for (var answer : answers) {
                assertThat(answer.get().body()).isEqualTo("hello");
            }
        }
    }

    @Test
    void givesThePathAsItWasSent() throws Exception {
        dispatcher.on("/a%2Fb/%25/x;y//z", request -> text(200, request.rawPath()));
        try (var connection = connect()) {
            assertThat(connection.get("/a%2Fb/%25/x;y//z?q").text()).isEqualTo("/a%2Fb/%25/x;y//z");
        }
    }

    @Test
    void answersHeadWithTheHeadOfGetAndNoBody() throws Exception {
        try (var connection = connect()) {
            connection.send("HEAD /hello HTTP/1.1\nHost: localhost\n\n");
            var head = connection.read(false);
            var get = connection.get("/hello");
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("content-length")).isEqualTo("5");
            assertThat(head.headers().keySet()).isEqualTo(get.headers().keySet());
        }
    }

    @Test
    void sendsNoBodyAndNoTypeWhereTheStatusHasNone() throws Exception {
        dispatcher.on("/empty", _ -> Reply.empty(204).header("X-Kept", "yes"));
        dispatcher.on("/same", _ -> text(304, "ignored").header("ETag", "\"v1\""));
        try (var connection = connect()) {
            var empty = connection.get("/empty");
            assertThat(empty.status()).isEqualTo(204);
            assertThat(empty.header("x-kept")).isEqualTo("yes");
            assertThat(empty.headers()).doesNotContainKeys("content-type", "content-length", "transfer-encoding");
            var same = connection.get("/same");
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.header("etag")).isEqualTo("\"v1\"");
            assertThat(same.headers()).doesNotContainKeys("content-type", "transfer-encoding");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void framesAnAnswerByItsBodyWhateverABoundarySays() throws Exception {
        dispatcher.on(
                "/odd",
                _ -> text(200, "12345")
                        .header("Content-Length", "3")
                        .header("Transfer-Encoding", "chunked")
                        .header("Content-Type", "image/png")
                        .header("Link", "</next>; rel=next"));
        dispatcher.on("/nothing", _ -> Reply.of(200, Body.Bytes.NONE));
        try (var connection = connect()) {
            var odd = connection.get("/odd");
            assertThat(odd.text()).isEqualTo("12345");
            assertThat(odd.header("content-type")).isEqualTo("text/plain; charset=utf-8");
            assertThat(odd.header("link")).isEqualTo("</next>; rel=next");
            var nothing = connection.get("/nothing");
            assertThat(nothing.header("content-length")).isEqualTo("0");
            assertThat(nothing.headers()).doesNotContainKey("content-type");
        }
    }

    @Test
    void answersPipelinedRequestsInTheirOrder() throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: localhost\n\n".repeat(20)
                    + "GET /request?last HTTP/1.1\nHost: localhost\n\n");
            for (int i = 0; i < 20; i++) {
                assertThat(connection.read().text()).isEqualTo("hello");
            }
            assertThat(connection.read().text()).contains(member("query", "last"));
        }
    }

    @Test
    void closesTheConnectionOfAnHttp10ClientThatDoesNotAskToKeepIt() throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.0\n\n");
            assertThat(connection.read().text()).isEqualTo("hello");
            assertThat(connection.closes()).isTrue();
        }
    }

    @Test
    void answersAFaultOfTheDispatcherWithAnIncidentThatIsInTheLog() throws Exception {
        dispatcher.on("/fault", _ -> {
            throw new IllegalStateException("secret detail");
        });
        try (var connection = connect()) {
            var answer = connection.get("/fault");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains(member("code", "internal_error")).doesNotContain("secret");
            String incident = answer.text().replaceAll(".*\"incident\":\"([0-9a-f]{16})\".*", "$1");
            assertThat(RecordingLogs.noise()).hasSize(1);
            assertThat(RecordingLogs.noise().getFirst().message())
                    .contains(incident)
                    .contains("GET /fault");
            assertThat(connection.get("/hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void answersWithAnErrorWhereTheHeadOfTheAnswerIsBeyondAllBounds() throws Exception {
        dispatcher.on("/vast", _ -> text(200, "x").header("X-Vast", "x".repeat(100_000)));
        dispatcher.on("/large", _ -> text(200, "x").header("X-Large", "x".repeat(20_000)));
        try (var connection = connect()) {
            assertThat(connection.get("/large").header("x-large")).hasSize(20_000);
            assertError(connection.get("/vast"), 500, "internal_error");
        }
        Eventually.until(
                "the fault was logged",
                () -> RecordingLogs.noise().stream()
                        .anyMatch(line -> line.message().contains("vast")));
        Eventually.until("the request ended", () -> metric("precinct_http_in_flight") == 0);
    }

    @Test
    void answersOptionsOfTheServerItselfAndRefusesToBeAProxy() throws Exception {
        try (var connection = connect()) {
            connection.send("OPTIONS * HTTP/1.1\nHost: localhost\n\n");
            assertThat(connection.read().status()).isEqualTo(204);
            connection.send("CONNECT localhost:80 HTTP/1.1\nHost: localhost:80\n\n");
            assertError(connection.read(), 501, "not_implemented");
        }
    }

    @Test
    void releasesEveryAnswerAndCountsWhatItDoes() throws Exception {
        try (var connection = connect()) {
            for (int i = 0; i < 10; i++) {
                connection.get("/hello");
            }
            connection.send("POST /length HTTP/1.1\nHost: localhost\nContent-Length: 7\n\n1234567");
            assertThat(connection.read().text()).isEqualTo("7");
            assertThat(metric("precinct_http_connections")).isEqualTo(1);
        }
        assertThat(dispatcher.pinned).hasValue(0);
        Eventually.until("all requests ended", () -> metric("precinct_http_in_flight") == 0);
        assertThat(metric("precinct_http_requests")).isEqualTo(11);
        assertThat(metric("precinct_http_sent_bytes")).isEqualTo(51);
        assertThat(metric("precinct_http_received_bytes")).isEqualTo(7);
        Eventually.until("the connection is gone", () -> metric("precinct_http_connections") == 0);
        assertThat(RecordingLogs.noise()).isEmpty();
    }
}
