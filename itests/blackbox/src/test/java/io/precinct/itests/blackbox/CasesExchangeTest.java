package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Http;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cases with notes, checklists and relations leave one packaged instance and come to another, through their gateways. */
@Timeout(180)
@SuppressWarnings("unchecked") // plain data
class CasesExchangeTest {
    private static final List<String> EXPAND = List.of("checklists", "relations");

    @TempDir
    private static Path folder;

    private static Instance home;
    private static Instance away;

    /** An instance, reached by its users. */
    private record Instance(Service service, Http gateway) {
        static Instance start(Path folder) throws IOException {
            int port = Service.freePort();
            for (String role : List.of("detective", "lead", "sync")) {
                Service.addUser(folder, role, role);
            }
            Service.initializeDatabase(folder);
            Service service = Service.on(folder, """
                    service: exchange
                    access_log: false
                    gateway:
                      port: %d
                      expose: ["/api/**"]
                    """.formatted(port), "--features", "framework,cases");
            return new Instance(service, new Http(URI.create("http://127.0.0.1:" + port)));
        }

        /** Sends a request of the user whose only role has the same name. */
        Http.Answer send(String role, String method, String path, @Nullable Object body) {
            String credentials = role + ":the password of " + role;
            return gateway.send(
                    method,
                    path,
                    body == null ? null : Json.compact(body),
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)),
                    "Content-Type",
                    "application/json");
        }

        Map<String, @Nullable Object> done(String role, String method, String path, @Nullable Object body) {
            Http.Answer answer = send(role, method, path, body);
            assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
            return answer.status() == 204 ? Map.of() : answer.json();
        }

        String create(String label) {
            return (String)
                    done("lead", "POST", "/api/tasks", Map.of("label", label)).get("id");
        }

        Map<String, @Nullable Object> item(String id, String action, @Nullable Object... params) {
            return done(
                    "detective",
                    "POST",
                    "/api/tasks/" + id + "/lists/steps/execute",
                    Data.map("action", action, "params", Data.map(params)));
        }

        List<Map<String, @Nullable Object>> pull(List<String> ids) {
            return (List<Map<String, @Nullable Object>>)
                    done("sync", "POST", "/api/sync/pull", Map.of("ids", ids, "expand", EXPAND))
                            .get("tasks");
        }

        List<Map<String, @Nullable Object>> push(List<?> tasks) {
            return (List<Map<String, @Nullable Object>>) done("sync", "POST", "/api/sync/push", Map.of("tasks", tasks))
                    .get("results");
        }
    }

    @BeforeAll
    static void start() throws IOException {
        home = Instance.start(folder.resolve("home"));
        away = Instance.start(folder.resolve("away"));
    }

    @AfterAll
    static void stop() {
        home.service.close();
        away.service.close();
    }

    // @req:export-import
    @Test
    void anArtifactIsPutBackWholeByWhoeverMayImport() {
        String id = home.create("put back");
        home.done("detective", "POST", "/api/tasks/" + id + "/notes", Map.of("note", "seen"));
        home.item(id, "add", "text", "call");
        home.item(id, "add", "text", "call");
        home.item(id, "check", "index", 1);
        var artifact = (Map<String, Object>)
                home.done("lead", "POST", "/api/tasks/" + id + "/export", null).get("artifact");
        home.done("lead", "DELETE", "/api/tasks/" + id, null);

        Http.Answer refused = home.send("lead", "PUT", "/api/tasks/" + id, artifact);
        assertThat(refused.status()).as("the notes of others").isEqualTo(403);
        assertThat(refused.json()).containsEntry("roles", List.of("sync"));
        assertThat(home.send("lead", "GET", "/api/tasks/" + id, null).status()).isEqualTo(404);

        assertThat(home.send("sync", "PUT", "/api/tasks/" + id, artifact).status())
                .isEqualTo(201);
        var again = (Map<String, Object>)
                home.done("lead", "POST", "/api/tasks/" + id + "/export", null).get("artifact");
        assertThat(again.get("checklists")).isEqualTo(artifact.get("checklists"));
    }

    // @req:sync-expand
    // @req:sync-relations
    @Test
    void listsAndRelationsThatWereEditedOnBothSidesBecomeEqual() {
        String parent = home.create("parent");
        String child = home.create("child");
        home.item(child, "add", "text", "one");
        home.item(child, "add", "text", "two");
        home.done(
                "lead",
                "POST",
                "/api/tasks/" + child + "/link-case",
                Map.of("related_task_id", parent, "relationship_type", "child_of", "reason", "a part"));
        List<String> ids = List.of(child, parent);
        List<Map<String, @Nullable Object>> before = home.pull(ids);
        List<Map<String, @Nullable Object>> taken = away.push(before);
        assertThat(taken).extracting(result -> result.get("status")).containsOnly("applied");
        assertThat(compared(away.pull(ids))).isEqualTo(compared(before));
        assertThat(away.done("detective", "GET", "/api/tasks/" + child + "/progress", null))
                .containsEntry("parent", parent);

        home.item(child, "check", "index", 0);
        home.done(
                "lead",
                "POST",
                "/api/tasks/" + parent + "/link-case",
                Map.of("related_task_id", child, "relationship_type", "blocks"));
        away.item(child, "update", "index", 0, "text", "one, retold");
        away.item(child, "remove", "index", 1);

        List<Map<String, @Nullable Object>> merged = away.push(since(taken, home.pull(ids)));
        assertThat(merged).extracting(result -> result.get("status")).contains("merged");
        assertThat(merged)
                .extracting(result -> result.get("lost"))
                .allMatch(lost -> lost == null || lost.equals(List.of()));
        List<Map<String, @Nullable Object>> known = home.push(home.pull(ids));
        assertThat(known).extracting(result -> result.get("status")).containsOnly("skipped");
        assertThat(home.push(since(known, away.pull(ids))))
                .extracting(result -> result.get("status"))
                .containsAnyOf("applied", "skipped");
        assertThat(compared(home.pull(ids))).isEqualTo(compared(away.pull(ids)));
        assertThat((List<Map<String, Object>>) home.item(child, "list").get("items"))
                .extracting(item -> item.get("text") + " " + item.get("checked"))
                .containsExactly("one, retold true");
    }

    /** Tasks with the hashes of the states that were there before, by the results of a push. */
    private static List<Object> since(
            List<Map<String, @Nullable Object>> results, List<Map<String, @Nullable Object>> tasks) {
        return tasks.stream()
                .map(task -> {
                    Object hash = results.stream()
                            .filter(result -> result.get("id").equals(task.get("id")))
                            .map(result -> result.get("hash"))
                            .findFirst()
                            .orElseThrow();
                    return (Object) Data.mapBuilder()
                            .putAll(task)
                            .put("base_hash", hash)
                            .build();
                })
                .toList();
    }

    /** What two instances are to have alike; the order of notes is each one's own. */
    private static List<Object> compared(List<Map<String, @Nullable Object>> tasks) {
        return tasks.stream()
                .map(task -> (Object) Arrays.asList(
                        task.get("id"),
                        task.get("label"),
                        task.get("case_links"),
                        Set.copyOf((List<?>) task.get("investigation_notes")),
                        task.get("checklists"),
                        task.get("relations")))
                .toList();
    }
}
