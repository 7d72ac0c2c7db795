package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Moves cases with notes, checklists and relations between two packaged instances, through their gateways. */
@Timeout(180)
@SuppressWarnings("unchecked") // plain data
class CasesExchangeTest {
    private static final List<String> EXPAND = List.of("checklists", "relations");

    @RegisterExtension
    static final SharedService<CasesGateway> SHARED = SharedService.cases();

    @TempDir
    private static Path folder;

    private static CasesGateway home;
    private static CasesGateway away;

    @BeforeAll
    static void start() throws IOException {
        home = SHARED.get();
        away = CasesGateway.start(folder);
    }

    @AfterAll
    static void stop() {
        away.close();
    }

    private static List<Map<String, @Nullable Object>> pull(CasesGateway from, List<String> ids) {
        return (List<Map<String, @Nullable Object>>)
                from.done("sam", "POST", "/api/sync/pull", Map.of("ids", ids, "expand", EXPAND))
                        .get("tasks");
    }

    private static List<Map<String, @Nullable Object>> push(CasesGateway to, List<?> tasks) {
        return (List<Map<String, @Nullable Object>>)
                to.done("sam", "POST", "/api/sync/push", Map.of("tasks", tasks)).get("results");
    }

    // @req:export-import
    @Test
    void anArtifactIsPutBackWholeByWhoeverMayImport() {
        String id = home.create("lea", "put back");
        home.done("dora", "POST", "/api/tasks/" + id + "/notes", Map.of("note", "seen"));
        home.item(id, "add", "text", "call");
        home.item(id, "add", "text", "call");
        home.item(id, "check", "index", 1);
        var artifact = (Map<String, Object>)
                home.done("lea", "POST", "/api/tasks/" + id + "/export", null).get("artifact");
        home.done("lea", "DELETE", "/api/tasks/" + id, null);

        for (var sent : List.of(Map.entry("dora", artifact), Map.entry("lea", edited(artifact)))) {
            assertThat(home.refused(403, "role_required", sent.getKey(), "PUT", "/api/tasks/" + id, sent.getValue()))
                    .as("the notes of others")
                    .containsEntry("roles", List.of("sync"));
        }
        assertThat(home.send("lea", "GET", "/api/tasks/" + id, null).status()).isEqualTo(404);

        for (String importer : List.of("sam", "lea")) {
            assertThat(home.send(importer, "PUT", "/api/tasks/" + id, artifact).status())
                    .as(importer)
                    .isEqualTo(201);
            home.done("lea", "DELETE", "/api/tasks/" + id, null);
        }
        assertThat(home.send("lea", "PUT", "/api/tasks/" + id, artifact).status())
                .isEqualTo(201);
        var again = (Map<String, Object>)
                home.done("lea", "POST", "/api/tasks/" + id + "/export", null).get("artifact");
        assertThat(again.get("checklists")).isEqualTo(artifact.get("checklists"));
    }

    /** Returns an artifact without the hash that proves that it is as it was exported. */
    private static Map<String, Object> edited(Map<String, Object> artifact) {
        var edited = new HashMap<>(artifact);
        edited.remove("content_hash");
        return edited;
    }

    // @req:sync-expand
    // @req:sync-relations
    @Test
    void listsAndRelationsThatWereEditedOnBothSidesBecomeEqual() {
        String parent = home.create("lea", "parent");
        String child = home.create("lea", "child");
        home.item(child, "add", "text", "one");
        home.item(child, "add", "text", "two");
        home.done(
                "lea",
                "POST",
                "/api/tasks/" + child + "/link-case",
                Map.of("related_task_id", parent, "relationship_type", "child_of", "reason", "a part"));
        List<String> ids = List.of(child, parent);
        List<Map<String, @Nullable Object>> before = pull(home, ids);
        List<Map<String, @Nullable Object>> taken = push(away, before);
        assertThat(taken).extracting(result -> result.get("status")).containsOnly("applied");
        assertThat(compared(pull(away, ids))).isEqualTo(compared(before));
        assertThat(away.done("dora", "GET", "/api/tasks/" + child + "/progress", null))
                .containsEntry("parent", parent);

        home.item(child, "check", "index", 0);
        home.done(
                "lea",
                "POST",
                "/api/tasks/" + parent + "/link-case",
                Map.of("related_task_id", child, "relationship_type", "blocks"));
        away.item(child, "update", "index", 0, "text", "one, retold");
        away.item(child, "remove", "index", 1);

        List<Map<String, @Nullable Object>> merged = push(away, since(taken, pull(home, ids)));
        assertThat(merged).extracting(result -> result.get("status")).contains("merged");
        assertThat(merged)
                .extracting(result -> result.get("lost"))
                .allMatch(lost -> lost == null || lost.equals(List.of()));
        List<Map<String, @Nullable Object>> known = push(home, pull(home, ids));
        assertThat(known).extracting(result -> result.get("status")).containsOnly("skipped");
        assertThat(push(home, since(known, pull(away, ids))))
                .extracting(result -> result.get("status"))
                .containsAnyOf("applied", "skipped");
        assertThat(compared(pull(home, ids))).isEqualTo(compared(pull(away, ids)));
        assertThat((List<Map<String, Object>>) home.item(child, "list").get("items"))
                .extracting(item -> item.get("text") + " " + item.get("checked"))
                .containsExactly("one, retold true");
    }

    /** Adds to each task the hash of its previous state as {@code base_hash}, taken from the results of a push. */
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

    /** The members of tasks that must be equal in two instances. The order of notes may differ. */
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
