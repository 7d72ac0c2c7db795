package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest {
    @ClassFixture
    private static CasesFixture fixture;

    /** Creates a case with its first note and four more notes, at the indices 1 to 4. */
    private static String withNotes() {
        String id = fixture.create("noted");
        for (int i = 1; i <= 4; i++) {
            fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "note " + i, "detective", "kim"));
        }
        return id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes", "investigation-note"})
    void aNoteIsAddedAndAnsweredBare(String path) {
        String id = fixture.create("x");
        TestAnswer answer =
                fixture.post("/api/tasks/" + id + "/" + path, Map.of("note", "**bold**", "detective", "kim"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + id + "/notes/1");
        assertThat(answer.header("ETag")).isEqualTo("\"v2\"");
        assertThat(answer.json())
                .containsEntry("content", "**bold**")
                .containsEntry("detective", "kim")
                .containsEntry("event_type", "note_added")
                .doesNotContainKeys("edited_at", "edited_by", "changes");
        assertThat((String) answer.json().get("note_id")).matches("note-[0-9a-f]{8}");
        assertThat(fixture.get(answer.header("Location")).json()).containsEntry("content", "**bold**");
        assertThat(fixture.post("/api/tasks/" + id + "/" + path, Map.of("note", "by nobody in particular"))
                        .json())
                .containsEntry("detective", "default");
        assertThat(fixture.read(id)).containsEntry("version", 3L);
        assertThat(RegisterTest.pointers(fixture.post("/api/tasks/" + id + "/" + path, Map.of("detective", 5))))
                .containsExactlyInAnyOrder("/note", "/detective");
        assertThat(fixture.post("/api/tasks/" + id + "/" + path, Map.of("note", "x".repeat((64 << 10) + 1)))
                        .status())
                .isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({
        "'',5,case_created",
        "?start=1,4,note 1",
        "?start=1&end=3,2,note 1",
        "?end=0,0,",
        "?start=9,0,",
        "?start=3&end=2,0,"
    })
    void theEndOfARangeIsExclusive(String query, int count, String first) {
        String id = withNotes();
        TestAnswer answer = fixture.get("/api/tasks/" + id + "/notes" + query);
        assertThat(answer.status()).isEqualTo(200);
        List<?> notes = (List<?>) answer.payload();
        assertThat(notes).hasSize(count);
        assertThat(answer.header("X-Total-Count")).isEqualTo("5");
        if (first != null) {
            Map<String, Object> note = RegisterTest.map(notes.getFirst());
            assertThat(List.of(note.get("content"), note.get("event_type"))).contains(first);
        }
    }

    @Test
    void aListThatIsCutOffSaysWhereItGoesOn() {
        String path = "/api/tasks/task-01890a5d-0000-7000-8000-000000000001";
        var notes = IntStream.range(0, 1001)
                .mapToObj(i -> Map.of("note_id", "note-%08x".formatted(i), "content", "x"))
                .toList();
        TestAnswer put = fixture.put(path, Map.of("label", "long", "investigation_notes", notes));
        assertThat(put.status()).as(put.text()).isEqualTo(201);
        TestAnswer page = fixture.get(path + "/notes?end=2000");
        assertThat((List<?>) page.payload()).hasSize(1000);
        assertThat(page.header("Link")).isEqualTo("<" + path + "/notes?start=1000&end=2000>; rel=\"next\"");
        // the oldest note records the creation of the case
        assertThat((List<?>) fixture.get(path + "/notes?start=1000&end=2000").payload())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?start=-1", "?start=x", "?end=1.5", "?begin=1"})
    void aBadRangeIs422(String query) {
        assertThat(fixture.get("/api/tasks/" + fixture.create("x") + "/notes" + query)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void theIndexShowsPreviews() {
        String id = fixture.create("x");
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "# A\n\n" + "é🕵 ".repeat(200)));
        TestAnswer answer = fixture.get("/api/tasks/" + id + "/notes/index");
        Map<String, Object> entry = RegisterTest.map(((List<?>) answer.payload()).get(1));
        assertThat(entry.keySet())
                .containsExactly("index", "note_id", "timestamp", "event_type", "detective", "preview", "length");
        assertThat(entry).containsEntry("index", 1L);
        String preview = (String) entry.get("preview");
        assertThat(preview).startsWith("# A é🕵 é🕵").endsWith("…");
        assertThat(preview.codePointCount(0, preview.length())).isEqualTo(120);
        assertThat(fixture.get("/api/tasks/task-x/notes/index").status()).isEqualTo(404);
        assertThat(fixture.get("/api/tasks/task-x/notes").status()).isEqualTo(404);
    }

    @Test
    void aNoteIsFoundByIndexAndById() {
        String id = withNotes();
        String noteId = (String) fixture.notes(id).get(2).get("note_id");
        assertThat(fixture.get("/api/tasks/" + id + "/notes/2").json()).containsEntry("note_id", noteId);
        assertThat(fixture.get("/api/tasks/" + id + "/notes/" + noteId).json()).containsEntry("content", "note 2");
        for (String bad : List.of("5", "99999999999999999999", "-1", "note-00000000", "x", "%00")) {
            TestAnswer answer = fixture.get("/api/tasks/" + id + "/notes/" + bad);
            assertThat(answer.status()).as(bad).isEqualTo(404);
            assertThat(answer.json()).containsEntry("code", "note_not_found");
        }
        assertThat(fixture.get("/api/tasks/task-x/notes/0").json()).containsEntry("code", "case_not_found");
    }

    @Test
    void editingKeepsAuthorAndTimeAndWritesNoSecondNote() {
        String id = withNotes();
        Map<String, Object> before = fixture.notes(id).get(1);
        TestAnswer answer =
                fixture.patch("/api/tasks/" + id + "/notes/1", Map.of("note", "edited", "detective", "lee"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .containsEntry("content", "edited")
                .containsEntry("detective", "kim")
                .containsEntry("timestamp", before.get("timestamp"))
                .containsEntry("note_id", before.get("note_id"))
                .containsEntry("edited_by", "lee")
                .containsKey("edited_at");
        assertThat(fixture.notes(id)).hasSize(5);
        assertThat(fixture.notes(id).get(1)).containsEntry("content", "edited").containsEntry("edited_by", "lee");
        assertThat(fixture.read(id)).containsEntry("version", 6L);
        assertThat(fixture.patch("/api/tasks/" + id + "/notes/1", Map.of()).status())
                .isEqualTo(422);
        assertThat(fixture.patch("/api/tasks/" + id + "/notes/9", Map.of("note", "x"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void deletingRenumbersAndAnIdStillHitsTheRightNote() {
        String id = withNotes();
        String third = (String) fixture.notes(id).get(3).get("note_id");
        TestAnswer deleted = fixture.delete("/api/tasks/" + id + "/notes/1");
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.header("ETag")).isEqualTo("\"v6\"");
        assertThat(fixture.notes(id).stream()
                        .map(n -> n.get("content"))
                        .toList()
                        .subList(1, 4))
                .containsExactly("note 2", "note 3", "note 4");
        assertThat(fixture.get("/api/tasks/" + id + "/notes/2").json()).containsEntry("note_id", third);
        assertThat(fixture.patch("/api/tasks/" + id + "/notes/" + third, Map.of("note", "found"))
                        .json())
                .containsEntry("content", "found");
        assertThat(fixture.eventTypes(id).getLast()).isEqualTo("field_updated");
        assertThat(fixture.request("DELETE", "/api/tasks/" + id + "/notes/1")
                        .header("If-Match", "\"v6\"")
                        .send()
                        .status())
                .as("the index may have shifted since version 6")
                .isEqualTo(412);
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "after"));
        assertThat(fixture.notes(id).getLast()).containsEntry("content", "after");
        assertThat(fixture.get("/api/tasks/" + id + "/notes/5").json()).containsEntry("content", "after");
    }

    @Test
    void aNoteHonoursIfMatchOfItsCase() {
        String id = withNotes();
        TestAnswer stale = fixture.request("POST", "/api/tasks/" + id + "/notes")
                .header("If-Match", "\"v1\"")
                .json(Map.of("note", "x"))
                .send();
        assertThat(stale.status()).isEqualTo(412);
        assertThat(RegisterTest.map(stale.json().get("current"))).containsEntry("version", 5L);
        assertThat(fixture.notes(id)).hasSize(5);
    }
}
