package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinksTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";
    private static Desk desk;

    @BeforeAll
    static void open() {
        desk = new Desk();
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    @ParameterizedTest
    @CsvSource({
        "evidence-tag,tag",
        "assign-detective,detective",
        "link-memory,memory_path",
        "git-commit,commit_hash",
        "repository-context,repository_context",
        "link-case,related_task_id",
        "close,resolution"
    })
    void whatIsRequiredIsNamed(String path, String field) {
        TestAnswer answer = desk.post("/api/tasks/" + desk.create("x") + "/" + path, Map.of("other", 1));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(answer)).contains("/" + field, "/other");
        assertThat(desk.post("/api/tasks/" + NOWHERE + "/" + path, Map.of(field, NOWHERE.replace('8', '9')))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void tagsAreASet() {
        String id = desk.create("tags");
        assertThat(desk.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "blood"))
                        .json())
                .containsEntry("evidence_tags", List.of("blood"));
        desk.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "glove"));
        TestAnswer again = desk.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "blood"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).containsEntry("version", 3L);
        assertThat(desk.read(id)).containsEntry("evidence_tags", List.of("blood", "glove"));
        assertThat(desk.events(id)).containsExactly("case_created", "field_updated", "field_updated");
    }

    @Test
    void aDetectiveIsAssigned() {
        String id = desk.create("assign");
        assertThat(desk.post("/api/tasks/" + id + "/assign-detective", Map.of("detective", "kim"))
                        .json())
                .containsEntry("detective", "kim");
        assertThat(desk.notes(id).getLast().get("changes").toString())
                .contains("field=detective")
                .contains("new=kim");
    }

    @Test
    void escalationRaisesByOneOrToALevelAndEndsAtTheTop() {
        String id = desk.create("escalate");
        assertThat(desk.post("/api/tasks/" + id + "/escalate", Map.of("reason", "because"))
                        .json())
                .containsEntry("urgency_level", "priority");
        assertThat(desk.notes(id).getLast())
                .containsEntry("event_type", "urgency_escalated")
                .containsEntry("content", "because");
        assertThat(desk.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r", "urgency_level", "critical"))
                        .json())
                .containsEntry("urgency_level", "critical");
        TestAnswer down = desk.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r", "urgency_level", "urgent"));
        assertThat(down.status()).isEqualTo(500);
        assertThat(down.json()).containsEntry("code", "invalid_transition").containsEntry("retryable", false);
        desk.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r"));
        assertThat(desk.read(id)).containsEntry("urgency_level", "emergency");
        assertThat(desk.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r"))
                        .status())
                .isEqualTo(500);
        assertThat(desk.request("POST", "/api/tasks/" + id + "/escalate")
                        .header("Prefer", "handling=strict")
                        .json(Map.of("reason", "r"))
                        .send()
                        .status())
                .isEqualTo(409);
        assertThat(desk.post("/api/tasks/" + id + "/escalate", Map.of("urgency_level", "sky"))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void linksAreMergedAndNeverReplaced() {
        String id = desk.create("links");
        var first = new HashMap<String, Object>();
        first.put("memories", List.of("a", "b"));
        first.put("web_links", List.of(Map.of("url", "https://example.org")));
        first.put("unknown_key", "ignored");
        assertThat(desk.post("/api/tasks/" + id + "/consciousness-links", first).status())
                .isEqualTo(200);
        TestAnswer second = desk.post(
                "/api/tasks/" + id + "/consciousness-links",
                Map.of("memories", List.of("b", "c", "c"), "context", "why"));
        assertThat(second.json())
                .containsEntry(
                        "consciousness_links",
                        Map.of(
                                "memories", List.of("a", "b", "c"),
                                "web_links", List.of(Map.of("url", "https://example.org")),
                                "context", "why"));
        TestAnswer nothing = desk.post("/api/tasks/" + id + "/consciousness-links", Map.of("memories", List.of("a")));
        assertThat(nothing.json()).containsEntry("version", 3L);
        TestAnswer bad = desk.post("/api/tasks/" + id + "/consciousness-links", Map.of("memories", "x", "context", 5));
        assertThat(bad.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(bad)).containsExactlyInAnyOrder("/memories", "/context");
    }

    @Test
    void aMemoryAndACommitAreLinkedOnce() {
        String id = desk.create("memory");
        for (int i = 0; i < 2; i++) {
            desk.post("/api/tasks/" + id + "/link-memory", Map.of("memory_path", "a/b.md"));
            desk.post(
                    "/api/tasks/" + id + "/git-commit",
                    Map.of("commit_hash", "abc", "commit_message", "m", "repository", "r"));
        }
        assertThat(desk.read(id))
                .containsEntry(
                        "consciousness_links",
                        Map.of(
                                "memories", List.of("a/b.md"),
                                "git_commits",
                                        List.of(Map.of(
                                                "commit_hash", "abc", "commit_message", "m", "repository", "r"))));
        assertThat(desk.events(id)).containsExactly("case_created", "memory_linked", "field_updated");
    }

    @Test
    void casesAreLinkedInBoth() {
        String one = desk.create("one");
        String two = desk.create("two");
        Map<String, Object> link =
                Map.of("related_task_id", two, "relationship_type", "blocks", "reason", "same knife");
        assertThat(desk.post("/api/tasks/" + one + "/link-case", link).json())
                .containsEntry("case_links", List.of(two));
        assertThat(desk.read(two)).containsEntry("case_links", List.of(one));
        desk.post("/api/tasks/" + one + "/link-case", link);
        for (String id : List.of(one, two)) {
            assertThat(desk.events(id)).containsExactly("case_created", "case_linked");
            assertThat((String) desk.notes(id).getLast().get("content")).contains("blocks", "same knife");
        }
        assertThat(desk.post("/api/tasks/" + one + "/link-case", Map.of("related_task_id", one))
                        .status())
                .isEqualTo(422);
        assertThat(desk.post("/api/tasks/" + one + "/link-case", Map.of("related_task_id", NOWHERE))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theRepositoryContextIsSetAndCleared() {
        String id = desk.create("repository");
        String path = "/api/tasks/" + id + "/repository-context";
        assertThat(desk.post(path, Map.of("repository_context", "github:a/b")).json())
                .containsEntry("repository_context", "github:a/b");
        var clear = new HashMap<String, Object>();
        clear.put("repository_context", null);
        assertThat(desk.post(path, clear).json()).containsEntry("repository_context", null);
    }

    @ParameterizedTest
    @CsvSource({
        "label,new label,200",
        "case_type,bug,200",
        "case_type,nonsense,422",
        "repository_context,r,200",
        "urgency_level,urgent,200",
        "urgency_level,sky,422",
        "detective,kim,200",
        "scheduled_date,2026-12-24,200",
        "due_date,2026-02-30,422",
        "due_date,2026-02-28,200",
        "label,' ',422",
        "status,active,422",
        "priority,1,422",
        "notes,x,422",
        "pinned,true,422"
    })
    void oneFieldOfTheAllowlistIsSet(String field, String value, int status) {
        String id = desk.create("field");
        TestAnswer answer = desk.patch("/api/tasks/" + id + "/field", Map.of("field", field, "value", value));
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.json()).containsEntry(field, value);
            assertThat(desk.read(id)).containsEntry(field, value);
        } else {
            assertThat(desk.read(id)).containsEntry("version", 1L);
        }
    }

    @Test
    void theAllowlistIsTold() {
        String id = desk.create("field");
        assertThat(desk.patch("/api/tasks/" + id + "/field", Map.of("field", "status", "value", "active"))
                        .text())
                .contains("\"allowed\":[\"label\",\"case_type\",\"repository_context\"");
        assertThat(desk.patch("/api/tasks/" + id + "/field", Map.of()).status()).isEqualTo(422);
        var nothing = new HashMap<String, Object>();
        nothing.put("field", "detective");
        nothing.put("value", null);
        assertThat(desk.patch("/api/tasks/" + id + "/field", nothing).status()).isEqualTo(200);
    }
}
