package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinksTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

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
        TestAnswer answer = fixture.post("/api/tasks/" + fixture.create("x") + "/" + path, Map.of("other", 1));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(answer)).contains("/" + field, "/other");
        assertThat(fixture.post("/api/tasks/" + NOWHERE + "/" + path, Map.of(field, NOWHERE.replace('8', '9')))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void tagsAreASet() {
        String id = fixture.create("tags");
        assertThat(fixture.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "blood"))
                        .json())
                .containsEntry("evidence_tags", List.of("blood"));
        fixture.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "glove"));
        TestAnswer again = fixture.post("/api/tasks/" + id + "/evidence-tag", Map.of("tag", "blood"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).containsEntry("version", 3L);
        assertThat(fixture.read(id)).containsEntry("evidence_tags", List.of("blood", "glove"));
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "field_updated", "field_updated");
    }

    @Test
    void aDetectiveIsAssigned() {
        String id = fixture.create("assign");
        assertThat(fixture.post("/api/tasks/" + id + "/assign-detective", Map.of("detective", "kim"))
                        .json())
                .containsEntry("detective", "kim");
        assertThat(fixture.notes(id).getLast().get("changes").toString())
                .contains("field=detective")
                .contains("new=kim");
    }

    @Test
    void escalationRaisesByOneOrToALevelAndEndsAtTheTop() {
        String id = fixture.create("escalate");
        assertThat(fixture.post("/api/tasks/" + id + "/escalate", Map.of("reason", "because"))
                        .json())
                .containsEntry("urgency_level", "priority");
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "urgency_escalated")
                .containsEntry("content", "because");
        assertThat(fixture.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r", "urgency_level", "critical"))
                        .json())
                .containsEntry("urgency_level", "critical");
        TestAnswer down =
                fixture.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r", "urgency_level", "urgent"));
        assertThat(down.status()).isEqualTo(500);
        assertThat(down.json()).containsEntry("code", "invalid_transition").containsEntry("retryable", false);
        fixture.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r"));
        assertThat(fixture.read(id)).containsEntry("urgency_level", "emergency");
        assertThat(fixture.post("/api/tasks/" + id + "/escalate", Map.of("reason", "r"))
                        .status())
                .isEqualTo(500);
        assertThat(fixture.request("POST", "/api/tasks/" + id + "/escalate")
                        .header("Prefer", "handling=strict")
                        .json(Map.of("reason", "r"))
                        .send()
                        .status())
                .isEqualTo(409);
        assertThat(fixture.post("/api/tasks/" + id + "/escalate", Map.of("urgency_level", "sky"))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void linksAreMergedAndNeverReplaced() {
        String id = fixture.create("links");
        var first = new HashMap<String, Object>();
        first.put("memories", List.of("a", "b"));
        first.put("web_links", List.of(Map.of("url", "https://example.org")));
        first.put("unknown_key", "ignored");
        assertThat(fixture.post("/api/tasks/" + id + "/consciousness-links", first)
                        .status())
                .isEqualTo(200);
        TestAnswer second = fixture.post(
                "/api/tasks/" + id + "/consciousness-links",
                Map.of("memories", List.of("b", "c", "c"), "context", "why"));
        assertThat(second.json())
                .containsEntry(
                        "consciousness_links",
                        Map.of(
                                "memories", List.of("a", "b", "c"),
                                "web_links", List.of(Map.of("url", "https://example.org")),
                                "context", "why"));
        TestAnswer nothing =
                fixture.post("/api/tasks/" + id + "/consciousness-links", Map.of("memories", List.of("a")));
        assertThat(nothing.json()).containsEntry("version", 3L);
        TestAnswer bad =
                fixture.post("/api/tasks/" + id + "/consciousness-links", Map.of("memories", "x", "context", 5));
        assertThat(bad.status()).isEqualTo(422);
        assertThat(RegisterTest.pointers(bad)).containsExactlyInAnyOrder("/memories", "/context");
        var none = new HashMap<String, Object>();
        none.put("insights", null);
        assertThat(RegisterTest.pointers(fixture.post("/api/tasks/" + id + "/consciousness-links", none)))
                .containsExactly("/insights");
    }

    @Test
    void aMemoryAndACommitAreLinkedOnce() {
        String id = fixture.create("memory");
        for (int i = 0; i < 2; i++) {
            fixture.post("/api/tasks/" + id + "/link-memory", Map.of("memory_path", "a/b.md"));
            fixture.post(
                    "/api/tasks/" + id + "/git-commit",
                    Map.of("commit_hash", "abc", "commit_message", "m", "repository", "r"));
        }
        assertThat(fixture.read(id))
                .containsEntry(
                        "consciousness_links",
                        Map.of(
                                "memories", List.of("a/b.md"),
                                "git_commits",
                                        List.of(Map.of(
                                                "commit_hash", "abc", "commit_message", "m", "repository", "r"))));
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "memory_linked", "field_updated");
    }

    @Test
    void casesAreLinkedInBoth() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        Map<String, Object> link =
                Map.of("related_task_id", two, "relationship_type", "blocks", "reason", "same knife");
        assertThat(fixture.post("/api/tasks/" + one + "/link-case", link).json())
                .containsEntry("case_links", List.of(two));
        assertThat(fixture.read(two)).containsEntry("case_links", List.of(one));
        fixture.post("/api/tasks/" + one + "/link-case", link);
        for (String id : List.of(one, two)) {
            assertThat(fixture.eventTypes(id)).containsExactly("case_created", "case_linked");
            assertThat((String) fixture.notes(id).getLast().get("content")).contains("blocks", "same knife");
        }
        assertThat(fixture.post("/api/tasks/" + one + "/link-case", Map.of("related_task_id", one))
                        .status())
                .isEqualTo(422);
        TestAnswer nowhere = fixture.post("/api/tasks/" + one + "/link-case", Map.of("related_task_id", NOWHERE));
        assertThat(nowhere.status()).isEqualTo(422);
        assertThat(nowhere.text()).contains("\"/related_task_id\"", "unknown_case");
    }

    @Test
    void theRepositoryContextIsSetAndCleared() {
        String id = fixture.create("repository");
        String path = "/api/tasks/" + id + "/repository-context";
        assertThat(fixture.post(path, Map.of("repository_context", "github:a/b"))
                        .json())
                .containsEntry("repository_context", "github:a/b");
        var clear = new HashMap<String, Object>();
        clear.put("repository_context", null);
        assertThat(fixture.post(path, clear).json()).containsEntry("repository_context", null);
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
        String id = fixture.create("field");
        TestAnswer answer = fixture.patch("/api/tasks/" + id + "/field", Map.of("field", field, "value", value));
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.json()).containsEntry(field, value);
            assertThat(fixture.read(id)).containsEntry(field, value);
        } else {
            assertThat(fixture.read(id)).containsEntry("version", 1L);
        }
    }

    @Test
    void theAllowlistIsTold() {
        String id = fixture.create("field");
        assertThat(fixture.patch("/api/tasks/" + id + "/field", Map.of("field", "status", "value", "active"))
                        .text())
                .contains("\"allowed\":[\"label\",\"case_type\",\"repository_context\"");
        assertThat(fixture.patch("/api/tasks/" + id + "/field", Map.of()).status())
                .isEqualTo(422);
        var nothing = new HashMap<String, Object>();
        nothing.put("field", null);
        nothing.put("value", "x");
        assertThat(RegisterTest.pointers(fixture.patch("/api/tasks/" + id + "/field", nothing)))
                .containsExactly("/field");
        nothing.put("field", "detective");
        nothing.put("value", null);
        assertThat(fixture.patch("/api/tasks/" + id + "/field", nothing).status())
                .isEqualTo(200);
    }
}
