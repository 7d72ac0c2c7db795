package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Http.Answer;
import io.precinct.testing.Eventually;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signs in to the console at the gateway of the packaged distribution, as a browser does. */
@Timeout(120)
class GatewayConsoleTest {
    @TempDir
    private static Path folder;

    private static Service service;
    private static Http gateway;

    @BeforeAll
    static void serve() throws Exception {
        int port = Service.freePort();
        Service.addUser(folder, "ada", "operator");
        Service.addUser(folder, "bob", "reader");
        service = Service.on(folder, """
                service: console
                strict_input: true
                gateway:
                  port: %d
                  admin: {role: operator}
                  console: {role: viewer}
                routes:
                  /echo/:text: {method: get, boundary: echo, name: echo}
                """.formatted(port), "--features", "framework,console");
        gateway = new Http(URI.create("http://127.0.0.1:" + port));
        // A role can be given once the configuration names it.
        giveRoles("ada", "operator", "viewer");
        Service.addUser(folder, "vera", "viewer");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void giveRoles(String user, String... roles) throws Exception {
        var arguments = new ArrayList<>(List.of("user", "role", user));
        arguments.addAll(List.of(roles));
        arguments.addAll(List.of("--config", service.config.toString(), "--data", service.data.toString()));
        Process process = new ProcessBuilder(Distribution.built().command(arguments.toArray(String[]::new)))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Answer enter(String user, String password) {
        return gateway.send(
                "POST",
                "/sign-in",
                "name=" + user + "&password=" + URLEncoder.encode(password, StandardCharsets.UTF_8) + "&to=/console",
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Sec-Fetch-Site",
                "same-origin");
    }

    private static String session(String user) {
        Answer answer = enter(user, "the password of " + user);
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).isEqualTo("/console");
        String cookie = Objects.requireNonNull(answer.header("Set-Cookie"));
        return cookie.substring(0, cookie.indexOf(';'));
    }

    private static Answer get(String path, String cookie) {
        return gateway.get(path, "Cookie", cookie);
    }

    private static Answer change(String path, String cookie, String csrf) {
        return gateway.post(path, "{}", "Cookie", cookie, "X-CSRF-Token", csrf);
    }

    private static String csrf(String cookie) {
        return String.valueOf(get("/session", cookie).ok().json().get("csrf"));
    }

    @Test
    void aBrowserIsLedToTheFormAndFromThereToTheConsole() {
        Answer first = gateway.get("/console", "Accept", "text/html", "Sec-Fetch-Mode", "navigate");
        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("Location")).isEqualTo("/sign-in?to=%2Fconsole");
        Answer form = gateway.get("/sign-in?to=%2Fconsole").ok();
        assertThat(form.text()).contains("<form", "/console", "current-password");
        assertThat(form.header("Content-Security-Policy")).contains("default-src 'none'");

        String cookie = session("vera");
        Answer page =
                gateway.get("/console", "Cookie", cookie, "Accept", "text/html").ok();
        String script = page.text().replaceAll("(?s).*<script type=\"module\" src=\"([^\"]+)\".*", "$1");
        assertThat(get(script, cookie).ok().header("Content-Type")).startsWith("text/javascript");
        for (String path : new String[] {
            "/", "/console", "/health", "/metrics", "/inspect/routes", "/inspect/bundles", "/inspect/openapi.json"
        }) {
            get(path, cookie).ok();
        }
        assertThat(get("/echo/hi", cookie).ok().text()).contains("hi");
    }

    @Test
    void whoHasNotTheRoleSeesNothingOfIt() {
        String cookie = session("bob");
        for (String path : new String[] {"/", "/console", "/metrics", "/inspect/routes", "/echo/hi", "/admin/status"}) {
            Answer answer = gateway.get(path, "Cookie", cookie, "X-CSRF-Token", csrf(cookie));
            assertThat(answer.status()).as(path).isIn(403, 404);
            assertThat(answer.text()).as(path).doesNotContain("chain");
        }
        for (String path : new String[] {"/console", "/inspect/routes", "/nothing"}) {
            assertThat(gateway.get(path).status()).as(path).isEqualTo(401);
        }
    }

    @Test
    void administrationNeedsItsRoleAndTheTokenOfTheSession() throws Exception {
        String cookie = session("ada");
        String csrf = csrf(cookie);
        assertThat(change("/admin/reload", cookie, "guessed").json()).containsEntry("code", "csrf");
        assertThat(change("/admin/reload", cookie, csrf).status()).isEqualTo(200);
        String veras = session("vera");
        assertThat(change("/admin/reload", veras, csrf(veras)).json()).containsEntry("code", "role_required");

        Answer disabled = gateway.send(
                "POST",
                "/admin/disable",
                "{\"bundle\":\"io.precinct.console.probe\"}",
                "Cookie",
                cookie,
                "X-CSRF-Token",
                csrf,
                "Content-Type",
                "application/json");
        assertThat(disabled.ok().text()).contains("\"ada\"");
        assertThat(get("/console", cookie).ok().text()).doesNotContain("Probe");
        assertThat(Files.readString(service.data.resolve("logs/precinct.log")))
                .contains("ada signed in from 127.0.0.1")
                .doesNotContain("the password of", cookie.substring(cookie.indexOf('=') + 1), csrf);
    }

    @Test
    void signingOutEverywhereEndsEverySessionAndALostRoleCountsAtOnce() throws Exception {
        String one = session("vera");
        String two = session("vera");
        assertThat(change("/sign-out?everywhere=true", one, csrf(one)).status()).isEqualTo(204);
        assertThat(get("/console", one).status()).isEqualTo(401);
        assertThat(get("/console", two).status()).isEqualTo(401);

        String three = session("vera");
        get("/console", three).ok();
        giveRoles("vera", "reader");
        Eventually.until("the role is gone", () -> get("/inspect/routes", three).status() == 404);
        giveRoles("vera", "viewer");
    }

    @Test
    void anotherSiteCannotSignAnybodyIn() {
        Answer answer = gateway.send(
                "POST",
                "/sign-in",
                "name=bob&password=the+password+of+bob",
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Origin",
                "https://elsewhere.example");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json()).containsEntry("code", "foreign_origin");
        assertThat(enter("bob", "guessed").status()).isEqualTo(403);
    }
}
