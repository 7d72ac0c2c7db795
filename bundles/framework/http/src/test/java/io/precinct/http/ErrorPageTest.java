package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a browser gets where a listener answers by itself. */
class ErrorPageTest extends ServerTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    private RawConnection.Answer send(String head, boolean body) throws Exception {
        try (var connection = connect()) {
            connection.send(head + "\n\n");
            return connection.read(body);
        }
    }

    private static void assertPage(RawConnection.Answer answer, int status, String path, String... parts) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(answer.header("vary")).contains("Accept");
        assertThat(answer.text())
                .startsWith("<!doctype html>")
                .contains("<p class=\"number\">" + status + "</p>", "<p class=\"path\">" + path + "</p>")
                .contains(parts)
                .doesNotContain("<script");
    }

    @Test
    void aForeignHostIsAPageForABrowser() throws Exception {
        start(new Settings());
        String head = "GET /a%3Cb%3E?secret=1 HTTP/1.1\nHost: evil.example\nAccept: " + BROWSER;

        var page = send(head, true);

        assertPage(
                page,
                403,
                "/a&lt;b&gt;",
                "<h1>this service does not answer as evil.example; see hosts in service.yml</h1>",
                "foreign_host");
        assertThat(page.text()).doesNotContain("secret");
        var headOnly = send(head.replaceFirst("GET", "HEAD"), false);
        assertThat(headOnly.status()).isEqualTo(403);
        assertThat(headOnly.header("content-length")).isEqualTo(page.header("content-length"));
        assertThat(headOnly.header("content-type")).isEqualTo("text/html; charset=utf-8");
    }

    @Test
    void aForeignOriginIsAPageForABrowser() throws Exception {
        start(new Settings().origins("https://app.example"));

        var page = send(
                "POST /hello HTTP/1.1\nHost: localhost\nOrigin: http://evil.example\nContent-Length: 0\nAccept: "
                        + BROWSER,
                true);

        assertPage(page, 403, "/hello", "foreign_origin");
        assertThat(page.header("vary")).isEqualTo("Origin, Accept");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/* | application/json",
                "application/json | application/json",
                "text/html, application/json | application/json",
                "text/html;q=0.9, */* | application/json",
                "image/png | application/json",
                "text/html | text/html; charset=utf-8",
                "text/html, application/json;q=0.9 | text/html; charset=utf-8",
                "text/html;q=0.5, application/problem+json | application/problem+json",
                "text/html, application/problem+json | application/problem+json",
                "text/html, application/problem+json;q=0.5 | text/html; charset=utf-8"
            })
    void theMediaTypeIsTheOneThatTheClientPrefers(String accept, String mediaType) throws Exception {
        start(new Settings());

        var answer = send("GET / HTTP/1.1\nHost: evil.example\nAccept: " + accept, true);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.header("content-type")).isEqualTo(mediaType);
        assertThat(answer.header("vary")).isEqualTo("Accept");
    }

    @Test
    void aRequestThatCannotBeReadIsAnsweredInJsonSinceItsHeadersAreUnknown() throws Exception {
        start(new Settings());

        assertError(send("GET /hel lo HTTP/1.1\nHost: localhost\nAccept: " + BROWSER, true), 400, "bad_request");
    }

    @Test
    void theGatewayShowsTheSamePageWhicheverPathItIs(@TempDir Path folder) throws Exception {
        dispatcher.exposeTasks();
        try (var gateway = new TestGateway(folder, dispatcher, Map.of("port", 0));
                var connection = gateway.connect()) {
            for (String path : List.of("/api/tasks", "/inspect/routes", "/nowhere")) {
                var unknown = connection.get(path, "Accept: " + BROWSER);
                assertPage(unknown, 401, path, "this service asks for a name and a password", "unauthenticated");
                assertThat(unknown.header("www-authenticate")).startsWith("Basic ");
            }
            for (String path : List.of("/inspect/routes", "/nowhere", "/%zz")) {
                var hidden = connection.get(path, TestGateway.ada(), "Accept: " + BROWSER);
                assertPage(hidden, 404, path, "<h1>no route for this path</h1>", "not_exposed");
            }
        }
    }
}
