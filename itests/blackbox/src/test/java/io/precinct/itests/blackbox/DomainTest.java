package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what holds for all domains of the packaged product: the place of seals, and the names under which users write.
 */
@Timeout(180)
@SuppressWarnings("unchecked") // plain data
class DomainTest {
    private static final List<String> DOMAINS = List.of("/api/", "/repos", "/traces");

    /** Endpoints whose answer has no end, or whose body is not JSON. */
    private static final Set<String> STREAMS = Set.of("/api/tasks/stream");

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http gateway;

    @BeforeAll
    static void start() throws IOException {
        int port = Service.freePort();
        for (String user : List.of("ada", "bob")) {
            Service.addUser(folder, user);
        }
        Service.write(folder.resolve("config/source.yml"), "repos: {}\n");
        Service.initializeDatabase(folder);
        service = Service.on(folder, """
                service: domains
                access_log: false
                gateway:
                  port: %d
                  expose: [/api/tasks, "/api/tasks/**", "/api/sync/**"]
                """.formatted(port), "--features", "framework,cases,source");
        gateway = new Http(URI.create("http://127.0.0.1:" + port));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Http.Answer as(String user, String method, String path, String body) {
        String credentials = user + ":the password of " + user;
        return gateway.send(
                method,
                path,
                body,
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)),
                "Content-Type",
                "application/json",
                "X-Detective",
                "somebody else");
    }

    private static String id(Http.Answer answer) {
        return (String) Objects.requireNonNull(answer.json().get("id"), answer::text);
    }

    private static void assertAuthorRefused(Http.Answer answer, String pointer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        var fault = ((List<Map<String, Object>>)
                        Objects.requireNonNull(answer.json().get("errors")))
                .getFirst();
        assertThat(fault).containsEntry("pointer", pointer).containsEntry("code", "author_mismatch");
        assertThat((String) fault.get("message")).contains("expected ada").contains("got bob");
    }

    @Test
    void atTheGatewayNobodyWritesInAnothersName() {
        String id = id(as("ada", "POST", "/api/tasks", "{\"label\": \"of ada\", \"detective\": \"bob\"}"));
        String notes = "/api/tasks/" + id + "/notes";

        assertAuthorRefused(as("ada", "POST", notes, "{\"note\": \"x\", \"detective\": \"bob\"}"), "/detective");
        assertThat(as("ada", "POST", notes, "{\"note\": \"of ada\"}").json()).containsEntry("detective", "ada");
        assertThat(as("bob", "POST", notes, "{\"note\": \"of bob\", \"detective\": \"bob\"}")
                        .json())
                .containsEntry("detective", "bob");
        assertAuthorRefused(
                as("ada", "PATCH", notes + "/2", "{\"note\": \"y\", \"detective\": \"bob\"}"), "/detective");
        assertRoleRequired(as("ada", "PATCH", notes + "/2", "{\"note\": \"y\"}"), "lead");

        String forged = "{\"note_id\": \"note-0000000%d\", \"content\": \"forged\", \"detective\": \"bob\"}";
        String fresh = "task-00000000-0000-4000-8000-0000000000d4";
        assertRoleRequired(
                as(
                        "ada",
                        "PUT",
                        "/api/tasks/" + fresh,
                        "{\"label\": \"x\", \"investigation_notes\": [" + forged.formatted(1) + "]}"),
                "sync");
        assertThat(service.http.get("/api/tasks/" + fresh).status()).isEqualTo(404);
        assertRoleRequired(
                as(
                        "ada",
                        "POST",
                        "/api/sync/push",
                        "{\"tasks\": [{\"id\": \"" + fresh + "\", \"label\": \"x\", \"investigation_notes\": ["
                                + forged.formatted(1) + "]}]}"),
                "sync");
        assertThat(service.http.get("/api/tasks/" + fresh).status()).isEqualTo(404);
    }

    private static void assertRoleRequired(Http.Answer answer, String role) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.json()).containsEntry("code", "role_required").containsEntry("roles", List.of(role));
    }

    @Test
    void aCaseGoesThroughTheGatewayAndBackWithTheNotesOfOthers() {
        String id = id(as("bob", "POST", "/api/tasks", "{\"label\": \"of bob\", \"detective\": null}"));
        as("bob", "POST", "/api/tasks/" + id + "/notes", "{\"note\": \"of bob\"}");
        String served = as("ada", "GET", "/api/tasks/" + id, "").text();

        Http.Answer put = as("ada", "PUT", "/api/tasks/" + id, served.replace("\"of bob\",\"pri", "\"renamed\",\"pri"));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(put.json()).containsEntry("label", "renamed");
        String altered = served.replace("\"content\":\"of bob\"", "\"content\":\"forged\"");
        assertThat(altered).isNotEqualTo(served);
        Http.Answer refused =
                as("ada", "PUT", "/api/tasks/" + id, altered.replaceFirst("\"version\":\\d+", "\"version\":3"));
        assertRoleRequired(refused, "lead");
        assertThat(service.http.get("/api/tasks/" + id).text()).contains("\"content\":\"of bob\"");
    }

    @Test
    void withoutAGatewayANoteMayNameAnybody() {
        String id = id(service.http.post("/api/tasks", "{\"label\": \"local\"}"));
        assertThat(service.http
                        .post("/api/tasks/" + id + "/notes", "{\"note\": \"x\", \"detective\": \"bob\"}")
                        .json())
                .containsEntry("detective", "bob");
    }

    /**
     * Every answer is sealed and contains only its own members, even though most requests are answered with "not
     * found".
     */
    @Test
    void everyRouteOfADomainIsSealedInItsHeaderOnly() {
        String id = id(service.http.post("/api/tasks", "{\"label\": \"sealed\"}"));
        var asked = new ArrayList<String>();
        var routes = (List<Map<String, Object>>) Objects.requireNonNull(
                service.http.get("/inspect/routes").json().get("routes"));
        for (Map<String, Object> route : routes) {
            String path = (String) route.get("path");
            if (DOMAINS.stream().noneMatch(path::startsWith) || STREAMS.contains(path)) {
                continue;
            }
            String method = ((String) route.get("method")).toUpperCase(Locale.ROOT);
            for (String name : List.of("nobody", id)) {
                String target = path.replaceAll(":id\\b", name).replaceAll("[:*]\\w+", "0");
                Http.Answer answer = service.http.send(
                        method, target, method.equals("GET") ? null : "{}", "Content-Type", "application/json");
                assertThat(answer.header("X-Service-Seal"))
                        .as(method + " " + target)
                        .hasSize(64);
                assertThat(answer.text()).as(method + " " + target).doesNotContain("\"_seal\"");
            }
            asked.add(method + " " + path);
        }
        assertThat(asked)
                .hasSizeGreaterThan(90)
                .contains(
                        "GET /api/tasks/:id",
                        "POST /api/recurring-templates",
                        "GET /repos",
                        "PUT /api/graph/nodes/:slug");
        // a route of the framework has its seal in the body: this proves that the search finds such a seal
        assertThat(service.http.get("/inspect/routes").text()).contains("\"_seal\"");
    }

    private static String verify(int exit, String... arguments) throws IOException {
        var all = new ArrayList<>(List.of("seal", "verify"));
        all.addAll(Arrays.asList(arguments));
        ServerProcess process =
                ServerProcess.launch(Distribution.built().command(all.toArray(String[]::new)), Map.of());
        assertThat(process.exited(Duration.ofSeconds(60))).isTrue();
        assertThat(process.process().exitValue()).as(process.transcript()).isEqualTo(exit);
        return String.join("\n", process.out());
    }

    @Test
    void anAnswerSealedInItsHeaderIsCheckedWithTheProgram() throws IOException {
        String id = id(service.http.post("/api/tasks", "{\"label\": \"to be checked\"}"));
        Http.Answer answer = service.http.get("/api/tasks/" + id);
        String root = Objects.requireNonNull(answer.header("X-Service-Seal"));
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Service-Seal: " + root + "\r\n\r\n";
        String saved = Files.writeString(folder.resolve("saved.txt"), head + answer.text())
                .toString();
        String forged = Files.writeString(
                        folder.resolve("forged.txt"), head + answer.text().replace("to be checked", "forged"))
                .toString();
        String url = service.server.url().toString();

        assertThat(verify(0, saved, "--url", url))
                .contains("leaf 0  tasks.read")
                .contains("seal holds: root " + root);
        assertThat(verify(1, forged, "--url", url)).contains("the body is not the one that was sealed");
        Http.Answer last = service.http.get("/inspect/seal/" + root + "/proof/"
                + (((Number) Objects.requireNonNull(service.http
                                        .get("/inspect/seal/" + root)
                                        .json()
                                        .get("size")))
                                .intValue()
                        - 1));
        String proof =
                Files.writeString(folder.resolve("proof.json"), last.text()).toString();
        assertThat(verify(0, saved, "--proofs", proof)).contains("seal holds: root " + root);
        assertThat(verify(1, forged, "--proofs", proof)).contains("the body is not the one that was sealed");
    }
}
