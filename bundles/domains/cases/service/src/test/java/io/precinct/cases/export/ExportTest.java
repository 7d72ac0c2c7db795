package io.precinct.cases.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.CasesFixture;
import io.precinct.common.uri.PercentCoding;
import io.precinct.rest.api.StoredJson;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExportTest {
    private static Map<String, Object> file(Path path) throws IOException {
        return StoredJson.map(Files.readString(path));
    }

    private static List<String> files(CasesFixture fixture) throws IOException {
        try (Stream<Path> files = Files.list(fixture.ingest())) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private static Map<String, Object> stats(CasesFixture fixture) {
        return fixture.get("/api/tasks/cases/export-stats").json();
    }

    /** Runs a worker until a condition holds. */
    private static void work(CasesFixture fixture, String what, BooleanSupplier until) {
        var worker = new ExportWorker(fixture.services(), fixture.exportSettings(), fixture.checklists());
        try {
            Eventually.until(() -> what + ": " + stats(fixture), until::getAsBoolean);
        } finally {
            worker.close();
        }
    }

    @Test
    void anArtifactHoldsTheCaseAndItsChecklistsAndIsTheFile() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = fixture.create("a");
            fixture.post(
                    "/api/tasks/" + id + "/lists/Steps/execute",
                    Map.of("action", "add", "params", Map.of("text", "knock")));
            TestAnswer answer = fixture.request("POST", "/api/tasks/" + id + "/export")
                    .header("X-Detective", "kim")
                    .send();
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.json().keySet()).containsExactly("task", "artifact");
            Map<String, Object> artifact = (Map<String, Object>) answer.json().get("artifact");
            assertThat(artifact.keySet())
                    .containsExactly(
                            "schema_version",
                            "artifact_type",
                            "exported_at",
                            "exported_by",
                            "export_reason",
                            "version",
                            "content_hash",
                            "task",
                            "checklists",
                            "relations",
                            "parent",
                            "children",
                            "node");
            assertThat(artifact)
                    .containsEntry("schema_version", 1)
                    .containsEntry("artifact_type", "case")
                    .containsEntry("exported_by", "kim")
                    .containsEntry("export_reason", "manual");
            assertThat(Data.equal(artifact.get("task"), fixture.read(id))).isTrue();
            Map<?, ?> list = (Map<?, ?>) ((List<?>) artifact.get("checklists")).getFirst();
            assertThat(list.get("name")).isEqualTo("Steps");
            assertThat(((Map<?, ?>) ((List<?>) list.get("items")).getFirst()).get("text"))
                    .isEqualTo("knock");
            assertThat(files(fixture)).containsExactly(id + ".json");
            assertThat(Data.equal(file(fixture.ingest().resolve(id + ".json")), artifact))
                    .isTrue();
            assertThat(artifact.get("content_hash"))
                    .isEqualTo(io.precinct.cases.sync.CaseHash.hash(
                            Data.map("task", artifact.get("task"), "checklists", artifact.get("checklists"))));
        }
    }

    private static Map<String, Object> exported(CasesFixture fixture, String id) throws IOException {
        assertThat(fixture.post("/api/tasks/" + id + "/export").status()).isEqualTo(200);
        return file(fixture.ingest().resolve(id + ".json"));
    }

    private static String withLists(CasesFixture fixture) {
        String id = fixture.create("disk");
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "full since Monday"));
        for (String text : List.of("call", "call", "ends like an id ^k3f9")) {
            execute(fixture, id, "C++", "add", "text", text);
        }
        execute(fixture, id, "C#", "add", "text", "free space");
        execute(fixture, id, "C#", "check", "index", 0);
        return id;
    }

    private static void execute(CasesFixture fixture, String id, String list, String action, Object... params) {
        TestAnswer answer = fixture.request(
                        "POST", "/api/tasks/" + id + "/lists/" + PercentCoding.encodeSegment(list) + "/execute")
                .json(Data.map("action", action, "params", Data.map(params)))
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void anArtifactIsPutBackWholeAfterItsCaseWasDeleted() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = withLists(fixture);
            Map<String, Object> artifact = exported(fixture, id);
            assertThat(fixture.delete("/api/tasks/" + id).status()).isEqualTo(204);
            TestAnswer put = fixture.put("/api/tasks/" + id, artifact);
            assertThat(put.status()).as(put.text()).isEqualTo(201);
            Map<String, Object> again = exported(fixture, id);
            assertThat(again.get("checklists")).isEqualTo(artifact.get("checklists"));
            Map<String, Object> task = (Map<String, Object>) artifact.get("task");
            List<Map<String, Object>> notes = fixture.notes(id);
            assertThat(notes.subList(0, notes.size() - 1)).isEqualTo(task.get("investigation_notes"));
            assertThat(notes.getLast().get("content"))
                    .isEqualTo("Case created under a given id; checklists: Added the list C++, Added the list C#");
            assertThat(again.get("task"))
                    .extracting("label", "created_at")
                    .containsExactly("disk", task.get("created_at"));
        }
    }

    @Test
    void anArtifactThatIsPutBackUnchangedChangesNothing() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = withLists(fixture);
            Map<String, Object> before = fixture.read(id);
            assertThat(fixture.put("/api/tasks/" + id, exported(fixture, id)).status())
                    .isEqualTo(200);
            assertThat(fixture.read(id)).isEqualTo(before);
        }
    }

    @Test
    void anArtifactThatIsEditedReplacesTheListsAndTellsIt() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = withLists(fixture);
            var artifact = new LinkedHashMap<>(exported(fixture, id));
            artifact.put(
                    "checklists",
                    Data.list(Data.map(
                            "name",
                            "D",
                            "slug",
                            "c-2",
                            "items",
                            Data.list(Data.map("item_id", "n1", "text", "new", "checked", false)))));
            TestAnswer changed = fixture.put("/api/tasks/" + id, artifact);
            assertThat(changed.status()).isEqualTo(422);
            assertThat(changed.text()).contains("/content_hash", "mismatch");

            artifact.remove("content_hash");
            assertThat(fixture.put("/api/tasks/" + id, artifact).status()).isEqualTo(200);
            assertThat((List<Map<String, Object>>) exported(fixture, id).get("checklists"))
                    .extracting(list -> list.get("slug") + " " + list.get("total"))
                    .containsExactly("c-2 1");
            Map<String, Object> note = fixture.notes(id).getLast();
            assertThat(note)
                    .containsEntry("event_type", "version_updated")
                    .containsEntry(
                            "content",
                            "Replaced; checklists: Removed the list C++, Removed the list C#, Added the list D");
            assertThat((List<Map<String, Object>>) note.get("changes"))
                    .extracting(change -> change.get("field"))
                    .containsExactly("lists.c", "lists.c-2", "lists.c-2");
        }
    }

    @Test
    void anOlderArtifactDoesNotUndoWhatBecameOfAListSince() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = withLists(fixture);
            Map<String, Object> artifact = exported(fixture, id);
            fixture.patch("/api/tasks/" + id, Map.of("priority", 1));
            assertThat(fixture.put("/api/tasks/" + id, artifact).status())
                    .as("priority changed since")
                    .isEqualTo(409);
            fixture.patch("/api/tasks/" + id, Map.of("priority", 3));
            execute(fixture, id, "C#", "add", "text", "inodes");
            TestAnswer stale = fixture.put("/api/tasks/" + id, artifact);
            assertThat(stale.status()).isEqualTo(409);
            assertThat(stale.json())
                    .containsEntry("code", "stale_version")
                    .containsEntry("fields", List.of("lists.c-2"));
            assertThat((List<Map<String, Object>>) exported(fixture, id).get("checklists"))
                    .extracting(list -> list.get("total"))
                    .containsExactly(3, 2);
        }
    }

    @Test
    void everythingThatIsWrongWithAnArtifactIsSaid() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = fixture.create("a");
            TestAnswer answer = fixture.put(
                    "/api/tasks/" + id,
                    Data.map(
                            "schema_version",
                            2,
                            "artifact_type",
                            "memory",
                            "task",
                            Data.map("id", "task-1", "label", "", "frobnicate", 1),
                            "checklists",
                            Data.list(Data.map("name", "a", "slug", "A", "items", Data.list())),
                            "more",
                            1));
            assertThat(answer.status()).isEqualTo(422);
            assertThat((List<Map<String, Object>>) answer.json().get("errors"))
                    .extracting(error -> error.get("pointer"))
                    .containsExactlyInAnyOrder(
                            "/schema_version",
                            "/artifact_type",
                            "/task/id",
                            "/task/label",
                            "/task/frobnicate",
                            "/checklists/0/slug",
                            "/more");
        }
    }

    @Test
    void aListWithoutItemsIsNoEmptyList() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = withLists(fixture);
            Map<String, Object> before = exported(fixture, id);
            for (Map<String, Object> list : List.<Map<String, Object>>of(
                    Data.map("name", "C++", "slug", "c"), Data.map("name", "C++", "slug", "c", "items", null))) {
                TestAnswer answer = fixture.put(
                        "/api/tasks/" + id,
                        Data.map(
                                "schema_version",
                                1,
                                "artifact_type",
                                "case",
                                "task",
                                Data.map("label", "disk"),
                                "checklists",
                                Data.list(list)));
                assertThat(answer.status()).isEqualTo(422);
                assertThat(answer.text()).contains("/checklists/0/items");
            }
            assertThat(exported(fixture, id).get("checklists")).isEqualTo(before.get("checklists"));
        }
    }

    @Test
    void exportVersionRaisesTheArtifactsVersionAndLeavesTheCase() throws Exception {
        try (var fixture = new CasesFixture()) {
            String id = fixture.create("a");
            Map<String, Object> before = fixture.read(id);
            long version = ((Number) before.get("version")).longValue();
            for (long n = version + 1; n <= version + 3; n++) {
                Map<?, ?> artifact = (Map<?, ?>) fixture.post("/api/tasks/" + id + "/export-version")
                        .json()
                        .get("artifact");
                assertThat(artifact.get("version")).isEqualTo(n);
                assertThat(file(fixture.ingest().resolve(id + ".v" + n + ".json")))
                        .containsEntry("export_reason", "version");
            }
            assertThat(fixture.read(id)).isEqualTo(before);
            Map<?, ?> plain = (Map<?, ?>)
                    fixture.post("/api/tasks/" + id + "/export").json().get("artifact");
            assertThat(plain.get("version")).isEqualTo(version);
        }
    }

    @Test
    void anUnknownCaseIs404AndAnUnknownMember422() throws Exception {
        try (var fixture = new CasesFixture()) {
            assertThat(fixture.post("/api/tasks/task-00000000-0000-7000-8000-000000000000/export")
                            .status())
                    .isEqualTo(404);
            assertThat(fixture.post("/api/tasks/x/export-version").status()).isEqualTo(404);
            assertThat(fixture.post("/api/tasks/" + fixture.create("a") + "/export", Map.of("why", 1))
                            .status())
                    .isEqualTo(422);
        }
    }

    @Test
    void allCasesAreExportedAndCounted() throws Exception {
        try (var fixture = new CasesFixture()) {
            for (int i = 0; i < 5; i++) {
                fixture.create("case " + i);
            }
            assertThat(stats(fixture)).containsEntry("total_exports", 0L).containsEntry("last_export_at", null);
            assertThat(fixture.post("/api/tasks/cases/export-all").json())
                    .containsEntry("exported", 5)
                    .containsEntry("failed", 0)
                    .containsEntry("queued", 0);
            assertThat(files(fixture)).hasSize(5);
            Map<String, Object> stats = stats(fixture);
            assertThat(stats.keySet())
                    .containsExactly("total_exports", "last_export_at", "by_reason", "failures", "by_day");
            assertThat(stats).containsEntry("total_exports", 5L).containsEntry("failures", 0L);
            assertThat((Map<String, Object>) stats.get("by_reason"))
                    .containsEntry("all", 5L)
                    .containsEntry("manual", 0L);
            // exports may span two days if it becomes midnight during the test
            assertThat(((Map<?, ?>) stats.get("by_day"))
                            .values().stream()
                                    .mapToLong(exports -> ((Number) exports).longValue())
                                    .sum())
                    .isEqualTo(5);
        }
    }

    @Test
    void withoutTheConfigurationNothingIsExportedByItself() throws Exception {
        try (var fixture = new CasesFixture()) {
            fixture.create("a");
            assertThat(queued(fixture)).isZero();
        }
    }

    private static long queued(CasesFixture fixture) {
        return fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM cases.export_queue")
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void mutationsOfACaseAreOneAutomaticExportOfItsLastState() throws Exception {
        try (var fixture = new CasesFixture(true)) {
            String id = fixture.create("a");
            for (int i = 1; i <= 5; i++) {
                fixture.patch("/api/tasks/" + id, Map.of("priority", i));
            }
            assertThat(queued(fixture)).isEqualTo(6);
            assertThat(files(fixture)).as("off the request's path").isEmpty();
            fixture.execute("UPDATE cases.export_queue SET not_before = now()");
            work(fixture, "nothing is queued", () -> queued(fixture) == 0);
            assertThat(((Map<?, ?>) file(fixture.ingest().resolve(id + ".json")).get("task")).get("priority"))
                    .isEqualTo(5);
            assertThat((Map<String, Object>) stats(fixture).get("by_reason")).containsEntry("auto", 1L);
        }
    }

    @Test
    void whatCannotBeWrittenFailsClearlyAndIsTriedAgain() throws Exception {
        try (var fixture = new CasesFixture(true)) {
            String id = fixture.create("a");
            Files.delete(fixture.ingest());
            Files.writeString(fixture.ingest(), "a file where the folder should be");
            TestAnswer answer = fixture.post("/api/tasks/" + id + "/export");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.json()).containsEntry("code", "export_failed").containsEntry("retryable", true);
            assertThat(answer.text()).doesNotContain(fixture.ingest().toString());
            fixture.execute("UPDATE cases.export_queue SET not_before = now()");
            work(fixture, "two failures", () -> ((Number) stats(fixture).get("failures")).longValue() >= 2);
            assertThat(queued(fixture)).isEqualTo(1);
            Files.delete(fixture.ingest());
            fixture.execute("UPDATE cases.export_queue SET not_before = now()");
            work(fixture, "nothing is queued", () -> queued(fixture) == 0);
            assertThat(files(fixture)).containsExactly(id + ".json");
        }
    }

    @Test
    void twoWorkersShareTheQueueAndARequestOfADeletedCaseIsDropped() throws Exception {
        try (var fixture = new CasesFixture(true)) {
            for (int i = 0; i < 60; i++) {
                fixture.create("case " + i);
            }
            String gone = fixture.create("gone");
            fixture.delete("/api/tasks/" + gone);
            fixture.execute("UPDATE cases.export_queue SET not_before = now()");
            var other = new ExportWorker(fixture.services(), fixture.exportSettings(), fixture.checklists());
            try {
                work(fixture, "nothing is queued", () -> queued(fixture) == 0);
            } finally {
                other.close();
            }
            assertThat(files(fixture)).hasSize(60).noneMatch(name -> name.startsWith("."));
            assertThat((Map<String, Object>) stats(fixture).get("by_reason")).containsEntry("auto", 60L);
        }
    }
}
