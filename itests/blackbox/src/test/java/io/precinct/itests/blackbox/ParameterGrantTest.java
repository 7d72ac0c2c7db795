package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests who sees the secrets of a parameter store through the gateway of the packaged distribution. */
@Timeout(240)
class ParameterGrantTest {
    private static final String HIDDEN = "hunter2";
    private static final String OTHER = "correct-horse";
    private static final String FILE = "/repos/params/files/db/password";
    private static final String CONFIG = "/repos/params/config?path=parameters.json&query=db.password";

    private static final List<String> SELECTORS = List.of(
            "{\"path\": \"db/password\"}",
            "{\"path\": \"parameters.json\"}",
            "{\"path\": \"parameters.json\", \"query\": \"db.password\"}",
            "{\"path\": \"parameters.json\", \"query\": \"length(db.password)\"}",
            "{\"path\": \"db/login\", \"query\": \"pin\"}",
            "{\"path\": \"db/login\", \"query\": \"pin && length(pin)\"}",
            "{\"path\": \"db/login\", \"query\": \"@\"}",
            "{\"glob\": \"*.json\", \"query\": \"db\"}");

    /** A store with a secret that is a JSON object, as those of Vault are. */
    private static String store(String secret) {
        return "db: {password: %s, url: here, login: !secret '{\"user\": \"app\", \"pin\": \"%s\"}'}%n"
                .formatted(secret, secret);
    }

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http gateway;

    @BeforeAll
    static void serve() throws IOException {
        int port = Service.freePort();
        Service.addUser(folder, "ada", "operator");
        Service.addUser(folder, "bob", "reader");
        Service.write(folder.resolve("params.yaml"), store(HIDDEN));
        Service.write(folder.resolve("other.yaml"), store(OTHER));
        Service.write(folder.resolve("config/source.yml"), """
                repos:
                  params: {provider: yaml, url: ../params.yaml, refresh: 0, grant: [operator, auditor]}
                  one: {provider: yaml, url: ../other.yaml, refresh: 0, grant: [auditor]}
                  twin: {provider: yaml, url: ../other.yaml, refresh: 0, grant: [auditor]}
                  other: {provider: yaml, url: ../other.yaml, refresh: 0, grant: [auditor]}
                """);
        Service.addUser(folder, "eve", "auditor");
        service = Service.on(folder, """
                service: grants
                access_log: false
                gateway:
                  port: %d
                  expose: ["/repos/**", "/compare"]
                """.formatted(port), "--features", "framework,source,configuration");
        gateway = new Http(URI.create("http://127.0.0.1:" + port));
        for (String repository : List.of("params", "other", "one", "twin")) {
            Eventually.until(
                    repository + " serves",
                    () -> service.http.get("/repos/" + repository + "/tree").status() == 200);
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Http.Answer as(String user, String path, String... headers) {
        return gateway.send("GET", path, null, signedIn(user, headers));
    }

    private static Http.Answer comparedAs(String user, String selector, String... headers) {
        return gateway.post("/compare", comparison(selector), signedIn(user, headers));
    }

    private static String comparison(String selector) {
        return """
                {"selector": %s, "envs": [{"name": "here", "repo": "params"}, {"name": "there", "repo": "other"}]}
                """.formatted(selector);
    }

    private static String[] signedIn(String user, String... headers) {
        String credentials = user + ":the password of " + user;
        var all = new ArrayList<>(List.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8))));
        all.addAll(Arrays.asList(headers));
        return all.toArray(String[]::new);
    }

    @Test
    void onlyAGrantedRoleSeesASecretAndNothingOfItIsKept() {
        for (String target : List.of(FILE, CONFIG, "/repos/params/files/parameters.json")) {
            for (int round = 0; round < 2; round++) {
                Http.Answer granted = as("ada", target).ok();
                assertThat(granted.text()).as(target).contains(HIDDEN);
                assertThat(granted.header("Cache-Control")).as(target).isEqualTo("no-store");
                assertThat(granted.header("ETag")).as(target).isNull();
                for (Http.Answer masked : List.of(as("bob", target), service.http.get(target))) {
                    assertThat(masked.ok().text()).as(target).contains("***").doesNotContain(HIDDEN);
                    assertThat(masked.header("ETag")).as(target).isNotNull();
                }
            }
        }
    }

    @Test
    void anExpressionReachesTheFieldsOfASecret() {
        String pin = "/repos/params/config?path=db/login&query=pin";
        assertThat(as("ada", pin).ok().json().get("items").toString()).contains("value=" + HIDDEN, "/pin");
        for (String query : List.of("pin", "nothing.there", "keys(@)", "@")) {
            Http.Answer masked = as("bob", "/repos/params/config?path=db/login&query=" + query)
                    .ok();
            assertThat(masked.json().get("items").toString()).as(query).contains("value=***");
        }
        assertThat(as("bob", pin).ok().json().get("items").toString()).contains("masked=true");
        assertThat(as("bob", "/repos/params/config?path=parameters.json&query=db.login.pin")
                        .ok()
                        .json()
                        .get("items")
                        .toString())
                .contains("value=***", "masked=true");
        Http.Answer url = as("bob", "/repos/params/config?path=db/url&query=@").ok();
        assertThat(url.json().get("items").toString())
                .contains("value=here", "format=text")
                .doesNotContain("masked");
    }

    @Test
    void aPlainAnswerSaysHowOldItIs() {
        for (String user : List.of("ada", "bob")) {
            Http.Answer plain = as(user, "/repos/params/files/db/url", "Accept", "text/plain")
                    .ok();
            assertThat(plain.header("X-Stale")).isEqualTo("false");
            assertThat(Instant.parse(String.valueOf(plain.header("X-Fetched-At"))))
                    .isBetween(Instant.now().minusSeconds(600), Instant.now());
        }
    }

    @Test
    void everyRepresentationOfAGrantedFileIsConfidential() {
        for (String accept : List.of("text/plain", "application/octet-stream", "text/html")) {
            Http.Answer granted = as("ada", FILE, "Accept", accept).ok();
            assertThat(granted.text()).as(accept).contains(HIDDEN);
            assertThat(granted.header("Cache-Control")).as(accept).isEqualTo("no-store");
            assertThat(granted.header("ETag")).as(accept).isNull();
            assertThat(as("bob", FILE, "Accept", accept).ok().text()).as(accept).doesNotContain(HIDDEN);
        }
    }

    /** Two stores, of which a user is granted one: what differs there in masked values is not told, nor shown. */
    @Test
    void secretsThatAreNotGrantedAreNotCompared() {
        for (String selector : SELECTORS) {
            for (Http.Answer answer : List.of(
                    comparedAs("ada", selector),
                    comparedAs("bob", selector),
                    comparedAs("eve", selector, "X-Service-Trace", "true"),
                    service.http.post("/compare", comparison(selector)))) {
                assertThat(answer.ok().text()).as(selector).contains("***").doesNotContain(HIDDEN, OTHER);
                assertThat(answer.json()).as(selector).containsEntry("equal", null);
                assertThat(answer.json().get("masked").toString()).as(selector).contains("there");
                assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
            }
        }
        assertThat(comparedAs("ada", SELECTORS.getFirst(), "Accept", "text/html")
                        .ok()
                        .text())
                .contains("masked, cannot be compared", "Masked, not compared")
                .doesNotContain(HIDDEN, OTHER);
        assertThat(service.server.transcript()).doesNotContain(HIDDEN, OTHER);
    }

    @Test
    void whatIsBelowASecretIsNeitherMissingNorCompared() {
        String below = "{\"path\": \"parameters.json\", \"query\": \"db.password.part\"}";
        Http.Answer masked = comparedAs("bob", below).ok();
        assertThat(masked.json()).containsEntry("equal", null).containsEntry("missing", List.of());
        assertThat(masked.json().get("masked").toString()).contains("here", "there");
        assertThat(comparedAs("eve", below).ok().json())
                .containsEntry("equal", false)
                .containsEntry("missing", List.of(Map.of("pointer", "", "environments", List.of("here", "there"))));
    }

    @Test
    void grantedSecretsAreComparedAndNotShown() {
        for (String selector : SELECTORS) {
            Http.Answer answer = comparedAs("eve", selector).ok();
            assertThat(answer.text()).as(selector).contains("***").doesNotContain(HIDDEN, OTHER, "sha256");
            assertThat(answer.json()).as(selector).containsEntry("equal", false).containsEntry("masked", List.of());
            Http.Answer same = gateway.post(
                            "/compare",
                            comparison(selector)
                                    .replace("\"params\"", "\"one\"")
                                    .replace("\"other\"", "\"twin\""),
                            signedIn("eve"))
                    .ok();
            assertThat(same.text()).as(selector).doesNotContain(OTHER, "sha256");
            assertThat(same.json()).as(selector).containsEntry("equal", true);
        }
    }

    /** Secrets must not appear here, because scenarios are recorded and traces are shown to others. */
    @Test
    void aTracedAnswerShowsNoSecretToAnybody() {
        for (String target : List.of(FILE, CONFIG)) {
            assertThat(as("ada", target, "X-Service-Trace", "true").text())
                    .as(target)
                    .contains("***")
                    .doesNotContain(HIDDEN);
        }
    }

    @Test
    void aSecretThatChangesIsServedToThoseWhoSeeIt() {
        Service.write(folder.resolve("params.yaml"), store("hunter2-3"));
        assertThat(service.http
                        .post("/repos/params/refresh?wait=true", "")
                        .ok()
                        .json()
                        .get("changed"))
                .isEqualTo(List.of());
        assertThat(as("ada", CONFIG).ok().text()).contains("hunter2-3");
        assertThat(as("ada", FILE).ok().text()).contains("hunter2-3");
        assertThat(service.server.transcript()).doesNotContain(HIDDEN);
    }
}
