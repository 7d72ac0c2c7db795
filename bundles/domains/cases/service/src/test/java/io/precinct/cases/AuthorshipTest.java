package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A signed-in user always writes under their own name; importing the writing of others requires a role. */
@SuppressWarnings("unchecked") // plain data
class AuthorshipTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer as(String user, String method, String target, Object body) {
        return fixture.request(method, target).as(user).json(body).send();
    }

    /** Creates a case with a note by ada at index 1 and a note by bob at index 2, after its first note. */
    private static String noted() {
        String id = (String)
                as("ada", "POST", "/api/tasks", Map.of("label", "noted")).json().get("id");
        as("ada", "POST", "/api/tasks/" + id + "/notes", Map.of("note", "of ada"));
        as("bob", "POST", "/api/tasks/" + id + "/notes", Map.of("note", "of bob"));
        return id;
    }

    private static Map<String, Object> note(String id, Object... members) {
        var note = new LinkedHashMap<String, Object>();
        note.put("note_id", id);
        note.put("timestamp", "2026-01-01T10:00:00.000Z");
        note.put("content", "brought along");
        for (int i = 0; i < members.length; i += 2) {
            note.put((String) members[i], members[i + 1]);
        }
        return note;
    }

    /** Returns a served case with these notes instead. */
    private static Map<String, Object> with(Map<String, Object> task, List<Map<String, Object>> notes) {
        var changed = new LinkedHashMap<>(task);
        changed.put("investigation_notes", notes);
        return changed;
    }

    private static Map<String, Object> read(String id) {
        return fixture.read(id);
    }

    private static Map<String, Object> changed(Map<String, Object> note, Object... members) {
        var changed = new LinkedHashMap<>(note);
        for (int i = 0; i < members.length; i += 2) {
            changed.put((String) members[i], members[i + 1]);
        }
        return changed;
    }

    private static void assertRefused(TestAnswer answer, String... pointers) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("code", "invalid_fields");
        assertThat(RegisterTest.pointers(answer)).containsExactlyInAnyOrder(pointers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes", "investigation-note"})
    void aNoteIsTheUsersAndNobodyElses(String path) {
        String target = "/api/tasks/" + noted() + "/" + path;
        TestAnswer forged = as("ada", "POST", target, Map.of("note", "x", "detective", "bob"));
        assertRefused(forged, "/detective");
        assertThat(forged.text())
                .contains("detective: expected ada, who is signed in, got bob")
                .contains("\"code\":\"author_mismatch\"")
                .contains("\"allowed\":[\"ada\"]");
        for (Object body : List.of(
                Map.of("note", "x"), Map.of("note", "x", "detective", "ada"), Map.of("note", "x", "detective", " "))) {
            TestAnswer answer = as("ada", "POST", target, body);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.json()).containsEntry("detective", "ada");
        }
        // the refusal lists other faults as well
        assertRefused(as("ada", "POST", target, Map.of("detective", "Ada")), "/note", "/detective");
    }

    @Test
    void anEditIsTheUsersAndKeepsTheAuthorAndTheFormerText() {
        String target = "/api/tasks/" + noted() + "/notes/2";
        assertRefused(as("ada", "PATCH", target, Map.of("note", "y", "detective", "bob")), "/detective");
        TestAnswer edited = fixture.request("PATCH", target)
                .as("lea", "lead")
                .json(Map.of("note", "y"))
                .send();
        assertThat(edited.json())
                .containsEntry("detective", "bob")
                .containsEntry("edited_by", "lea")
                .containsEntry("changes", List.of(Map.of("field", "content", "old", "of bob", "new", "y")));
        TestAnswer again = as("bob", "PATCH", target, Map.of("note", "z"));
        assertThat((List<Map<String, Object>>) again.json().get("changes"))
                .extracting(change -> change.get("old"))
                .containsExactly("of bob", "y");
    }

    @Test
    void whomACaseIsAssignedToIsNoAuthor() {
        TestAnswer answer = as("ada", "POST", "/api/tasks", Map.of("label", "yours", "detective", "bob"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json()).containsEntry("detective", "bob");
        assertThat((List<Map<String, Object>>) answer.json().get("investigation_notes"))
                .singleElement()
                .satisfies(note -> assertThat(note).containsEntry("detective", "ada"));
    }

    @Test
    void withoutAUserANoteMayNameAnybodyAsBefore() {
        String id = fixture.create("local");
        assertThat(fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "x", "detective", "bob"))
                        .json())
                .containsEntry("detective", "bob");
        Map<String, Object> task = read(id);
        var notes = new ArrayList<>(fixture.notes(id));
        notes.add(note("note-00000001", "detective", "kim", "edited_at", "2026-01-02T00:00:00Z", "edited_by", "lee"));
        notes.add(note("note-00000002"));
        assertThat(fixture.put("/api/tasks/" + id, with(task, notes)).status()).isEqualTo(200);
        assertThat(fixture.notes(id).get(2)).containsEntry("detective", "kim").containsEntry("edited_by", "lee");
        assertThat(fixture.notes(id).get(3)).containsEntry("detective", "default");
    }

    private static void assertForSync(TestAnswer answer, String... pointers) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.json()).containsEntry("code", "role_required").containsEntry("roles", List.of("sync"));
        assertThat(RegisterTest.pointers(answer)).containsExactlyInAnyOrder(pointers);
    }

    // @req:note-put
    @Test
    void aCaseThatIsPutBringsNewNotesOfTheUserOnly() {
        String target = "/api/tasks/task-00000000-0000-4000-8000-0000000000a1";
        String now = Instant.now().toString();
        Map<String, Object> put = with(
                Map.of("label", "x"),
                List.of(
                        note("note-00000001", "detective", "ada", "timestamp", now),
                        note("note-00000002", "detective", "bob", "timestamp", now),
                        note("note-00000003", "timestamp", now, "edited_at", now),
                        note("note-00000004", "timestamp", now, "event_type", "closed"),
                        note("note-00000005", "timestamp", "2020-01-01T00:00:00Z")));
        assertForSync(
                as("ada", "PUT", target, put),
                "/investigation_notes/1/detective",
                "/investigation_notes/2/edited_at",
                "/investigation_notes/3/event_type",
                "/investigation_notes/4/timestamp");
        assertThat(fixture.get(target).status()).isEqualTo(404);

        TestAnswer own = as(
                "ada",
                "PUT",
                target,
                with(
                        Map.of("label", "x"),
                        List.of(note("note-00000001", "timestamp", now), Map.of("content", "bare"))));
        assertThat(own.status()).as(own.text()).isEqualTo(201);
        assertThat((List<Map<String, Object>>) own.json().get("investigation_notes"))
                .hasSize(3)
                .allSatisfy(note -> assertThat(note).containsEntry("detective", "ada"));
    }

    @Test
    void whoeverHasTheRoleImportsNotesAndEventsOfOthers() {
        String target = "/api/tasks/task-00000000-0000-4000-8000-0000000000a2";
        Map<String, Object> task = with(
                Map.of("label", "x"),
                List.of(note(
                        "note-00000001",
                        "detective",
                        "bob",
                        "event_type",
                        "closed",
                        "timestamp",
                        "2020-01-01T00:00:00Z")));
        TestAnswer put =
                fixture.request("PUT", target).as("sam", "sync").json(task).send();
        assertThat(put.status()).as(put.text()).isEqualTo(201);
        assertThat(fixture.notes("task-00000000-0000-4000-8000-0000000000a2").getFirst())
                .containsEntry("detective", "bob")
                .containsEntry("event_type", "closed");
    }

    @Test
    void aTextThatIsPutOtherwiseIsAnEdit() {
        String id = noted();
        Map<String, Object> task = read(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        notes.set(1, changed(notes.get(1), "content", "of ada, put better"));
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, with(task, notes));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(fixture.notes(id).get(1))
                .containsEntry("content", "of ada, put better")
                .containsEntry("edited_by", "ada")
                .containsEntry(
                        "changes", List.of(Map.of("field", "content", "old", "of ada", "new", "of ada, put better")));
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "version_updated")
                .containsEntry("content", "Replaced; notes edited: 1");
    }

    @Test
    void anOlderVersionBringsBackNeitherFormerTextsNorDeletedNotes() {
        String id = noted();
        Map<String, Object> task = read(id);
        as("bob", "PATCH", "/api/tasks/" + id + "/notes/2", Map.of("note", "of bob, put better"));
        as("ada", "DELETE", "/api/tasks/" + id + "/notes/1", null);
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, changed(task, "priority", 1));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(fixture.notes(id)).extracting(note -> note.get("content")).contains("of bob, put better");
        assertThat(fixture.notes(id)).extracting(note -> note.get("content")).doesNotContain("of ada");
    }

    @Test
    void aCaseGoesThereAndBackWithTheNotesOfOthers() {
        String id = noted();
        as("ada", "PATCH", "/api/tasks/" + id + "/notes/1", Map.of("note", "of ada, put better"));
        Map<String, Object> task = read(id);
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, changed(task, "priority", 1));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(fixture.notes(id).subList(0, 3)).isEqualTo(task.get("investigation_notes"));
    }

    /** Adds a note with a blank author, as a client without authentication can, and returns the case. */
    private static Map<String, Object> withNobodysNote(String id) {
        Map<String, Object> task = read(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        notes.add(note("note-0000000a", "event_type", "note_added", "detective", " "));
        assertThat(fixture.put("/api/tasks/" + id, with(task, notes)).status()).isEqualTo(200);
        return read(id);
    }

    private static List<Object> authors(String id, String noteId) {
        return fixture.notes(id).stream()
                .filter(note -> noteId.equals(note.get("note_id")))
                .map(note -> note.get("detective"))
                .toList();
    }

    @Test
    void aStoredNoteWithoutAnAuthorGoesThereAndBackAndBecomesNobodys() {
        String id = noted();
        Map<String, Object> task = withNobodysNote(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        notes.add(note(
                "note-0000000b", "detective", " ", "timestamp", Instant.now().toString()));
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, with(task, notes));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(authors(id, "note-0000000a")).containsExactly(" ");
        assertThat(authors(id, "note-0000000b")).containsExactly("ada");
    }

    @Test
    void aStoredNoteWithoutAnAuthorIsNotClaimed() {
        String id = noted();
        Map<String, Object> task = withNobodysNote(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        int index = notes.size() - 1;
        while (!notes.get(index).get("note_id").equals("note-0000000a")) {
            index--;
        }
        notes.set(index, changed(notes.get(index), "detective", "ada"));
        assertRefused(
                as("ada", "PUT", "/api/tasks/" + id, with(task, notes)),
                "/investigation_notes/" + index + "/detective");
    }

    @ParameterizedTest
    @CsvSource({
        "2, content, forged, 403, role_required",
        "0, content, forged, 403, audit_note",
        "2, detective, ada, 422, invalid_fields",
        "1, detective, bob, 422, invalid_fields",
        "2, edited_by, bob, 422, invalid_fields",
        "2, timestamp, 2020-01-01T00:00:00Z, 422, invalid_fields"
    })
    void aStoredNoteIsNotPutOtherwise(int index, String member, String value, int status, String code) {
        String id = noted();
        Map<String, Object> task = read(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        Map<String, Object> forged = changed(notes.get(index), member, value);
        if (member.equals("edited_by")) {
            forged.put("edited_at", "2020-01-01T00:00:00Z");
        }
        notes.set(index, forged);
        TestAnswer answer = as("ada", "PUT", "/api/tasks/" + id, with(task, notes));
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).containsEntry("code", code);
        assertThat(read(id)).isEqualTo(task);
    }

    @Test
    void aNoteThatWasEditedMeanwhileIsNoForgery() {
        String id = noted();
        Map<String, Object> task = read(id);
        as("bob", "PATCH", "/api/tasks/" + id + "/notes/2", Map.of("note", "of bob, put better"));
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, changed(task, "priority", 1));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(fixture.notes(id).get(2)).containsEntry("content", "of bob, put better");
    }

    @Test
    void aPushIsARolesAndThenBringsNotesOfAnybody() {
        String id = "task-00000000-0000-4000-8000-0000000000b1";
        Map<String, Object> task = with(
                Map.of("id", id, "label", "x", "updated_at", Instant.now().toString()),
                List.of(note("note-00000001", "detective", "bob")));
        Map<String, Object> push = Map.of("tasks", List.of(task));
        TestAnswer refused = as("ada", "POST", "/api/sync/push", push);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json()).containsEntry("roles", List.of("sync"));
        assertThat(fixture.get("/api/tasks/" + id).status()).isEqualTo(404);

        TestAnswer taken = fixture.request("POST", "/api/sync/push")
                .as("sam", "sync")
                .json(push)
                .send();
        assertThat(taken.status()).as(taken.text()).isEqualTo(200);
        assertThat(fixture.notes(id).getFirst()).containsEntry("detective", "bob");
    }
}
