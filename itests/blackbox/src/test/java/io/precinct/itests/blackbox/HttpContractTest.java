package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests negotiation, methods, errors and limits as a client sees them. */
class HttpContractTest {
    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void start() {
        service = Service.on(folder, """
            service: contract
            limits: {body_bytes: 1000}
            routes:
              /echo: {method: post, boundary: echo, name: echo}
              /echo/:message: {method: get, boundary: echo, name: echo.get}
            scenarios:
              echo.get:
                hi: {expected: {echoed: {message: hi}}}
                mistaken: !Fixture mistaken
                late: {expected: {echoed: {message: !Fixture nowhere, other: 1}, more: !Fixture broken}}
            """);
        Service.write(folder.resolve("config/fixtures/broken.yml"), "expected: [\n");
        Service.write(
                folder.resolve("config/fixtures/mistaken.yml"),
                "expected: {echoed: {not: {message: {lt: 5, gte: 1}}}}\n");
        http = service.http;
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, application/json",
        "text/html, text/html",
        "text/markdown, text/markdown",
        "text/plain, text/plain",
        "'text/html;q=0.5, text/plain', text/plain",
        "'text/*;q=0.1, */*;q=0.2', application/json",
        "'application/json;q=0, */*', text/html",
    })
    void theBestRepresentationIsChosen(String accept, String mediaType) {
        var answer = http.get("/echo/hi", "Accept", accept);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith(mediaType);
        assertThat(answer.header("Vary")).contains("Accept");
        assertThat(answer.header("X-Service-Seal")).hasSize(64);
    }

    @Test
    void nothingAcceptableIs406InJsonWithWhatThereIs() {
        var answer = http.get("/echo/hi", "Accept", "image/png");

        assertThat(answer.status()).isEqualTo(406);
        assertThat((List<?>) answer.json().get("available"))
                .map(String::valueOf)
                .contains("application/json", "text/html", "text/markdown", "text/plain");
    }

    @Test
    void errorsFallBackToJsonOrAreProblemDetailsOnRequest() {
        var fallback = http.get("/nowhere", "Accept", "image/png");
        var problem = http.get("/nowhere", "Accept", "application/problem+json");

        assertThat(fallback.status()).isEqualTo(404);
        assertThat(fallback.json()).containsKey("error");
        assertThat(problem.header("Content-Type")).startsWith("application/problem+json");
        assertThat(problem.json()).containsEntry("status", 404).containsKeys("type", "title", "detail");
    }

    @Test
    void anErrorBeforeAnyChainIsAPageForABrowserLikeAnyOther() throws IOException {
        String browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n\r\n";
        String foreign = all("GET /echo/hi HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n" + browser);
        String unreadable = all("GET /echo/%zz HTTP/1.1\r\nHost: LOCALHOST.\r\nConnection: close\r\n" + browser);
        String noText = all("GET /%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + browser);
        String nowhere = all("GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + browser);

        assertThat(foreign).startsWith("HTTP/1.1 403 ").contains("this service does not answer as evil.example");
        assertThat(unreadable)
                .startsWith("HTTP/1.1 400 ")
                .contains("digits after it: &quot;%zz&quot; at character 7</h1>");
        assertThat(noText).startsWith("HTTP/1.1 400 ").contains("not UTF-8: &quot;%ff&quot; at character 2</h1>");
        for (String answer : List.of(foreign, unreadable, noText, nowhere)) {
            assertThat(answer)
                    .contains("Content-Type: text/html", "Vary: Accept", "<div class=\"failure\"><p class=\"number\"");
        }
        assertThat(http.get("/echo/%25zz").json().get("echoed")).isEqualTo(Map.of("message", "%zz"));
    }

    @Test
    void methodsAreAnsweredAsTheFieldExpects() {
        assertThat(http.send("PUT", "/echo", null).status()).isEqualTo(405);
        assertThat(http.send("PUT", "/echo", null).header("Allow")).isEqualTo("OPTIONS, POST");
        assertThat(http.send("OPTIONS", "/echo/hi", null).header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        var head = http.send("HEAD", "/echo/hi", null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(head.header("Content-Length")).isEqualTo(http.get("/echo/hi").header("Content-Length"));
    }

    @Test
    void bodiesAreHeldToTypeSyntaxAndSize() {
        assertThat(http.send("POST", "/echo", "a=1", "Content-Type", "application/x-www-form-urlencoded")
                        .status())
                .isEqualTo(415);
        var bad = http.post("/echo", "{\"a\":\n 1,,}");
        assertThat(bad.status()).isEqualTo(400);
        assertThat(bad.json()).containsEntry("line", 2);
        assertThat(http.post("/echo", "\"" + "x".repeat(1000) + "\"").status()).isEqualTo(413);
        assertThat(http.post("/echo", "{\"a\": [1, {\"b\": null}]}").json())
                .containsEntry("echoed", Map.of("a", List.of(1, java.util.Collections.singletonMap("b", null))));
    }

    @Test
    void foreignOriginsAreRefusedOnUnsafeMethods() {
        assertThat(http.post("/echo", "{}", "Origin", "http://evil.example").status())
                .isEqualTo(403);
        assertThat(http.post("/echo", "{}", "Sec-Fetch-Site", "cross-site").status())
                .isEqualTo(403);
        assertThat(http.post("/echo", "{}").status()).isEqualTo(200);
        assertThat(http.get("/echo/hi", "Origin", "http://evil.example").header("Access-Control-Allow-Origin"))
                .isNull();
    }

    @Test
    void everyLateTagThatFailsIsToldWithItsFieldAndWithoutAPlaceOfTheServer() {
        var answer = http.get("/echo/hi", "X-Service-Verify", "late");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text())
                .contains("echoed.message: expected \\\"!Fixture nowhere\\\", got not resolved: there is no fixture")
                .contains("echoed.other: expected 1, got missing")
                .contains("more: expected \\\"!Fixture broken\\\", got not resolved: fixtures/broken.yml:")
                .doesNotContain(folder.toString());
    }

    @Test
    void aFixtureThatWouldPassByMisunderstandingFailsWithTheNearestWord() {
        var answer = http.get("/echo/hi", "X-Service-Verify", "mistaken");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text())
                .contains("got !Fixture mistaken: echoed.not.message.lt: \\\"lt\\\" is no matcher, but stands beside")
                .contains("did you mean \\\"lte\\\"?");
    }

    @ParameterizedTest
    @CsvSource({
        "get /echo/hi HTTP/1.1, 405, Host: localhost",
        "Get /echo/hi HTTP/1.1, 405, Host: localhost",
        "GET /echo/hi http/1.1, 400, Host: localhost",
        "GET  /echo/hi HTTP/1.1, 400, Host: localhost",
        "GET /echo/hi  HTTP/1.1, 400, Host: localhost",
        "GET /echo/hi HTTP/1.1, 200, Host: [0:0:0:0:0:0:0:1]",
        "GET /echo/hi HTTP/1.1, 200, Host: [::1]",
        "GET /echo/hi HTTP/1.1, 403, Host: [::2]",
        "GET /echo/hi HTTP/1.1, 400, Host: [::1",
        "POST /echo HTTP/1.1, 501, Transfer-Encoding: identity, chunked",
        "POST /echo HTTP/1.1, 501, Transfer-Encoding: gzip, chunked",
        "POST /echo HTTP/1.0, 400, Transfer-Encoding: chunked",
    })
    void whatACarefulServerRefusesIsRefused(ArgumentsAccessor line) throws IOException {
        String header = line.size() == 3 ? line.getString(2) : line.getString(2) + ", " + line.getString(3);
        String host = header.startsWith("Host:") ? "" : "Host: localhost\r\n";

        assertThat(raw(line.getString(0) + "\r\n" + host + header + "\r\n\r\n"
                        + (host.isEmpty() ? "" : "2\r\n{}\r\n0\r\n\r\n")))
                .startsWith("HTTP/1.1 " + line.getString(1) + " ");
    }

    /** A server that read another length would also answer the bytes after the body, as a request that nobody sent. */
    @ParameterizedTest
    @CsvSource({
        "Content-Length: 2|Transfer-Encoding: chunked, 2|{}|0||",
        "Transfer-Encoding: chunked|Content-Length: 2, 2|{}|0||",
        "Content-Length: 2|Content-Length: 3, {}",
        "'Content-Length: 2, 3', {}",
        "Content-Length: +2, {}",
        "Content-Length: -2, {}",
        "Content-Length: 0x2, {}",
        "Content-Length: 99999999999999999999, {}",
        "Transfer-Encoding : chunked, 2|{}|0||",
        "Transfer-Encoding: chunked, nonsense|{}|0||",
        "Transfer-Encoding: chunked, -2|{}|0||",
        "Transfer-Encoding: chunked, fffffffffffffffff|{}|0||",
        "Transfer-Encoding: chunked, 2|{}}|0||",
        "Transfer-Encoding: gzip, {}",
        "Transfer-Encoding: chunked|Transfer-Encoding: gzip, 2|{}|0||",
        "Transfer-Encoding: chunked|Transfer-Encoding: chunked, 2|{}|0||",
    })
    void aRequestWhoseEndIsInDoubtIsRefusedWithAllThatFollowsIt(String framing, String body) throws IOException {
        String request = "POST /echo HTTP/1.1|Host: localhost|Content-Type: application/json|" + framing + "||" + body
                + "GET /echo/hi HTTP/1.1|Host: localhost||";

        String answers = all(request.replace("|", "\r\n"));

        assertThat(answers).startsWith("HTTP/1.1 400 ").containsIgnoringCase("\r\nConnection: close\r\n");
        assertThat(answers.split("HTTP/1\\.1 ", -1)).as(answers).hasSize(2);
        assertThat(http.post("/echo", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PUT /echo/a%00b HTTP/1.1|Host: localhost|Content-Length: 2||{}",
                "GET /%00 HTTP/1.1|Host: localhost||",
                "GET /echo/a b HTTP/1.1|Host: localhost||",
                "GET /echo/hi HTTP/9.1|Host: localhost||",
                "GET http://[ HTTP/1.1|Host: localhost||",
                "GET /%00 HTTP/1.0|Connection: keep-alive||",
            })
    void aConnectionThatClosesIsAnnouncedToItsClient(String request) throws IOException {
        assertThat(all(request.replace("|", "\r\n"))).containsIgnoringCase("\r\nConnection: close\r\n");
    }

    /** Everything that the server sends until it closes the connection. */
    private static String all(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", service.server.url().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aMalformedHostIsNoNewsForTheLog() throws IOException {
        assertThat(raw("GET /echo/hi HTTP/1.1\r\nHost: [::1\r\n\r\n")).startsWith("HTTP/1.1 400 ");

        assertThat(service.server.transcript()).doesNotContain("HostPort");
    }

    private static String raw(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", service.server.url().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
                    .readLine();
        }
    }

    /**
     * The array has different objects at every level. Reading each level twice would keep a thread busy for an hour.
     */
    @Test
    void aSmallBodyTakesLittleTimeHoweverItNests() {
        int levels = 35;
        String body = "{\"message\":" + "[{\"a\":0},{\"a\":".repeat(levels) + "1" + ",\"b\":0}]".repeat(levels) + "}";

        var answer = http.post("/echo", body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void jsonIsUtf8WhateverAClientCallsIt() {
        assertThat(http.send("POST", "/echo", "{}", "Content-Type", "application/json; charset=utf-16")
                        .status())
                .isEqualTo(415);
        assertThat(http.send("POST", "/echo", "{}", "Content-Type", "application/json; charset=UTF-8")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theMostSpecificRangeCountsForErrorsToo() {
        assertThat(http.get("/nowhere", "Accept", "application/json;q=0.5, application/*")
                        .header("Content-Type"))
                .startsWith("application/problem+json");
        assertThat(http.get("/echo/hi", "Accept", "application/json;q=0.5, application/*")
                        .header("Content-Type"))
                .startsWith("application/json");
    }

    @Test
    void aTagStandsForTheRepresentationItCameWith() {
        var json = http.get("/inspect/routes", "Accept", "application/json");
        var page = http.get("/inspect/routes", "Accept", "text/html");
        for (var had : List.of(json, page)) {
            for (String accept : List.of("application/json", "text/html")) {
                boolean same = had.header("Content-Type").startsWith(accept);
                var again = http.get("/inspect/routes", "Accept", accept, "If-None-Match", had.header("ETag"));

                assertThat(again.status()).isEqualTo(same ? 304 : 200);
                assertThat(again.header("ETag").equals(had.header("ETag"))).isEqualTo(same);
            }
        }
    }

    @Test
    void theAddressThatRunPrintsHasAPage() {
        var data = http.get("/", "Accept", "application/json");
        var page = http.get("/", "Accept", "text/html");

        assertThat(data.status()).isEqualTo(200);
        assertThat(data.json())
                .containsEntry("service", "contract")
                .containsKeys("product", "status", "try_first", "features", "where_to_go");
        assertThat(data.text()).contains("{\"name\":\"framework\",\"status\":\"up\"");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).contains("<a href=\"/inspect/routes\">").doesNotContain("<script");
        assertThat(http.get("/", "Accept", "text/markdown").text()).contains("/inspect/openapi.json");
    }

    @Test
    void routesAsAPageFoldTheirChainsAndLeadToNoFiles() {
        var page = http.get("/inspect/routes", "Accept", "text/html");

        assertThat(page.text())
                .contains("<details><summary>")
                .contains("href=\"/inspect/config\"")
                .doesNotContain("href=\"" + folder);
    }

    @Test
    void adminOperationsNeedTheToken() {
        assertThat(http.post("/admin/reload", "{}").status()).isEqualTo(401);
        assertThat(http.post("/admin/reload", "{}", "Authorization", "Bearer wrong")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void healthAndMetricsAnswer() {
        assertThat(http.get("/health").status()).isEqualTo(200);
        // On a busy machine, a check that is asked for the first time may not answer in time.
        Eventually.until(
                () -> "it is ready: " + http.get("/ready").text(),
                () -> http.get("/ready").status() == 200);
        http.get("/echo/hi", "X-Service-Verify", "hi");
        // A request is counted after its answer was sent.
        Eventually.untilAsserted(
                "the request is counted",
                () -> assertThat(http.get("/metrics").text())
                        .contains("precinct_requests_total{route=\"echo.get\",status=\"2xx\"}")
                        .contains("precinct_verify_scenarios_total{route=\"echo.get\",outcome=\"passed\"} ")
                        .contains("precinct_boundary_seconds_bucket{boundary=\"echo\",le=\""));
        assertThat(http.get("/metrics").text())
                .contains("precinct_requests_total{route=\"operations.deploy\",status=\"5xx\"} 0")
                .contains("precinct_boundary_errors_total{boundary=\"operations.deploy\"} 0")
                .doesNotContain("precinct_requests_total{route=\"operations.deploy\",status=\"2xx\"}")
                .doesNotContain("precinct_route_seconds_count{route=\"operations.deploy\"}")
                .doesNotContain("precinct_boundary_seconds_count{boundary=\"operations.deploy\"}");
    }

    @Test
    void requestsThatCannotBeReadAndClientsThatLeaveAreInTheAccessLogAndLibrariesAreQuiet() throws Exception {
        for (String request : List.of(
                "GET /torn line HTTP/1.1\r\n\r\n",
                "GET /long HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
                "GET /twice HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                "GET /version HTTP/4.2\r\nHost: localhost\r\n\r\n",
                "POST /echo?left HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{")) {
            try (var socket = new Socket("127.0.0.1", service.server.url().getPort())) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                if (!request.startsWith("POST")) {
                    assertThat(socket.getInputStream().read()).isPositive();
                }
            }
        }
        Eventually.untilAsserted(
                "all of them are logged",
                () -> assertThat(Files.readString(service.data.resolve("logs/access.log")))
                        .containsPattern("\"GET\",\"path\":\"/torn\",\"route\":null,\"status\":400,\"bytes\":[1-9]")
                        .containsPattern("\"GET\",\"path\":\"/long\",\"route\":null,\"status\":431,\"bytes\":[1-9]")
                        .containsPattern("\"GET\",\"path\":\"/twice\",\"route\":null,\"status\":400,\"bytes\":[1-9]")
                        .containsPattern("\"GET\",\"path\":\"/version\",\"route\":null,\"status\":(400|505),")
                        .contains("\"POST\",\"path\":\"/echo\",\"route\":\"echo\",\"status\":499,"));
        Eventually.untilAsserted(
                "the client that left is counted",
                () -> assertThat(http.get("/metrics").text())
                        .containsPattern("precinct_requests_total\\{route=\"echo\",status=\"499\"} [1-9]"));
        assertThat(Files.readAllLines(service.data.resolve("logs/precinct.log")))
                .noneMatch(line -> line.contains("\"level\":\"WARN\"") && line.contains("org.eclipse.jetty"));
    }
}
