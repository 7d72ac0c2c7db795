package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest {
    private static Desk desk;

    @BeforeAll
    static void open() {
        desk = new Desk();
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    /** A case with its first note and four more, at the indices 1 to 4. */
    private static String withNotes() {
        String id = desk.create("noted");
        for (int i = 1; i <= 4; i++) {
            desk.post("/api/tasks/" + id + "/notes", Map.of("note", "note " + i, "detective", "kim"));
        }
        return id;
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes", "investigation-note"})
    void aNoteIsAddedAndAnsweredBare(String path) {
        String id = desk.create("x");
        TestAnswer answer = desk.post("/api/tasks/" + id + "/" + path, Map.of("note", "**bold**", "detective", "kim"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + id + "/notes/1");
        assertThat(answer.header("ETag")).isEqualTo("\"v2\"");
        assertThat(answer.json())
                .containsEntry("content", "**bold**")
                .containsEntry("detective", "kim")
                .containsEntry("event_type", "note_added")
                .doesNotContainKeys("edited_at", "edited_by", "changes");
        assertThat((String) answer.json().get("note_id")).matches("note-[0-9a-f]{8}");
        assertThat(desk.get(answer.header("Location")).json()).containsEntry("content", "**bold**");
        assertThat(desk.post("/api/tasks/" + id + "/" + path, Map.of("note", "by nobody in particular"))
                        .json())
                .containsEntry("detective", "default");
        assertThat(desk.read(id)).containsEntry("version", 3L);
        assertThat(RegisterTest.pointers(desk.post("/api/tasks/" + id + "/" + path, Map.of("detective", 5))))
                .containsExactlyInAnyOrder("/note", "/detective");
        assertThat(desk.post("/api/tasks/" + id + "/" + path, Map.of("note", "x".repeat((64 << 10) + 1)))
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
        TestAnswer answer = desk.get("/api/tasks/" + id + "/notes" + query);
        assertThat(answer.status()).isEqualTo(200);
        List<?> notes = (List<?>) answer.payload();
        assertThat(notes).hasSize(count);
        assertThat(answer.header("X-Total-Count")).isEqualTo("5");
        if (first != null) {
            Map<String, Object> note = RegisterTest.map(notes.getFirst());
            assertThat(List.of(note.get("content"), note.get("event_type"))).contains(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?start=-1", "?start=x", "?end=1.5", "?begin=1"})
    void aBadRangeIs422(String query) {
        assertThat(desk.get("/api/tasks/" + desk.create("x") + "/notes" + query).status())
                .isEqualTo(422);
    }

    @Test
    void theIndexShowsPreviews() {
        String id = desk.create("x");
        desk.post("/api/tasks/" + id + "/notes", Map.of("note", "# A\n\n" + "é🕵 ".repeat(200)));
        TestAnswer answer = desk.get("/api/tasks/" + id + "/notes/index");
        Map<String, Object> entry = RegisterTest.map(((List<?>) answer.payload()).get(1));
        assertThat(entry.keySet())
                .containsExactly("index", "note_id", "timestamp", "event_type", "detective", "preview", "length");
        assertThat(entry).containsEntry("index", 1L);
        String preview = (String) entry.get("preview");
        assertThat(preview).startsWith("# A é🕵 é🕵").endsWith("…");
        assertThat(preview.codePointCount(0, preview.length())).isEqualTo(120);
        assertThat(desk.get("/api/tasks/task-x/notes/index").status()).isEqualTo(404);
        assertThat(desk.get("/api/tasks/task-x/notes").status()).isEqualTo(404);
    }

    @Test
    void aNoteIsFoundByIndexAndById() {
        String id = withNotes();
        String noteId = (String) desk.notes(id).get(2).get("note_id");
        assertThat(desk.get("/api/tasks/" + id + "/notes/2").json()).containsEntry("note_id", noteId);
        assertThat(desk.get("/api/tasks/" + id + "/notes/" + noteId).json()).containsEntry("content", "note 2");
        for (String bad : List.of("5", "99999999999999999999", "-1", "note-00000000", "x", "%00")) {
            TestAnswer answer = desk.get("/api/tasks/" + id + "/notes/" + bad);
            assertThat(answer.status()).as(bad).isEqualTo(404);
            assertThat(answer.json()).containsEntry("code", "note_not_found");
        }
        assertThat(desk.get("/api/tasks/task-x/notes/0").json()).containsEntry("code", "case_not_found");
    }

    @Test
    void editingKeepsAuthorAndTimeAndWritesNoSecondNote() {
        String id = withNotes();
        Map<String, Object> before = desk.notes(id).get(1);
        TestAnswer answer = desk.patch("/api/tasks/" + id + "/notes/1", Map.of("note", "edited", "detective", "lee"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .containsEntry("content", "edited")
                .containsEntry("detective", "kim")
                .containsEntry("timestamp", before.get("timestamp"))
                .containsEntry("note_id", before.get("note_id"))
                .containsEntry("edited_by", "lee")
                .containsKey("edited_at");
        assertThat(desk.notes(id)).hasSize(5);
        assertThat(desk.notes(id).get(1)).containsEntry("content", "edited").containsEntry("edited_by", "lee");
        assertThat(desk.read(id)).containsEntry("version", 6L);
        assertThat(desk.patch("/api/tasks/" + id + "/notes/1", Map.of()).status())
                .isEqualTo(422);
        assertThat(desk.patch("/api/tasks/" + id + "/notes/9", Map.of("note", "x"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void deletingRenumbersAndAnIdStillHitsTheRightNote() {
        String id = withNotes();
        String third = (String) desk.notes(id).get(3).get("note_id");
        TestAnswer deleted = desk.delete("/api/tasks/" + id + "/notes/1");
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.header("ETag")).isEqualTo("\"v6\"");
        assertThat(desk.notes(id).stream().map(n -> n.get("content")).toList().subList(1, 4))
                .containsExactly("note 2", "note 3", "note 4");
        assertThat(desk.get("/api/tasks/" + id + "/notes/2").json()).containsEntry("note_id", third);
        assertThat(desk.patch("/api/tasks/" + id + "/notes/" + third, Map.of("note", "found"))
                        .json())
                .containsEntry("content", "found");
        assertThat(desk.events(id).getLast()).isEqualTo("field_updated");
        assertThat(desk.request("DELETE", "/api/tasks/" + id + "/notes/1")
                        .header("If-Match", "\"v6\"")
                        .send()
                        .status())
                .as("the index may have shifted since version 6")
                .isEqualTo(412);
        desk.post("/api/tasks/" + id + "/notes", Map.of("note", "after"));
        assertThat(desk.notes(id).getLast()).containsEntry("content", "after");
        assertThat(desk.get("/api/tasks/" + id + "/notes/5").json()).containsEntry("content", "after");
    }

    @Test
    void aNoteHonoursIfMatchOfItsCase() {
        String id = withNotes();
        TestAnswer stale = desk.request("POST", "/api/tasks/" + id + "/notes")
                .header("If-Match", "\"v1\"")
                .json(Map.of("note", "x"))
                .send();
        assertThat(stale.status()).isEqualTo(412);
        assertThat(RegisterTest.map(stale.json().get("current"))).containsEntry("version", 5L);
        assertThat(desk.notes(id)).hasSize(5);
    }
}
