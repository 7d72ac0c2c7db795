package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that an entity tag and a version stand for one state of one case or node, and are never given twice. */
class ValidatorTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static String path(String id) {
        return "/api/tasks/" + id;
    }

    private static TestAnswer getIfNoneMatch(String target, String tag) {
        return fixture.request("GET", target).header("If-None-Match", tag).send();
    }

    private static TestAnswer putIfMatch(String target, String tag, Object body) {
        return fixture.request("PUT", target).header("If-Match", tag).json(body).send();
    }

    private static void assertGivenOnce(String id) {
        assertThat(getIfNoneMatch(path(id), "\"v1\"").status()).isEqualTo(200);
        assertThat(putIfMatch(path(id), "\"v1\"", Map.of("label", "lost")).status())
                .isEqualTo(412);
        assertThat(fixture.patch(path(id), Map.of("label", "lost", "version", 1))
                        .status())
                .isEqualTo(409);
        assertThat(fixture.put(path(id), Map.of("label", "lost", "version", 1)).status())
                .isEqualTo(409);
    }

    @Test
    void aCaseThatIsPutAgainAfterItsDeletionContinuesItsVersions() {
        String id = fixture.create("first");
        fixture.delete(path(id));
        TestAnswer again = fixture.put(path(id), Map.of("label", "second"));
        assertThat(again.status()).as(again.text()).isEqualTo(201);
        assertThat(again.json()).containsEntry("version", 2L);
        assertThat(again.header("ETag")).isEqualTo("\"v2\"");
        assertGivenOnce(id);
        fixture.patch(path(id), Map.of("priority", 1));
        fixture.request("DELETE", "/api/tasks/bulk")
                .json(Map.of("ids", List.of(id)))
                .send();
        assertThat(fixture.put(path(id), Map.of("label", "third")).json()).containsEntry("version", 4L);
    }

    @Test
    void aCaseThatIsPushedAgainAfterItsDeletionContinuesItsVersions() {
        String id = fixture.create("first");
        fixture.patch(path(id), Map.of("priority", 1));
        fixture.post("/api/sync/push", Map.of("tasks", List.of(), "deleted", List.of(deletion(id))));
        assertThat(fixture.get(path(id)).status()).isEqualTo(404);
        fixture.database()
                .write(transaction -> transaction.execute("DELETE FROM cases.tombstone WHERE task_id = ?", id));
        TestAnswer pushed = fixture.post(
                "/api/sync/push",
                Map.of(
                        "tasks",
                        List.of(Map.of(
                                "id", id, "label", "again", "version", 1, "updated_at", "2030-01-01T00:00:00.000Z"))));
        assertThat(pushed.text()).contains("\"applied\"");
        assertThat(fixture.read(id)).containsEntry("label", "again").containsEntry("version", 3L);
        assertGivenOnce(id);
    }

    private static Map<String, Object> deletion(String id) {
        return Map.of("id", id, "deleted_at", "2030-01-01T00:00:00.000Z");
    }

    @Test
    void aNodeThatIsWrittenAgainAfterItsCaseWasDeletedContinuesItsVersions() {
        String id = fixture.create("lists");
        String node = "/api/graph/nodes/case-" + id;
        assertThat(fixture.post(path(id) + "/lists", Map.of("name", "one")).status())
                .isEqualTo(201);
        String tag = fixture.get(node).header("ETag");
        fixture.delete(path(id));
        fixture.put(path(id), Map.of("label", "again"));
        assertThat(fixture.post(path(id) + "/lists", Map.of("name", "two")).status())
                .isEqualTo(201);
        assertThat(getIfNoneMatch(node, String.valueOf(tag)).status()).isEqualTo(200);
        assertThat(fixture.get(node).header("ETag")).isEqualTo("\"v2\"");
        assertThat(putIfMatch(node, "\"v1\"", Map.of("body", "lost")).status()).isEqualTo(412);
    }

    @Test
    void aTouchChangesTheTagButNotTheVersion() {
        String id = fixture.create("touch");
        String before = String.valueOf(fixture.get(path(id)).header("ETag"));
        TestAnswer touched = fixture.post(path(id) + "/touch");
        assertThat(touched.header("ETag")).startsWith("\"v1-");
        TestAnswer after = getIfNoneMatch(path(id), before);
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.header("ETag")).isEqualTo(touched.header("ETag"));
        assertThat(getIfNoneMatch(path(id), String.valueOf(after.header("ETag")))
                        .status())
                .isEqualTo(304);
        for (String tag : List.of(before, String.valueOf(after.header("ETag")))) {
            assertThat(fixture.request("POST", path(id) + "/touch")
                            .header("If-Match", tag)
                            .send()
                            .status())
                    .as("a touch is no change that could be lost: " + tag)
                    .isEqualTo(200);
        }
    }

    @Test
    void aWeakTagNeverMatchesInIfMatch() {
        String id = fixture.create("weak");
        TestAnswer refused = putIfMatch(path(id), "W/\"v1\"", Map.of("label", "changed"));
        assertThat(refused.status()).isEqualTo(412);
        assertThat(putIfMatch(path(id), "W/\"v1\", \"v1\"", Map.of("label", "changed"))
                        .status())
                .isEqualTo(200);
    }
}
