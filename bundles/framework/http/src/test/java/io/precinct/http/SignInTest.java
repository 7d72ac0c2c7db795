package io.precinct.http;

import static io.precinct.http.TestGateway.PASSWORD;
import static io.precinct.http.TestGateway.ada;
import static io.precinct.http.TestGateway.basic;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how users sign in at the gateway, and what other sites can make their browsers do. */
class SignInTest {
    private static final Map<String, Object> GATEWAY =
            Map.of("port", 0, "admin", Map.of("role", "operator"), "console", Map.of("role", "author"));

    private final TestDispatcher dispatcher = new TestDispatcher();
    private final BlockingQueue<Body.Channel> channels = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void open() throws Exception {
        for (String path : List.of("/api/tasks", "/admin/reload", "/inspect/routes", "/notes", "/private")) {
            dispatcher.on(path, TestDispatcher::describe);
        }
        dispatcher.exposeTasks();
        dispatcher.declare(RouteDeclaration.of("post", "/admin/reload").forAdmin());
        dispatcher.declare(RouteDeclaration.of("get", "/admin/reload").forAdmin());
        dispatcher.declare(RouteDeclaration.of("get", "/inspect/routes").forOperators());
        dispatcher.declare(RouteDeclaration.of("get", "/notes"));
        dispatcher.declare(RouteDeclaration.of("get", "/private").neverExposed());
        gateway = new TestGateway(folder, dispatcher, GATEWAY);
    }

    @AfterEach
    void close() throws Exception {
        gateway.close();
    }

    private RawConnection.Answer send(String method, String path, String body, String... headers) throws Exception {
        try (var connection = gateway.connect()) {
            connection.send(method + " " + path + " HTTP/1.1\nHost: localhost\n"
                    + (body.isEmpty() ? "" : "Content-Type: application/x-www-form-urlencoded\n")
                    + (method.equals("GET") ? "" : "Content-Length: " + body.length() + "\n")
                    + RawConnection.lines(headers) + "\n" + body);
            return connection.read();
        }
    }

    private RawConnection.Answer get(String path, String... headers) throws Exception {
        return send("GET", path, "", headers);
    }

    private static String form(String name, String password, String to) {
        return "name=" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8) + "&to="
                + URLEncoder.encode(to, StandardCharsets.UTF_8);
    }

    private String cookie(String name) throws Exception {
        RawConnection.Answer answer = send("POST", "/sign-in", form(name, PASSWORD, "/console"));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo("/console");
        String cookie = answer.header("set-cookie");
        return "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
    }

    private String csrf(String cookie) throws Exception {
        var session = (Map<?, ?>) Json.read(get("/session", cookie).text());
        assertThat(session).isNotNull();
        return "X-CSRF-Token: " + session.get("csrf");
    }

    @Test
    void aBrowserThatShowsAPageIsLedToTheFormAndBack() throws Exception {
        RawConnection.Answer first = get("/console/runtime?x=1", "Sec-Fetch-Mode: navigate", "Accept: text/html,*/*");
        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("location")).isEqualTo("/sign-in?to=%2Fconsole%2Fruntime%3Fx%3D1");

        RawConnection.Answer form = get(first.header("location"));
        assertThat(form.status()).isEqualTo(200);
        assertThat(form.header("content-type")).startsWith("text/html");
        assertThat(form.header("content-security-policy"))
                .contains("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'");
        assertThat(form.header("cache-control")).isEqualTo("no-store");
        assertThat(form.text()).contains("value=\"/console/runtime?x=1\"", "autocomplete=\"current-password\"");

        RawConnection.Answer signedIn = send("POST", "/sign-in", form("ada", PASSWORD, "/console/runtime?x=1"));
        assertThat(signedIn.status()).isEqualTo(303);
        assertThat(signedIn.header("location")).isEqualTo("/console/runtime?x=1");
        assertThat(signedIn.header("set-cookie"))
                .startsWith("__Host-precinct=")
                .contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax");
    }

    @Test
    void whatAPageAsksForIsRefusedWithoutTheDialogOfTheBrowserAndAProgramIsChallenged() throws Exception {
        RawConnection.Answer page = get("/inspect/routes", "Sec-Fetch-Mode: cors");
        ServerTest.assertError(page, 401, "unauthenticated");
        assertThat(page.header("www-authenticate")).isNull();
        RawConnection.Answer program = get("/inspect/routes", "Accept: text/html");
        assertThat(program.status()).isEqualTo(401);
        assertThat(program.header("content-type")).startsWith("text/html");
        assertThat(program.text()).contains("unauthenticated");
        assertThat(program.header("www-authenticate")).startsWith("Basic");
        ServerTest.assertError(send("POST", "/api/tasks", "", "Sec-Fetch-Mode: navigate"), 401, "unauthenticated");
    }

    @Test
    void aSessionReachesWhatItsUserMaySee() throws Exception {
        String cookie = cookie("ada");
        for (String path : List.of("/api/tasks", "/inspect/routes", "/notes")) {
            assertThat(get(path, cookie).text())
                    .contains("\"name\":\"ada\"")
                    .contains(ServerTest.member("admin", false))
                    .doesNotContain("__Host-precinct");
        }
        ServerTest.assertError(get("/private", cookie), 404, "not_exposed");
        ServerTest.assertError(get("//inspect/routes", cookie), 404, "not_exposed");

        String bobs = cookie("bob");
        assertThat(get("/api/tasks", bobs).text()).contains("\"name\":\"bob\"");
        for (String path : List.of("/inspect/routes", "/notes", "/private")) {
            ServerTest.assertError(get(path, bobs), 404, "not_exposed");
        }
        assertThat(get("/inspect/routes", ada()).status()).isEqualTo(200);
    }

    /** A stream of events that somebody has opened. */
    private final class OpenStream implements AutoCloseable {
        private final RawConnection connection;
        private final Body.Channel channel;

        OpenStream(String credentials) throws Exception {
            connection = gateway.connect();
            connection.send("GET /api/tasks/events HTTP/1.1\nHost: localhost\n" + credentials + "\n\n");
            assertThat(connection.read(false).status()).isEqualTo(200);
            channel = channels.poll(20, TimeUnit.SECONDS);
            assertThat(channel).isNotNull();
        }

        void assertEnds() throws Exception {
            assertThat(connection.chunk()).isEmpty();
            assertThat(connection.closes()).isTrue();
        }

        void assertGoesOn() throws Exception {
            assertThat(channel.send("event".getBytes(StandardCharsets.UTF_8))).isTrue();
            assertThat(connection.chunk()).asString().isEqualTo("event");
        }

        @Override
        public void close() throws Exception {
            connection.close();
        }
    }

    @Test
    void aStreamOfEventsEndsWithTheSessionOrTheUserWhoOpenedIt() throws Exception {
        dispatcher.on("/api/tasks/events", _ -> Reply.of(200, new Body.Push("text/event-stream", channels::add)));
        String cookie = cookie("ada");
        String elsewhere = cookie("ada");
        try (var first = new OpenStream(cookie);
                var second = new OpenStream(elsewhere);
                var program = new OpenStream(ada());
                var other = new OpenStream(TestGateway.basic("bob", PASSWORD))) {
            assertThat(send("POST", "/sign-out", "", cookie, csrf(cookie)).status())
                    .isEqualTo(204);
            first.assertEnds();
            second.assertGoesOn();
            gateway.set(TestGateway.user("ada", "author"), TestGateway.user("bob"));
            second.assertEnds();
            program.assertEnds();
            other.assertGoesOn();
            gateway.set(TestGateway.user("ada", "author"));
            other.assertEnds();
        }
    }

    @Test
    void aChangeNeedsTheTokenThatOnlyPagesOfThisServiceCanRead() throws Exception {
        String cookie = cookie("ada");
        String csrf = csrf(cookie);
        for (String wrong : List.of("X: y", "X-CSRF-Token: ", "X-CSRF-Token: guessed", csrf(cookie("bob")))) {
            ServerTest.assertError(send("POST", "/api/tasks", "", cookie, wrong), 403, "csrf");
            ServerTest.assertError(send("POST", "/admin/reload", "", cookie, wrong), 403, "csrf");
            ServerTest.assertError(get("/admin/reload", cookie, wrong), 403, "csrf");
        }
        assertThat(dispatcher.dispatched).hasValue(0);
        assertThat(send("POST", "/api/tasks", "", cookie, csrf).status()).isEqualTo(200);
        assertThat(send("POST", "/admin/reload", "", cookie, csrf).text())
                .doesNotContain("csrf")
                .contains(ServerTest.member("admin", true))
                .contains("\"name\":\"ada\"");
        String bobs = cookie("bob");
        ServerTest.assertError(send("POST", "/admin/reload", "", bobs, csrf(bobs)), 403, "role_required");
        // Basic authentication remains for programs only.
        ServerTest.assertError(
                send("POST", "/admin/reload", "", ada(), "X-Service-Admin: 1", "Sec-Fetch-Mode: cors", "Origin: null"),
                403,
                "browser");
    }

    @Test
    void aPageOfAnotherSiteCanNeitherChangeNorSignInNorSignOut() throws Exception {
        String cookie = cookie("ada");
        String csrf = csrf(cookie);
        for (String foreign : List.of("Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site")) {
            ServerTest.assertError(
                    send("POST", "/sign-in", form("bob", PASSWORD, "/"), foreign), 403, "foreign_origin");
            ServerTest.assertError(send("POST", "/sign-out", "", cookie, csrf, foreign), 403, "foreign_origin");
            ServerTest.assertError(send("POST", "/api/tasks", "", cookie, csrf, foreign), 403, "foreign_origin");
        }
        ServerTest.assertError(send("POST", "/sign-out", "", cookie), 403, "csrf");
        assertThat(get("/session", cookie).status()).isEqualTo(200);
    }

    @Test
    void signingOutEndsTheSessionAndEverywhereMeansEverywhere() throws Exception {
        String one = cookie("ada");
        String two = cookie("ada");
        String three = cookie("ada");
        String bobs = cookie("bob");

        RawConnection.Answer out = send("POST", "/sign-out", "", one, csrf(one));
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("set-cookie")).startsWith("__Host-precinct=;").contains("Max-Age=0");
        ServerTest.assertError(get("/session", one), 401, "unauthenticated");
        assertThat(get("/session", two).status()).isEqualTo(200);

        assertThat(send("POST", "/sign-out?everywhere=true", "", two, csrf(two)).status())
                .isEqualTo(204);
        for (String ended : List.of(two, three)) {
            ServerTest.assertError(get("/session", ended), 401, "unauthenticated");
            ServerTest.assertError(get("/inspect/routes", ended), 401, "unauthenticated");
        }
        assertThat(get("/session", bobs).status()).isEqualTo(200);
        assertThat(gateway.metric("precinct_gateway_sessions", null)).isEqualTo(1);
        assertThat(send("POST", "/sign-out", "", one).status()).isEqualTo(204);
    }

    @Test
    void aSessionTellsWhoseItIs() throws Exception {
        assertThat(get("/session", cookie("ada")).text())
                .contains("\"name\":\"ada\"", "\"roles\":[\"author\",\"operator\"]", "\"administers\":true");
        assertThat(get("/session", cookie("bob")).text())
                .contains("\"name\":\"bob\"", "\"roles\":[]", "\"administers\":false", "\"operator\"");
    }

    @Test
    void aRemovedUserIsOutAtOnce() throws Exception {
        String cookie = cookie("ada");
        gateway.set(TestGateway.user("bob"));
        ServerTest.assertError(get("/api/tasks", cookie), 401, "unauthenticated");
    }

    @Test
    void aWrongNameAndAWrongPasswordAreAnsweredAlikeAndLimited() throws Exception {
        String wrong = send("POST", "/sign-in", form("ada", "guessed", "/x")).text();
        RawConnection.Answer nobody = send("POST", "/sign-in", form("nobody", "guessed", "/x"));
        assertThat(nobody.status()).isEqualTo(403);
        assertThat(nobody.header("set-cookie")).isNull();
        assertThat(nobody.text().replace("nobody", "ada")).isEqualTo(wrong);
        assertThat(wrong).contains("role=\"alert\"", "wrong").doesNotContain("guessed");
        RawConnection.Answer last = nobody;
        for (int i = 0; i < 10; i++) {
            last = send("POST", "/sign-in", form("nobody", "guessed" + i, "/x"));
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.header("retry-after")).isEqualTo("5");
        // The same limit applies to both ways to authenticate.
        ServerTest.assertError(get("/api/tasks", basic("bob", "guessed")), 429, "throttled");
    }

    @Test
    void theFormLeadsToThisServiceOnlyAndShowsNoMarkupOfOthers() throws Exception {
        for (String away : List.of(
                "https://evil.example/",
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                "javascript:alert(1)",
                "/a\r\nX: y",
                "/sign-in?to=/sign-in",
                "")) {
            assertThat(send("POST", "/sign-in", form("ada", PASSWORD, away)).header("location"))
                    .as(away)
                    .isEqualTo("/");
        }
        String shown = get("/sign-in?to=" + URLEncoder.encode("/\"><script>alert(1)</script>", StandardCharsets.UTF_8))
                .text();
        assertThat(shown).doesNotContain("<script");
        assertThat(send("POST", "/sign-in", form("<script>alert(1)</script>", "x", "/"))
                        .text())
                .doesNotContain("<script");
    }

    @Test
    void aBadFormIsAnsweredWithTheForm() throws Exception {
        for (String body : List.of("name=ada", "password=x", "%zz=1", "name=%ff&password=x", "{\"name\":\"ada\"}")) {
            RawConnection.Answer answer = send("POST", "/sign-in", body);
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.text()).contains("both needed");
        }
        assertThat(send("POST", "/sign-in", "name=" + "x".repeat(20_000)).status())
                .isEqualTo(413);
        assertThat(send("PUT", "/sign-in", "").header("allow")).isEqualTo("GET, POST");
        assertThat(send("DELETE", "/session", "").header("allow")).isEqualTo("GET");
    }

    @Test
    void whereNoConsoleIsExposedNobodySignsIn() throws Exception {
        String cookie = cookie("ada");
        gateway.configurations.publish(new Settings().build(), Map.of("port", 0));
        for (String path : List.of("/sign-in", "/session", "/inspect/routes", "/api/tasks")) {
            RawConnection.Answer answer = get(path, cookie, "Sec-Fetch-Mode: navigate");
            ServerTest.assertError(answer, 401, "unauthenticated");
            assertThat(answer.header("www-authenticate")).startsWith("Basic");
        }
        ServerTest.assertError(get("/inspect/routes", ada()), 404, "not_exposed");
        ServerTest.assertError(get("/sign-in", ada()), 404, "not_exposed");
    }
}
