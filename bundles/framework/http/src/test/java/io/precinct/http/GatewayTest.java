package io.precinct.http;

import static io.precinct.http.TestDispatcher.text;
import static io.precinct.http.TestGateway.PASSWORD;
import static io.precinct.http.TestGateway.ada;
import static io.precinct.http.TestGateway.basic;
import static io.precinct.http.TestGateway.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who passes the gateway, what they reach, and what all others learn. */
class GatewayTest {
    private static final String CHALLENGE = "Basic realm=\"precinct\", charset=\"UTF-8\"";

    private final TestDispatcher dispatcher = new TestDispatcher();

    @TempDir
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void open() throws Exception {
        RecordingLogs.clear();
        dispatcher.on("/api/tasks", TestDispatcher::describe);
        dispatcher.on("/api/tasks/1", TestDispatcher::describe);
        dispatcher.exposeTasks();
        gateway = new TestGateway(folder, dispatcher, Map.of("port", 0));
    }

    @AfterEach
    void close() throws Exception {
        gateway.close();
    }

    private static void assertUnauthenticated(RawConnection.Answer answer) {
        ServerTest.assertError(answer, 401, "unauthenticated");
        assertThat(answer.header("www-authenticate")).isEqualTo(CHALLENGE);
    }

    private RawConnection.Answer get(String path, String... headers) throws Exception {
        try (var connection = gateway.connect()) {
            return connection.get(path, headers);
        }
    }

    private RawConnection.Answer getFrom(String address, String path, String... headers) throws Exception {
        try (var connection = gateway.connectFrom(address)) {
            return connection.get(path, headers);
        }
    }

    @Test
    void aUserPassesAndIsTheCaller() throws Exception {
        String seen = get("/api/tasks?status=open", ada()).text();
        assertThat(seen)
                .contains(ServerTest.member("path", "/api/tasks"))
                .contains(ServerTest.member("query", "status=open"))
                .contains("\"identity\":{\"name\":\"ada\",\"roles\":[\"author\",\"operator\"]}")
                .contains("\"roles\":[\"author\",\"operator\"],\"virtual\"")
                .contains(ServerTest.member("admin", false))
                .contains(ServerTest.member("loopback", false));
    }

    @Test
    void anAnnouncedStopClosesTheConnectionsOfItsAnswers() throws Exception {
        gateway.listener.announceStop();
        for (int i = 0; i < 2; i++) {
            var answer = get("/api/tasks", ada());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("connection")).isEqualTo("close");
        }
    }

    @Test
    void nothingThatAClientSaysAboutItselfReachesABoundary() throws Exception {
        String seen = get("/api/tasks", ada(), "X-Detective: somebody-else", "x-detective: again", "X-Other: kept")
                .text();
        assertThat(seen).contains("x-other").doesNotContain("detective").doesNotContain("uthorization");
    }

    @Test
    void whoDoesNotSayWhoHeIsIsAsked() throws Exception {
        for (String header : List.of(
                "X: y",
                "Authorization: Basic",
                "Authorization: Basic !!!",
                "Authorization: Basic YWRh",
                "Authorization: Basic /////w==",
                "Authorization: Bearer a-token-of-this-instance",
                "Authorization: Digest username=ada",
                "Authorization:",
                "Proxy-Authorization: Basic YWRhOmFkYQ==")) {
            for (String path : List.of("/api/tasks", "/", "/hello", "/inspect/routes", "/admin/status", "/health")) {
                assertUnauthenticated(get(path, header));
            }
            assertThat(dispatcher.dispatched).hasValue(0);
        }
    }

    @Test
    void whoSaysItTwiceIsAsked() throws Exception {
        assertUnauthenticated(get("/api/tasks", ada(), ada()));
    }

    @Test
    void aWrongNameAndAWrongPasswordAreAnsweredAlike() throws Exception {
        var wrongName = get("/api/tasks", basic("nobody", PASSWORD));
        var wrongPassword = get("/api/tasks", basic("ada", "guessed"));
        assertUnauthenticated(wrongName);
        assertThat(wrongPassword.text()).isEqualTo(wrongName.text());
        assertThat(withoutDate(wrongPassword)).isEqualTo(withoutDate(wrongName));
        for (String password : List.of("", PASSWORD + " ", PASSWORD.toLowerCase(), "\u0000")) {
            assertUnauthenticated(get("/api/tasks", basic("bob", password)));
        }
    }

    private static Map<String, String> withoutDate(RawConnection.Answer answer) {
        var headers = new TreeMap<>(answer.headers());
        headers.remove("date");
        return headers;
    }

    @Test
    void aPasswordMayBeWrittenInEitherUnicodeForm() throws Exception {
        String decomposed = Normalizer.normalize(PASSWORD, Normalizer.Form.NFD);
        assertThat(decomposed).isNotEqualTo(PASSWORD);
        assertThat(get("/api/tasks", basic("ada", decomposed)).status()).isEqualTo(200);
    }

    @Test
    void whatIsNotExposedIsNotFoundHoweverItIsWritten() throws Exception {
        for (String path : List.of(
                "/",
                "/hello",
                "/inspect",
                "/inspect/routes",
                "/admin/status",
                "/metrics",
                "/api",
                "/api/",
                "/api/tasksandmore",
                "/API/tasks",
                "/api/Tasks",
                "//api/tasks",
                "/api//tasks",
                "/api/tasks/",
                "/api/tasks//1",
                "/api/tasks/../../inspect/routes",
                "/api/tasks/./1",
                "/api/tasks/%2e%2e/%2e%2e/hello",
                "/api/tasks/%2E./hello",
                "/api/tasks/..%2f..%2fhello",
                "/api/tasks%2f..%2f..%2fhello",
                "/api/tasks/..%5c..%5chello",
                "/api/tasks/%252e%252e/hello",
                "/api/tasks/%25252e%25252e/hello",
                "/api/tasks/..;/..;/hello",
                "/api/tasks/;x/1",
                "/api%2ftasks",
                "/%61pi%2Ftasks",
                "/api/tasks/%0d%0aX:y",
                "/api/tasks/%ff",
                "/api/tasks/%c0%ae%c0%ae/hello",
                "/api/../hello",
                "/hello?/api/tasks",
                "/hello;/api/tasks",
                "http://localhost/hello",
                "http://localhost/inspect/routes")) {
            assertUnauthenticated(get(path));
            ServerTest.assertError(get(path, ada()), 404, "not_exposed");
            assertThat(dispatcher.dispatched).hasValue(0);
        }
    }

    @Test
    void whatIsNoPathReachesNobody() throws Exception {
        for (String path :
                List.of("/api/tasks%00/1", "/api/tasks/%00", "/api/tasks/%", "/api/tasks/%zz", "*", "api/tasks")) {
            assertUnauthenticated(get(path));
            // Some of these requests are refused before their credentials are read.
            assertThat(get(path, ada()).status()).as(path).isIn(400, 401, 404);
            assertThat(dispatcher.dispatched).hasValue(0);
        }
    }

    @Test
    void whatIsExposedIsDispatchedAsItCame() throws Exception {
        for (String path : List.of(
                "/api/tasks",
                "/api/tasks/1",
                "/%61pi/t%61sks",
                "/api/tasks/a%2Fb",
                "/api/tasks/a.b/..c",
                "/api/tasks/100%25",
                "/api/tasks/1/lists/2;v=1",
                "http://localhost/api/tasks/1")) {
            int before = dispatcher.dispatched.get();
            assertThat(get(path, ada()).text()).isNotEmpty();
            assertThat(dispatcher.dispatched).as(path).hasValue(before + 1);
        }
    }

    @Test
    void noPathAndNoMethodAnswersWithoutCredentials() throws Exception {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String[] pieces = {
            "/", "//", "..", ".", "%2e", "%2f", "%5c", "%00", "%25", "%", ";", "?", "api", "tasks", "inspect", "admin",
            "hello", "metrics", "health", "repos", "webhook", "~", "a=b", "&", "*", ":", "@", "%C3%BC", "mcp", "%ff"
        };
        String[] methods = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND"};
        String[] headers = {
            "Origin: https://localhost",
            "Access-Control-Request-Method: GET",
            "X-Detective: ada",
            "X-Service-Verify: record:x",
            "Forwarded: for=127.0.0.1",
            "X-Forwarded-For: 127.0.0.1",
            "Authorization: Bearer a-token-of-this-instance",
            "Host: elsewhere.example",
            "Authorization: Basic " + Base64.getEncoder().encodeToString("ada".getBytes(StandardCharsets.UTF_8)),
        };
        for (int i = 0; i < 3000; i++) {
            var path = new StringBuilder("/");
            for (int j = random.nextInt(8); j > 0; j--) {
                path.append(pieces[random.nextInt(pieces.length)]);
            }
            String method = methods[random.nextInt(methods.length)];
            String header = headers[random.nextInt(headers.length)];
            String host = header.startsWith("Host:") ? header : "Host: localhost\n" + header;
            try (var connection = gateway.connect()) {
                connection.send(method + " " + path + " HTTP/1.1\n" + host + "\nContent-Length: 0\n\n");
                var answer = connection.read(!method.equals("HEAD"));
                assertThat(answer.status())
                        .as("seed %s: %s %s, %s", seed, method, path, header)
                        .isEqualTo(401);
                assertThat(answer.header("www-authenticate")).isEqualTo(CHALLENGE);
            }
        }
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void whatFailsTooOftenHasToWaitAndOthersDoNot() throws Exception {
        assertThat(get("/api/tasks", ada()).status()).isEqualTo(200);
        for (int i = 0; i < 10; i++) {
            assertUnauthenticated(get("/api/tasks", basic("ada", "guess" + i)));
        }
        RawConnection.Answer last = get("/api/tasks", basic("ada", "guess"));
        ServerTest.assertError(last, 429, "throttled");
        assertThat(last.header("retry-after")).isEqualTo("5");
        // A user who is already known, a user from another address, and a request without credentials.
        assertThat(get("/api/tasks", ada()).status()).isEqualTo(200);
        assertThat(get("/api/tasks", basic("bob", PASSWORD)).status()).isEqualTo(429);
        assertThat(getFrom("127.0.0.2", "/api/tasks", basic("bob", PASSWORD)).status())
                .isEqualTo(200);
        assertUnauthenticated(get("/api/tasks"));
        assertThat(gateway.metric("precinct_gateway_refused", "throttled")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void whoIsRemovedOrChangedIsSoWithTheNextRequest() throws Exception {
        assertThat(get("/api/tasks", ada()).text()).contains("operator");
        gateway.set(user("ada", "reader"), user("bob"));
        assertThat(get("/api/tasks", ada()).text()).contains("\"roles\":[\"reader\"]");
        gateway.set(user("bob"));
        assertUnauthenticated(get("/api/tasks", ada()));
        gateway.set(user("ada"));
        assertThat(get("/api/tasks", ada()).text()).contains("\"roles\":[]");
        assertUnauthenticated(get("/api/tasks", basic("bob", PASSWORD)));
    }

    @Test
    void aForeignHostIsRefusedOnceItIsKnownWhoAsks() throws Exception {
        try (var connection = gateway.connect()) {
            connection.send("GET /api/tasks HTTP/1.1\nHost: evil.example\n\n");
            assertUnauthenticated(connection.read());
            connection.send("GET /api/tasks HTTP/1.1\nHost: evil.example\n" + ada() + "\n\n");
            ServerTest.assertError(connection.read(), 403, "foreign_host");
        }
    }

    @Test
    void theAccessLogNamesTheUserAndTheMetricsCountWhatWasRefused() throws Exception {
        assertThat(get("/api/tasks", ada()).status()).isEqualTo(200);
        get("/hello", ada());
        get("/api/tasks");
        Eventually.until(
                "three lines", () -> RecordingLogs.of("precinct.access").size() == 3);
        // A line is written after its answer was sent, so the line of another connection may come first.
        assertThat(RecordingLogs.of("precinct.access"))
                .extracting(
                        line -> line.pairs().get("status"), line -> line.pairs().get("user"))
                .containsExactlyInAnyOrder(tuple(200, "ada"), tuple(404, "ada"), tuple(401, null));
        assertThat(RecordingLogs.of("precinct.access"))
                .allSatisfy(line -> assertThat(line.pairs().toString()).doesNotContain(PASSWORD));
        assertThat(gateway.metric("precinct_gateway_requests", null)).isEqualTo(3);
        assertThat(gateway.metric("precinct_gateway_refused", "not_exposed")).isEqualTo(1);
        assertThat(gateway.metric("precinct_gateway_refused", "unauthenticated"))
                .isEqualTo(1);
    }

    @Test
    void settingsAreTakenOverByAReload() throws Exception {
        int port = gateway.port();
        gateway.configurations.publish(
                new Settings().build(), Map.of("port", 0, "expose", List.of("/hello", "/x/*/y", "/z/**")));
        assertThat(gateway.port()).isEqualTo(port);
        assertThat(get("/hello", ada()).text()).isEqualTo("hello");
        assertThat(get("/api/tasks", ada()).status()).isEqualTo(404);
        gateway.configurations.publish(new Settings().build(), Map.of());
        Eventually.until("the gateway is closed", () -> refuses(port));
        assertThat(gateway.isThere()).isFalse();
        gateway.configurations.publish(new Settings().build(), Map.of("port", 0));
        assertThat(get("/api/tasks", ada()).status()).isEqualTo(200);
    }

    @Test
    void aDeliveryToAnExposedRouteThatProvesItselfNeedsNoUser() throws Exception {
        dispatcher.on("/repos/build/webhook", TestDispatcher::describe);
        dispatcher.declare(RouteDeclaration.of("post", "/repos/:repo/webhook").provesItself());
        dispatcher.declare(RouteDeclaration.of("post", "/repos/:repo/refresh"));
        assertUnauthenticated(deliver("/repos/build/webhook"));
        gateway.configurations.publish(
                new Settings().build(), Map.of("port", 0, "expose", List.of("/repos/*/webhook", "/repos/*/refresh")));

        RawConnection.Answer delivered = deliver("/repos/build/webhook");
        assertThat(delivered.status()).isEqualTo(200);
        assertThat(delivered.text()).contains("\"identity\":null", ServerTest.member("admin", false));
        assertUnauthenticated(get("/repos/build/webhook"));
        assertUnauthenticated(deliver("/repos/build/refresh"));
        assertUnauthenticated(deliver("/repos/build/x/webhook"));
        assertUnauthenticated(deliver("/repos/..%2fbuild/webhook"));
    }

    @Test
    void aRouteThatProvesItselfNeedsNoUserOnceItIsListed() throws Exception {
        dispatcher.on("/notes/hook", TestDispatcher::describe);
        dispatcher.declare(
                RouteDeclaration.of("post", "/notes/hook").provesItself().exposed());
        assertUnauthenticated(deliver("/notes/hook"));

        gateway.configurations.publish(new Settings().build(), Map.of("port", 0, "expose", List.of("/notes/hook")));
        assertThat(deliver("/notes/hook").text()).contains("\"identity\":null", ServerTest.member("admin", false));

        gateway.configurations.publish(new Settings().build(), Map.of("port", 0, "expose", List.of("/elsewhere")));
        assertUnauthenticated(deliver("/notes/hook"));
    }

    @Test
    void aRouteThatIsDeployedOpensItsPathAndNoOther() throws Exception {
        dispatcher.on("/notes/1", TestDispatcher::describe);
        ServerTest.assertError(get("/notes/1", ada()), 404, "not_exposed");
        dispatcher.declare(RouteDeclaration.of("get", "/notes/:id").exposed());

        assertThat(get("/notes/1", ada()).status()).isEqualTo(200);
        assertUnauthenticated(get("/notes/1"));
        ServerTest.assertError(get("/notes/1/pages", ada()), 404, "not_exposed");
        ServerTest.assertError(get("/notes", ada()), 404, "not_exposed");
    }

    @Test
    void whatIsConfiguredStandsInPlaceOfWhatRoutesDeclare() throws Exception {
        gateway.configurations.publish(new Settings().build(), Map.of("port", 0, "expose", List.of("/hello")));

        assertThat(get("/hello", ada()).text()).isEqualTo("hello");
        ServerTest.assertError(get("/api/tasks", ada()), 404, "not_exposed");
    }

    @Test
    void noPatternExposesARouteThatForbidsIt() throws Exception {
        dispatcher.on("/notes/keys", TestDispatcher::describe).on("/notes/purge", TestDispatcher::describe);
        dispatcher
                .declare(RouteDeclaration.of("get", "/notes/keys").neverExposed())
                .declare(RouteDeclaration.of("get", "/notes/purge").forAdmin())
                .declare(RouteDeclaration.of("get", "/inspect/notes").exposed())
                .declare(RouteDeclaration.of("post", "/admin/notes")
                        .provesItself()
                        .exposed());
        for (List<String> expose : List.of(List.of("/notes/**", "/inspect/**", "/admin/**"), List.<String>of())) {
            gateway.configurations.publish(new Settings().build(), Map.of("port", 0, "expose", expose));
            for (String path : List.of("/notes/keys", "/notes/purge", "/inspect/notes", "/INSPECT/notes")) {
                ServerTest.assertError(get(path, ada()), 404, "not_exposed");
            }
            assertUnauthenticated(deliver("/admin/notes"));
        }
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void noRouteIsLookedUpForAPathThatCouldBeReadInTwoWays() throws Exception {
        dispatcher.declare(
                RouteDeclaration.of("post", "/notes/*rest").provesItself().exposed());
        for (String path : List.of(
                "/notes//hook",
                "/notes/",
                "/notes/./hook",
                "/notes/../hook",
                "/notes/%2e%2e/hook",
                "/notes/..%2fhook",
                "/notes/a%2f..%2f..%2fhook",
                "/notes/..%5chook",
                "/notes/%252e%252e/hook",
                "/notes/..;/hook",
                "/notes/%0d%0aX:y",
                "/notes/%ff")) {
            assertUnauthenticated(deliver(path));
            ServerTest.assertError(get(path, ada()), 404, "not_exposed");
        }
        assertThat(dispatcher.lookedUp).hasValue(0);
        assertThat(dispatcher.dispatched).hasValue(0);
    }

    @Test
    void theHeaderOfAPrincipalIsRemovedFromRequestsToEveryRoute() throws Exception {
        assertThat(get("/api/tasks", ada(), "X-Author: eve").text()).contains("x-author");
        dispatcher.declare(RouteDeclaration.of("put", "/notes/:id").principalIn("X-Author"));

        assertThat(get("/api/tasks", ada(), "X-Author: eve", "x-AUTHOR: eve", "X-Other: kept")
                        .text())
                .contains("x-other")
                .doesNotContain("x-author")
                .doesNotContain("eve");
    }

    private RawConnection.Answer deliver(String path) throws Exception {
        try (var connection = gateway.connect()) {
            return connection
                    .send("POST " + path + " HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n")
                    .read();
        }
    }

    private static boolean refuses(int port) {
        try (var connection = new RawConnection(port)) {
            return connection.socket().isClosed();
        } catch (IOException refused) {
            return true;
        }
    }

    @Test
    void aPortThatIsTakenIsToldAndTheOldOneServesOn() throws Exception {
        String url = gateway.url();
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            gateway.configurations.publish(new Settings().build(), Map.of("port", taken.getLocalPort()));
            assertThat(gateway.health().status()).isEqualTo(HealthCheck.Status.DEGRADED);
            assertThat(gateway.health().detail()).contains("cannot listen on 127.0.0.1:");
            assertThat(gateway.url()).isEqualTo(url);
            assertThat(get("/api/tasks", ada()).status()).isEqualTo(200);
        }
    }

    @Test
    void bothListenersStopAtOnce() throws Exception {
        var started = new CountDownLatch(2);
        var release = new CountDownLatch(1);
        dispatcher.on("/api/tasks/slow", _ -> {
            started.countDown();
            release.await();
            return text(200, "slow");
        });
        var internal = new HttpListener(
                gateway.context(),
                dispatcher,
                gateway.configurations,
                gateway.listener,
                new OwnPorts(gateway.context(), dispatcher, gateway.configurations));
        String url = (String) gateway.context()
                .getServiceReferences(MetricSource.class, "(precinct.url=*)")
                .iterator()
                .next()
                .getProperty("precinct.url");
        int inside = URI.create(url).getPort();
        int outside = gateway.port();
        try (var one = new RawConnection(inside);
                var other = gateway.connect()) {
            one.send("GET /api/tasks/slow HTTP/1.1\nHost: localhost\n\n");
            other.send("GET /api/tasks/slow HTTP/1.1\nHost: localhost\n" + ada() + "\n\n");
            started.await();
            Thread stopping = Thread.ofVirtual().start(() -> {
                try {
                    internal.close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            Eventually.until("both accept nothing more", () -> refuses(inside) && refuses(outside));
            release.countDown();
            assertThat(one.read().text()).isEqualTo("slow");
            assertThat(other.read().text()).isEqualTo("slow");
            stopping.join();
        }
        assertThatThrownBy(() -> new RawConnection(outside).close()).isInstanceOf(IOException.class);
    }

    @Test
    void whereNothingIsConfiguredNothingIsOpenAndACheckOpensNothing() throws Exception {
        try (var without = new TestGateway(folder.resolve("without"), dispatcher, Map.of())) {
            assertThat(without.isThere()).isFalse();
        }
    }

    private static final String DELIBERATE = "X-Service-Admin: 1";

    private void exposeAdministration() {
        dispatcher.declare(RouteDeclaration.of("get", "/admin/status").forAdmin());
        dispatcher.on("/admin/status", TestDispatcher::describe);
        dispatcher.declare(RouteDeclaration.of("get", "/inspect/routes").neverExposed());
        dispatcher.on("/inspect/routes", TestDispatcher::describe);
        gateway.configurations.publish(new Settings().build(), Map.of("port", 0, "admin", Map.of("role", "operator")));
        gateway.dispatcher.dispatched.set(0);
    }

    // @req:gateway-admin
    @Test
    void administrationIsExposedToItsRoleOnly() throws Exception {
        exposeAdministration();

        assertThat(get("/admin/status", ada(), DELIBERATE).text())
                .contains(ServerTest.member("admin", true))
                .contains(ServerTest.member("loopback", false))
                .contains("\"name\":\"ada\"");
        RawConnection.Answer withoutRole = get("/admin/status", basic("bob", PASSWORD), DELIBERATE);
        ServerTest.assertError(withoutRole, 403, "role_required");
        assertThat(withoutRole.text()).contains("the role operator");
        assertUnauthenticated(get("/admin/status", basic("ada", "wrong"), DELIBERATE));
        assertUnauthenticated(get("/admin/status", DELIBERATE));
        assertThat(dispatcher.dispatched).hasValue(1);
    }

    @Test
    void whereNothingIsSaidOfItAdministrationIsNotThere() throws Exception {
        exposeAdministration();
        gateway.configurations.publish(new Settings().build(), Map.of("port", 0));

        ServerTest.assertError(get("/admin/status", ada(), DELIBERATE), 404, "not_exposed");
    }

    @Test
    void theRoleOfAdministratorsExposesNothingElseAndMakesNobodyAnAdministratorElsewhere() throws Exception {
        exposeAdministration();

        for (String path : List.of("/inspect/routes", "/admin/nothing", "//admin/status", "/x/../admin/status")) {
            ServerTest.assertError(get(path, ada(), DELIBERATE), 404, "not_exposed");
        }
        assertThat(get("/api/tasks", ada(), DELIBERATE).text()).contains(ServerTest.member("admin", false));
    }

    @Test
    void aBrowserCannotBeMadeToAdminister() throws Exception {
        exposeAdministration();

        ServerTest.assertError(get("/admin/status", ada()), 403, "browser");
        ServerTest.assertError(
                get("/admin/status", ada(), DELIBERATE, "Origin: http://127.0.0.1:" + gateway.port()), 403, "browser");
        ServerTest.assertError(get("/admin/status", ada(), DELIBERATE, "Sec-Fetch-Site: none"), 403, "browser");
        assertThat(dispatcher.dispatched).hasValue(0);
    }
}
