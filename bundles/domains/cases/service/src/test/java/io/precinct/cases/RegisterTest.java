package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisterTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    @Test
    void aCaseOfALabelAloneHasTheDefaultsOfTheSpecification() {
        TestAnswer answer = fixture.post("/api/tasks", Map.of("label", "A"));
        assertThat(answer.status()).isEqualTo(201);
        Map<String, Object> task = answer.json();
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + task.get("id"));
        assertThat(answer.header("ETag")).isEqualTo("\"v1\"");
        assertThat((String) task.get("id")).matches("task-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        assertThat(task)
                .containsEntry("label", "A")
                .containsEntry("priority", 3)
                .containsEntry("status", "parked")
                .containsEntry("case_type", null)
                .containsEntry("urgency_level", "routine")
                .containsEntry("version", 1L)
                .containsEntry("evidence_tags", List.of())
                .containsEntry("auto_detected_keywords", List.of())
                .containsEntry("case_links", List.of())
                .containsEntry("consciousness_links", Map.of())
                .containsEntry("pinned", false)
                .containsEntry("classification", "work");
        assertThat(fixture.read((String) task.get("id")))
                .as("what is answered is what is stored")
                .containsAllEntriesOf(without(task, "_seal"));
        assertThat(fixture.eventTypes((String) task.get("id"))).containsExactly("case_created");
    }

    private static Map<String, Object> without(Map<String, Object> task, String... names) {
        var rest = new LinkedHashMap<>(task);
        List.of(names).forEach(rest::remove);
        return rest;
    }

    @Test
    void everyFieldIsKeptAsItWasGiven() {
        Map<String, Object> body = everyField();
        TestAnswer created = fixture.post("/api/tasks", body);
        assertThat(created.status()).isEqualTo(201);
        Map<String, Object> read = fixture.read((String) created.json().get("id"));
        body.forEach((name, value) -> assertThat(read).containsEntry(name, value));
    }

    private static Map<String, Object> everyField() {
        var body = new HashMap<String, Object>();
        body.put("label", "Ünïcødé 🕵 ' \" -- ; DROP TABLE");
        body.put("priority", 5);
        body.put("status", "active");
        body.put("case_type", "evidence-review");
        body.put("detective", "kim");
        body.put("urgency_level", "critical");
        body.put("repository_context", "github:a/b");
        body.put("notes", "# Title\n\n| a | b |");
        body.put("evidence_tags", List.of("x", "y"));
        body.put("case_links", List.of(fixture.create("linked")));
        body.put("consciousness_links", Map.of("memories", List.of("a", Map.of("b", 1)), "context", "c"));
        body.put("scheduled_date", "2026-02-28");
        body.put("due_date", "2028-02-29");
        body.put("current_resume", "{\"session_id\":\"s\"}");
        body.put("pinned", true);
        body.put("classification", "idea");
        return body;
    }

    @Test
    void allFaultsOfABodyAreListedAtOnce() {
        TestAnswer answer = fixture.post(
                "/api/tasks",
                Map.of(
                        "priority",
                        9,
                        "case_type",
                        "nonsense",
                        "status",
                        7,
                        "due_date",
                        "2026-02-30",
                        "evidence_tags",
                        List.of("ok", 5),
                        "current_resume",
                        "no json",
                        "consciousness_links",
                        Map.of("memories", "x", "whatever", 1),
                        "surprise",
                        true,
                        "_seal",
                        "ignored"));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("code", "invalid_fields");
        assertThat(pointers(answer))
                .containsExactlyInAnyOrder(
                        "/label",
                        "/priority",
                        "/case_type",
                        "/status",
                        "/due_date",
                        "/evidence_tags/1",
                        "/current_resume",
                        "/consciousness_links/memories",
                        "/surprise");
        assertThat(answer.text()).contains("\"allowed\":[\"parked\",\"active\",\"completed\",\"archived\"]");
    }

    private static List<String> allowed(TestAnswer answer) {
        List<?> errors = (List<?>) answer.json().get("errors");
        return ((List<?>) map(errors.getFirst()).get("allowed"))
                .stream().map(String::valueOf).toList();
    }

    @Test
    void theRefusalOfAnUnknownMemberListsThoseThatAClientMayGive() {
        Map<String, Object> unknown = Map.of("label", "x", "surprise", 1);
        List<String> created = allowed(fixture.post("/api/tasks", unknown));
        assertThat(created)
                .contains("label", "notes", "status", "resolution", "evidence_tags")
                .doesNotContain("id", "version", "created_at", "updated_at", "note_count", "surprise");

        String id = fixture.create("refusing");
        List<String> patched = allowed(fixture.patch("/api/tasks/" + id, Map.of("surprise", 1)));
        assertThat(patched)
                .as("although the patch has none of them")
                .containsAll(created)
                .contains("version");
        assertThat(allowed(fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "n", "surprise", 1))))
                .containsExactly("detective", "note");
        for (String operation : List.of("archive", "pin", "unpin", "touch")) {
            assertThat(allowed(fixture.post("/api/tasks/" + id + "/" + operation, Map.of("surprise", 1))))
                    .as(operation)
                    .isEmpty();
        }
        assertThat(fixture.read(id)).containsEntry("pinned", false).containsEntry("version", 1L);
        assertThat(fixture.post("/api/tasks/" + id + "/pin", Map.of()).status()).isEqualTo(200);
        assertThat(allowed(fixture.get("/api/tasks/resume?surprise=1"))).containsExactly("budget", "since");
    }

    @Test
    void theRefusalOfAWholeCaseListsTheMembersOfWhatWasSent() {
        String target = "/api/tasks/" + fixture.create("replaced");
        assertThat(allowed(fixture.put(target, Map.of("label", "x", "surprise", 1))))
                .contains("label", "created_at", "investigation_notes")
                .doesNotContain("schema_version", "artifact_type", "task", "content_hash");
        for (String member : List.of("schema_version", "artifact_type")) {
            Map<String, Object> artifact = new HashMap<>(Map.of("task", Map.of("label", "x"), "surprise", 1));
            artifact.put(member, member.equals("schema_version") ? 1 : "case");
            TestAnswer refused = fixture.put(target, artifact);
            assertThat(pointers(refused)).contains("/surprise").hasSize(2);
            assertThat(((List<?>) refused.json().get("errors"))
                            .stream()
                                    .map(RegisterTest::map)
                                    .filter(error -> error.get("code").equals("unknown"))
                                    .flatMap(error -> ((List<?>) error.get("allowed")).stream())
                                    .map(String::valueOf))
                    .as("an artifact has " + member)
                    .contains("schema_version", "artifact_type", "task", "content_hash")
                    .doesNotContain("label", "created_at", "exported_at");
        }
    }

    static List<String> pointers(TestAnswer answer) {
        return ((List<?>) answer.json().get("errors"))
                .stream()
                        .map(error -> (String) ((Map<?, ?>) error).get("pointer"))
                        .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "[1],",
        "null,",
        "{,400",
        "{\"label\":\"a\\u0000b\"},422",
        "{\"label\":\"\\ud800\"},400",
        "{\"label\":\" \"},422"
    })
    void whatIsNoCaseIsRefused(String body, Integer status) {
        TestAnswer answer = fixture.request("POST", "/api/tasks")
                .body("application/json", body)
                .send();
        assertThat(answer.status()).isEqualTo(status == null ? 422 : status);
    }

    @Test
    void lengthsAreBounded() {
        assertThat(fixture.post("/api/tasks", Map.of("label", "🕵".repeat(500))).status())
                .isEqualTo(201);
        assertThat(fixture.post("/api/tasks", Map.of("label", "x".repeat(501))).status())
                .isEqualTo(422);
        assertThat(fixture.post("/api/tasks", Map.of("label", "x", "notes", "é".repeat(32 << 10)))
                        .status())
                .isEqualTo(201);
        assertThat(fixture.post("/api/tasks", Map.of("label", "x", "notes", "é".repeat(32 << 10) + "x"))
                        .status())
                .isEqualTo(422);
        assertThat(fixture.post("/api/tasks", Map.of("label", "x".repeat(1 << 21)))
                        .status())
                .isEqualTo(413);
    }

    @Test
    void anUnknownCaseIs404Everywhere() {
        for (String id : List.of(NOWHERE, "nonsense", "task-%00", "%F0%9F%95%B5")) {
            assertThat(fixture.get("/api/tasks/" + id).status()).as(id).isEqualTo(404);
            assertThat(fixture.patch("/api/tasks/" + id, Map.of("label", "x")).status())
                    .isEqualTo(404);
            assertThat(fixture.delete("/api/tasks/" + id).status()).isEqualTo(404);
            for (String operation : List.of("activate", "restart", "archive", "pin", "unpin", "touch")) {
                TestAnswer answer = fixture.post("/api/tasks/" + id + "/" + operation);
                assertThat(answer.status()).as(operation).isEqualTo(404);
                assertThat(answer.json()).containsEntry("code", "case_not_found");
            }
        }
    }

    @Test
    void aPatchMergesAndTellsWhatChanged() {
        String id = fixture.create("before");
        fixture.patch(
                "/api/tasks/" + id, Map.of("consciousness_links", Map.of("memories", List.of("a"), "context", "c")));
        var patch = new HashMap<String, Object>();
        patch.put("label", "after");
        patch.put("priority", 1);
        patch.put("detective", "lee");
        patch.put("consciousness_links", nulled("context"));
        TestAnswer answer = fixture.patch("/api/tasks/" + id, patch);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .containsEntry("label", "after")
                .containsEntry("priority", 1)
                .containsEntry("version", 3L)
                .containsEntry("consciousness_links", Map.of("memories", List.of("a")));
        assertThat(fixture.read(id)).containsEntry("label", "after").containsEntry("detective", "lee");
        Map<String, Object> note = fixture.notes(id).getLast();
        assertThat(note).containsEntry("event_type", "field_updated");
        assertThat(list(note.get("changes")))
                .contains(Map.of("field", "label", "old", "before", "new", "after"))
                .hasSize(4);
        patch = nulled("detective", "priority", "consciousness_links");
        assertThat(fixture.patch("/api/tasks/" + id, patch).json())
                .containsEntry("detective", null)
                .containsEntry("priority", 3)
                .containsEntry("consciousness_links", Map.of());
        assertThat(fixture.patch("/api/tasks/" + id, nulled("label")).status()).isEqualTo(422);
    }

    @SuppressWarnings("unchecked") // plain data
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private static HashMap<String, Object> nulled(String... names) {
        var map = new HashMap<String, Object>();
        List.of(names).forEach(name -> map.put(name, null));
        return map;
    }

    @Test
    void aPatchThatChangesNothingLeavesNoTrace() {
        String id = fixture.create("same");
        Map<String, Object> served = fixture.read(id);
        TestAnswer answer = fixture.patch("/api/tasks/" + id, served);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"v1\"");
        assertThat(fixture.eventTypes(id)).containsExactly("case_created");
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("created_at", "2020-01-01T00:00:00Z"))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aStaleIfMatchIs412WithTheCurrentCase() {
        String id = fixture.create("match");
        fixture.patch("/api/tasks/" + id, Map.of("priority", 1));
        TestAnswer stale = fixture.request("PATCH", "/api/tasks/" + id)
                .header("If-Match", "\"v1\"")
                .json(Map.of("label", "x"))
                .send();
        assertThat(stale.status()).isEqualTo(412);
        assertThat((Map<String, Object>) map(stale.json().get("current")))
                .containsEntry("version", 2L)
                .containsEntry("label", "match");
        assertThat(stale.header("ETag")).isEqualTo("\"v2\"");
        for (String good : List.of("\"v2\"", "\"v1\", \"v2\"", "*", "\"v2-html\"")) {
            assertThat(fixture.request("POST", "/api/tasks/" + id + "/touch")
                            .header("If-Match", good)
                            .send()
                            .status())
                    .as(good)
                    .isEqualTo(200);
        }
        assertThat(fixture.request("DELETE", "/api/tasks/" + id)
                        .header("If-Match", "\"v1\"")
                        .send()
                        .status())
                .isEqualTo(412);
        String tag = fixture.get("/api/tasks/" + id).header("ETag");
        assertThat(fixture.request("GET", "/api/tasks/" + id)
                        .header("If-None-Match", String.valueOf(tag))
                        .send()
                        .status())
                .isEqualTo(304);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @Test
    void aStaleVersionInABodyLosesOnlyWhereFieldsOverlap() {
        String id = fixture.create("base");
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("priority", 1, "version", 1))
                        .status())
                .isEqualTo(200);
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("label", "other field", "version", 1))
                        .status())
                .isEqualTo(200);
        TestAnswer overlap = fixture.patch("/api/tasks/" + id, Map.of("priority", 2, "version", 1));
        assertThat(overlap.status()).isEqualTo(409);
        assertThat(overlap.json())
                .containsEntry("code", "stale_version")
                .containsEntry("fields", List.of("priority"))
                .containsKey("current");
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("priority", 2, "version", 99))
                        .status())
                .isEqualTo(409);
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("priority", 1, "version", 1))
                        .status())
                .as("what is so already conflicts with nothing")
                .isEqualTo(200);
    }

    @Test
    void aReplacementKeepsTheNotesAndAddsThoseThatItBrings() {
        String id = fixture.create("put");
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "mine", "detective", "kim"));
        var body = new LinkedHashMap<>(fixture.read(id));
        body.put("label", "replaced");
        body.put("status", "archived");
        body.put(
                "investigation_notes",
                List.of(Map.of(
                        "note_id", "note-0123abcd",
                        "timestamp", "2020-01-02T03:04:05.678Z",
                        "event_type", "note_added",
                        "content", "theirs",
                        "detective", "lee")));
        TestAnswer answer = fixture.put("/api/tasks/" + id, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json())
                .containsEntry("label", "replaced")
                .containsEntry("status", "archived")
                .containsEntry("version", 3L);
        assertThat(fixture.notes(id).stream().map(note -> note.get("content")).toList())
                .contains("mine", "theirs");
        assertThat(fixture.eventTypes(id))
                .containsExactly("case_created", "note_added", "note_added", "version_updated");
        assertThat(fixture.put("/api/tasks/" + id, fixture.read(id)).header("ETag"))
                .as("the same again changes nothing")
                .isEqualTo("\"v3\"");
        assertThat(fixture.put("/api/tasks/" + id, Map.of("label", "back", "status", "parked"))
                        .json())
                .as("only a replacement leaves archived")
                .containsEntry("status", "parked");
        assertThat(fixture.put("/api/tasks/" + id, Map.of("label", "x", "version", 1))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void aReplacementCreatesWhatIsNotThere() {
        String id = NOWHERE.replace("task-0", "task-1");
        TestAnswer created = fixture.put(
                "/api/tasks/" + id,
                Map.of(
                        "id", id,
                        "label", "imported",
                        "created_at", "2020-01-02T03:04:05Z",
                        "recurring_template_id", "recurring-00000000-0000-7000-8000-000000000000",
                        "recurrence_date", "2026-01-31"));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.json())
                .containsEntry("created_at", "2020-01-02T03:04:05.000Z")
                .containsEntry("recurrence_date", "2026-01-31")
                .containsEntry("version", 1L);
        assertThat(fixture.read(id)).containsEntry("label", "imported");
        assertThat(fixture.put("/api/tasks/task-1", Map.of("label", "x")).status())
                .isEqualTo(422);
        assertThat(fixture.put("/api/tasks/" + id, Map.of("id", NOWHERE, "label", "x"))
                        .status())
                .isEqualTo(422);
        assertThat(fixture.request("PUT", "/api/tasks/" + NOWHERE)
                        .header("If-Match", "\"v1\"")
                        .json(Map.of("label", "x"))
                        .send()
                        .status())
                .isEqualTo(412);
        assertThat(fixture.request("PUT", "/api/tasks/" + id)
                        .header("If-None-Match", "*")
                        .json(Map.of("label", "x"))
                        .send()
                        .status())
                .isEqualTo(412);
        TestAnswer otherCondition = fixture.request("PUT", "/api/tasks/" + id)
                .header("If-None-Match", "\"v7\"")
                .json(Map.of("label", "x"))
                .send();
        assertThat(otherCondition.status()).isEqualTo(400);
        assertThat(otherCondition.json()).containsEntry("code", "bad_precondition");
    }

    private static Future<TestAnswer> putBy(ExecutorService threads, String detective, String id) {
        return threads.submit(() -> fixture.request("PUT", "/api/tasks/" + id)
                .header("X-Detective", detective)
                .json(Map.of("label", "put by " + detective))
                .send());
    }

    @Test
    void ofTwoWhoPutTheSameNewIdAtOnceOneCreatesAndOneReplaces() throws Exception {
        String id = "task-00000000-0000-7000-8000-00000000abcd";
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestAnswer>> both = fixture.database().write(transaction -> {
                // allows both requests to look for the case, but neither to create it
                transaction.execute("LOCK TABLE cases.task IN SHARE MODE");
                var waiting = List.of(putBy(threads, "kim", id), putBy(threads, "lee", id));
                fixture.awaitBlocked(2);
                return waiting;
            });
            assertThat(List.of(
                            both.getFirst().get().status(), both.getLast().get().status()))
                    .containsExactlyInAnyOrder(201, 200);
        }
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "version_updated");
    }

    @Test
    void aCaseMayBePutWithThousandsOfNotes() {
        String id = NOWHERE.replace("task-0", "task-2");
        var notes = IntStream.range(0, 5000)
                .mapToObj(i -> Map.<String, Object>of(
                        "note_id", "note-%08x".formatted(i),
                        "timestamp", "2020-01-02T03:04:05.678Z",
                        "event_type", "note_added",
                        "content", "{,\"quoted\" \\ NULL} " + i,
                        "edited_at", "2021-01-02T03:04:05.678Z",
                        "edited_by", "kim",
                        "changes", List.of(Map.of("field", "label", "old", "a", "new", i))))
                .toList();
        assertThat(fixture.put("/api/tasks/" + id, Map.of("label", "big", "investigation_notes", notes))
                        .status())
                .isEqualTo(201);
        assertThat(fixture.notes(id)).hasSize(5001);
        assertThat(fixture.get("/api/tasks/" + id + "/notes/4321").json()).containsAllEntriesOf(notes.get(4321));
        assertThat(fixture.put("/api/tasks/" + id, fixture.read(id)).header("ETag"))
                .isEqualTo("\"v1\"");
    }

    @Test
    void deletingTakesTheCaseItsNotesAndItsPlaceOnTheStack() {
        String id = fixture.create("gone");
        fixture.request("POST", "/api/tasks/" + id + "/start")
                .header("X-Detective", "deleter")
                .send();
        assertThat(fixture.delete("/api/tasks/" + id).status()).isEqualTo(204);
        assertThat(fixture.get("/api/tasks/" + id).status()).isEqualTo(404);
        assertThat(fixture.delete("/api/tasks/" + id).status()).isEqualTo(404);
        assertThat(fixture.request("GET", "/api/tasks/current")
                        .header("X-Detective", "deleter")
                        .send()
                        .text())
                .isEqualTo("null");
    }

    @Test
    void bulkDeletionAnswersForEachId() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        TestAnswer answer = fixture.request("DELETE", "/api/tasks/bulk")
                .json(Map.of("ids", List.of(one, NOWHERE, two, one, "nonsense")))
                .send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat((List<?>) answer.json().get("results"))
                .isEqualTo(List.of(
                        Map.of("id", one, "status", "deleted"),
                        Map.of("id", NOWHERE, "status", "not_found"),
                        Map.of("id", two, "status", "deleted"),
                        Map.of("id", "nonsense", "status", "not_found")));
        assertThat(fixture.get("/api/tasks/" + two).status()).isEqualTo(404);
        var tooMany = IntStream.range(0, 501).mapToObj(i -> "task-" + i).toList();
        assertThat(fixture.request("DELETE", "/api/tasks/bulk")
                        .json(Map.of("ids", tooMany))
                        .send()
                        .status())
                .isEqualTo(422);
        assertThat(fixture.request("DELETE", "/api/tasks/bulk")
                        .json(Map.of())
                        .send()
                        .status())
                .isEqualTo(422);
        assertThat(fixture.request("DELETE", "/api/tasks/bulk")
                        .json(Data.map("ids", null))
                        .send()
                        .status())
                .isEqualTo(422);
        var many = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            many.add(fixture.create("bulk " + i));
        }
        assertThat(fixture.request("DELETE", "/api/tasks/bulk")
                        .json(Map.of("ids", many))
                        .send()
                        .text())
                .doesNotContain("not_found");
    }

    @Test
    void pinningIsStoredAndNotedOnce() {
        String id = fixture.create("pin");
        assertThat(fixture.post("/api/tasks/" + id + "/pin").json()).containsEntry("pinned", true);
        assertThat(fixture.post("/api/tasks/" + id + "/pin").header("ETag")).isEqualTo("\"v2\"");
        assertThat(fixture.read(id)).containsEntry("pinned", true);
        assertThat(fixture.post("/api/tasks/" + id + "/unpin").json()).containsEntry("pinned", false);
        assertThat(fixture.eventTypes(id)).containsExactly("case_created", "field_updated", "field_updated");
    }

    @Test
    void touchSetsLastViewedAndNothingElse() {
        String id = fixture.create("touch");
        Map<String, Object> before = fixture.read(id);
        TestAnswer touched = fixture.post("/api/tasks/" + id + "/touch");
        assertThat(touched.json().get("last_viewed")).isNotNull();
        Map<String, Object> after = fixture.read(id);
        assertThat(after.get("last_viewed")).isEqualTo(touched.json().get("last_viewed"));
        assertThat(without(after, "last_viewed", "_seal")).isEqualTo(without(before, "last_viewed", "_seal"));
    }

    @Test
    void anIdempotencyKeyReplaysTheFirstAnswer() {
        var first = keyed("k1", Map.of("label", "once"));
        var again = keyed("k1", Map.of("label", "once"));
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.json().get("id")).isEqualTo(first.json().get("id"));
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(keyed("k1", Map.of("label", "other")).status()).isEqualTo(422);
        assertThat(keyed("k2", Map.of("label", "once")).json().get("id"))
                .isNotEqualTo(first.json().get("id"));
        assertThat(keyed("", Map.of("label", "once")).status()).isEqualTo(400);
        var other = fixture.request("POST", "/api/tasks")
                .header("Idempotency-Key", "k1")
                .header("X-Detective", "somebody")
                .json(Map.of("label", "once"))
                .send();
        assertThat(other.json().get("id"))
                .as("another principal")
                .isNotEqualTo(first.json().get("id"));
    }

    private static TestAnswer keyed(String key, Map<String, Object> body) {
        return fixture.request("POST", "/api/tasks")
                .header("Idempotency-Key", key)
                .json(body)
                .send();
    }

    @Test
    void aRefusedMutationDoesNotUseItsKeyUp() {
        String id = fixture.create("key");
        var request = fixture.request("POST", "/api/tasks/" + id + "/restart").header("Idempotency-Key", "r1");
        assertThat(request.send().status()).isEqualTo(409);
        fixture.post("/api/tasks/" + id + "/start");
        fixture.post("/api/tasks/" + id + "/close", Map.of("resolution", "done"));
        assertThat(request.send().status()).isEqualTo(200);
    }
}
