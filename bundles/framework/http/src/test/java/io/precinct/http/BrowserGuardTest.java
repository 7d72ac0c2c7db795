package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.testing.Eventually;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrowserGuardTest extends ServerTest {
    private RawConnection.Answer get(String host) throws Exception {
        try (var connection = connect()) {
            connection.send("GET /hello HTTP/1.1\nHost: " + host + "\n\n");
            return connection.read();
        }
    }

    private RawConnection.Answer post(String... headers) throws Exception {
        try (var connection = connect()) {
            connection.send("POST /hello HTTP/1.1\nHost: localhost:3000\n" + RawConnection.lines(headers)
                    + "Content-Length: 0\n\n");
            return connection.read();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:1",
                "localhost:65535",
                "LOCALHOST.",
                "localhost.:3000",
                "127.0.0.1",
                "127.0.0.1.",
                "127.0.0.1:3000",
                "[::1]",
                "[::1]:3000",
                "[0:0:0:0:0:0:0:1]",
                "[0000::0001]:3000",
                "[::FFFF:127.0.0.1]:3000",
                "[2001:0DB8:0:0::5]",
                "[2001:db8::5]:8443",
                "known.example",
                "Known.Example:81",
                "KNOWN.example.",
                "known.example.:81",
                "dotted.example",
                "dotted.example.:81",
                "ported.example:8443",
                "Ported.Example.:8443"
            })
    void acceptsOurHosts(String host) throws Exception {
        start(new Settings().hosts("known.example", "Dotted.Example.", "ported.example:8443", "[2001:DB8:0::5]"));
        assertThat(get(host).status()).isEqualTo(200);
        assertThat(get(host).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:3000",
                "localhost.evil.example",
                "evil-localhost",
                "localhost..",
                ".localhost",
                ".",
                "known.example.evil",
                "ported.example.",
                "127.0.0.1.evil.example",
                "0.0.0.0",
                "0.0.0.0:3000",
                "[::]",
                "[::2]",
                "[0:0:0:0:0:0:0:0]",
                "[0:0:0:0:0:0:0:2]",
                "ported.example",
                "ported.example:80",
                "10.0.0.1"
            })
    void refusesForeignHosts(String host) throws Exception {
        start(new Settings().hosts("known.example", "ported.example:8443"));
        assertThat(get("localhost").status()).isEqualTo(200);
        assertError(get(host), 403, "foreign_host");
        assertThat(dispatcher.dispatched).hasValue(1);
    }

    @Test
    void boundToEveryAddressItAnswersUnderTheOneTheClientReached() throws Exception {
        start(new Settings().bind("0.0.0.0"));
        InetAddress own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address.getAddress().length == 4 && !address.isLoopbackAddress())
                .findFirst()
                .orElse(null);
        assertThat(server.url()).isEqualTo("http://127.0.0.1:" + server.port());
        assertError(get("0.0.0.0"), 403, "foreign_host");
        assumeTrue(own != null);
        try (var connection = new RawConnection(own.getHostAddress(), server.port())) {
            connection.send("GET /request HTTP/1.1\nHost: " + own.getHostAddress() + ":" + server.port() + "\n\n");
            var answer = connection.read();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains(member("loopback", false));
        }
    }

    @Test
    void refusesForeignHostsOverHttp2Too() throws Exception {
        start(new Settings());
        try (var connection = new Http2Connection(server.port())) {
            assertThat(connection.get(":authority", "localhost:3000")).isEqualTo("hello");
            assertThat(connection.get(":authority", "LOCALHOST.")).isEqualTo("hello");
            assertThat(connection.get(":authority", "evil.example")).contains("foreign_host");
            assertThat(connection.get(":authority", "localhost", "host", "evil.example"))
                    .contains("bad_request");
            assertThat(connection.get("host", "evil.example")).contains("foreign_host");
        }
        assertThat(dispatcher.dispatched).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:3000, ''",
        "http://LOCALHOST.:3000, ''",
        "http://localhost:3000, same-origin",
        "https://known.example, same-origin",
        "'', none",
        "'', same-origin",
        "'', ''"
    })
    void acceptsUnsafeRequestsOfOurOwnPagesAndOfOtherClients(String origin, String site) throws Exception {
        start(new Settings().hosts("known.example"));
        assertThat(post(field("Origin", origin), field("Sec-Fetch-Site", site)).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, ''",
        "http://evil.example, same-origin",
        "http://localhost:8080, ''",
        "http://localhost, ''",
        "https://known.example:8443, ''",
        "null, ''",
        "'', cross-site",
        "'', same-site",
        "http://localhost:3000, cross-site"
    })
    void refusesUnsafeRequestsOfForeignPages(String origin, String site) throws Exception {
        start(new Settings().hosts("known.example"));
        assertError(post(field("Origin", origin), field("Sec-Fetch-Site", site)), 403, "foreign_origin");
        assertThat(dispatcher.dispatched).hasValue(0);
        Eventually.until("it is counted", () -> metric("precinct_http_refused") == 1);
    }

    private static String field(String name, String value) {
        return value.isEmpty() ? "X-Nothing: 1" : name + ": " + value;
    }

    @Test
    void safeRequestsOfForeignPagesAreAnsweredWithoutLettingThePageRead() throws Exception {
        start(new Settings());
        try (var connection = connect()) {
            var answer = connection.get("/hello", "Origin: http://evil.example", "Sec-Fetch-Site: cross-site");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).doesNotContainKeys("access-control-allow-origin", "vary");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, http://evil.example, ''",
        "HEAD, http://evil.example, cross-site",
        "OPTIONS, http://evil.example, ''",
        "DELETE, http://evil.example, ''",
        "GET, null, ''",
        "GET, '', cross-site",
        "GET, '', same-site"
    })
    void aRouteThatDeclaresItRefusesForeignPagesWhateverTheMethod(String method, String origin, String site)
            throws Exception {
        dispatcher.declare(RouteDeclaration.of("get", "/hello").refusingForeignPages());
        for (Settings settings : List.of(new Settings(), new Settings().origins("https://app.example"))) {
            start(settings);
            try (var connection = connect()) {
                connection.send(method + " /hello HTTP/1.1\nHost: localhost:3000\n"
                        + RawConnection.lines(field("Origin", origin), field("Sec-Fetch-Site", site)) + "\n");
                assertThat(connection.read(!method.equals("HEAD")).status()).isEqualTo(403);
            }
            server.stop();
        }
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void aRouteThatRefusesForeignPagesAnswersOursThoseOfConfiguredOriginsAndPrograms() throws Exception {
        dispatcher.declare(RouteDeclaration.of("get", "/hello").refusingForeignPages());
        start(new Settings().origins("https://app.example"));
        try (var connection = connect()) {
            for (String[] headers : List.of(
                    new String[] {"Sec-Fetch-Site: none"},
                    new String[] {"Sec-Fetch-Site: same-origin"},
                    new String[] {"Origin: https://app.example", "Sec-Fetch-Site: cross-site"},
                    new String[0])) {
                assertThat(connection.get("/hello", headers).status())
                        .as(List.of(headers).toString())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void pagesOfConfiguredOriginsMayCall() throws Exception {
        start(new Settings().origins("https://app.example"));
        try (var connection = connect()) {
            var get = connection.get("/hello", "Origin: https://app.example", "Sec-Fetch-Site: cross-site");
            assertThat(get.header("access-control-allow-origin")).isEqualTo("https://app.example");
            assertThat(get.header("vary")).isEqualTo("Origin");
            assertThat(connection.get("/hello").header("vary")).isEqualTo("Origin");
            var other = connection.get("/hello", "Origin: https://other.example");
            assertThat(other.headers()).doesNotContainKey("access-control-allow-origin");
            assertThat(other.header("vary")).isEqualTo("Origin");
        }
        assertThat(post("Origin: https://app.example", "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(200);
        assertError(post("Origin: https://app.example.evil"), 403, "foreign_origin");
    }

    @Test
    void answersPreflightsOfConfiguredOriginsOnly() throws Exception {
        start(new Settings().origins("https://app.example"));
        dispatcher.on("/hello", request -> TestDispatcher.text(200, request.method()));
        try (var connection = connect()) {
            String preflight = "OPTIONS /hello HTTP/1.1\nHost: localhost\nAccess-Control-Request-Method: PATCH\n"
                    + "Access-Control-Request-Headers: authorization, x-service-verify\nOrigin: ";
            connection.send(preflight + "https://app.example\n\n");
            var allowed = connection.read();
            assertThat(allowed.status()).isEqualTo(204);
            assertThat(allowed.header("access-control-allow-origin")).isEqualTo("https://app.example");
            assertThat(allowed.header("access-control-allow-methods")).isEqualTo("PATCH");
            assertThat(allowed.header("access-control-allow-headers")).isEqualTo("authorization, x-service-verify");
            assertThat(dispatcher.dispatched).hasValue(0);
            connection.send(preflight + "https://other.example\n\n");
            var other = connection.read();
            assertThat(other.text()).isEqualTo("OPTIONS");
            assertThat(other.headers())
                    .doesNotContainKeys("access-control-allow-origin", "access-control-allow-methods");
        }
    }
}
