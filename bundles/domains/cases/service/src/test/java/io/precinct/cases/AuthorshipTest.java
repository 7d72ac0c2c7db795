package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever is authenticated writes in his own name, whichever way he takes. */
@SuppressWarnings("unchecked") // plain data
class AuthorshipTest {
    private static CasesFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new CasesFixture();
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private static TestAnswer as(String user, String method, String target, Object body) {
        return fixture.request(method, target).as(user).json(body).send();
    }

    /** A case with a note of ada's and one of bob's, at the indices 1 and 2, after its first. */
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

    /** A case as it is served, with these notes instead. */
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
                .contains("\"code\":\"author\"")
                .contains("\"allowed\":[\"ada\"]");
        for (Object body : List.of(
                Map.of("note", "x"), Map.of("note", "x", "detective", "ada"), Map.of("note", "x", "detective", " "))) {
            TestAnswer answer = as("ada", "POST", target, body);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.json()).containsEntry("detective", "ada");
        }
        // what is wrong besides is told as well
        assertRefused(as("ada", "POST", target, Map.of("detective", "Ada")), "/note", "/detective");
    }

    @Test
    void anEditIsTheUsersAndLeavesTheAuthor() {
        String target = "/api/tasks/" + noted() + "/notes/2";
        assertRefused(as("ada", "PATCH", target, Map.of("note", "y", "detective", "bob")), "/detective");
        TestAnswer edited = as("ada", "PATCH", target, Map.of("note", "y"));
        assertThat(edited.json()).containsEntry("detective", "bob").containsEntry("edited_by", "ada");
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

    @Test
    void aCaseThatIsPutBringsNotesOfTheUserOnly() {
        String target = "/api/tasks/task-00000000-0000-4000-8000-0000000000a1";
        assertRefused(
                as(
                        "ada",
                        "PUT",
                        target,
                        with(
                                Map.of("label", "x"),
                                List.of(
                                        note("note-00000001", "detective", "ada"),
                                        note("note-00000002", "detective", "bob"),
                                        note(
                                                "note-00000003",
                                                "edited_at",
                                                "2026-01-02T00:00:00Z",
                                                "edited_by",
                                                "bob")))),
                "/investigation_notes/1/detective",
                "/investigation_notes/2/edited_by");
        assertThat(fixture.get(target).status()).isEqualTo(404);
        TestAnswer put = as(
                "ada",
                "PUT",
                target,
                with(
                        Map.of("label", "x"),
                        List.of(
                                note("note-00000001", "detective", "ada"),
                                note("note-00000003", "edited_at", "2026-01-02T00:00:00Z"))));
        assertThat(put.status()).as(put.text()).isEqualTo(201);
        List<Map<String, Object>> notes = (List<Map<String, Object>>) put.json().get("investigation_notes");
        assertThat(notes).allSatisfy(note -> assertThat(note).containsEntry("detective", "ada"));
        assertThat(notes.get(1)).containsEntry("edited_by", "ada");
    }

    @Test
    void aCaseGoesThereAndBackWithTheNotesOfOthers() {
        String id = noted();
        as("bob", "PATCH", "/api/tasks/" + id + "/notes/1", Map.of("note", "of ada, edited by bob"));
        Map<String, Object> task = read(id);
        TestAnswer put = as("ada", "PUT", "/api/tasks/" + id, changed(task, "priority", 1));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(fixture.notes(id).subList(0, 3)).isEqualTo(task.get("investigation_notes"));
    }

    /** As a client that nobody asked who he is may have written it. */
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
        notes.add(note("note-0000000b", "detective", " "));
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
        assertRefused(as("ada", "PUT", "/api/tasks/" + id, with(task, notes)), "/investigation_notes/" + index);
    }

    @Test
    void aStoredNoteWithoutAnAuthorIsPushedBack() {
        String id = noted();
        withNobodysNote(id);
        Map<String, Object> task = pulled(id);
        assertThat(push(
                        "ada",
                        changed(task, "priority", 1, "updated_at", Instant.now().toString())))
                .containsEntry("status", "applied");
        assertThat(authors(id, "note-0000000a")).containsExactly(" ");
    }

    @ParameterizedTest
    @CsvSource({"2, content, forged", "2, detective, ada", "1, detective, bob", "2, timestamp, 2020-01-01T00:00:00Z"})
    void aNoteOfAnothersIsNotPutOtherwise(int index, String member, String value) {
        String id = noted();
        Map<String, Object> task = read(id);
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        notes.set(index, changed(notes.get(index), member, value));
        assertRefused(as("ada", "PUT", "/api/tasks/" + id, with(task, notes)), "/investigation_notes/" + index);
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

    private static Map<String, Object> push(String user, Map<String, Object> task) {
        TestAnswer answer = as(user, "POST", "/api/sync/push", Map.of("tasks", List.of(task)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return ((List<Map<String, Object>>) answer.json().get("results")).getFirst();
    }

    /** The case as a client pulls it, with its hash. */
    private static Map<String, Object> pulled(String id) {
        Map<String, Object> pulled =
                as("ada", "POST", "/api/sync/pull", Map.of("ids", List.of(id))).json();
        var task = new LinkedHashMap<>(((List<Map<String, Object>>) pulled.get("tasks")).getFirst());
        task.put("base_hash", hash(task));
        return task;
    }

    private static String hash(Map<String, Object> task) {
        return io.precinct.cases.sync.CaseHashes.of(task);
    }

    private static List<Object> faults(Map<String, Object> result) {
        assertThat(result).as("%s", result).containsEntry("status", "rejected");
        return ((List<Map<String, Object>>) result.get("errors"))
                .stream().map(error -> error.get("pointer")).toList();
    }

    @Test
    void aPushBringsNotesOfTheUserOnly() {
        String id = "task-00000000-0000-4000-8000-0000000000b1";
        Map<String, Object> task =
                Map.of("id", id, "label", "x", "updated_at", Instant.now().toString());
        assertThat(faults(push("ada", with(task, List.of(note("note-00000001", "detective", "bob"))))))
                .containsExactly("/investigation_notes/0/detective");
        assertThat(fixture.get("/api/tasks/" + id).status()).isEqualTo(404);
        assertThat(push("ada", with(task, List.of(note("note-00000001"))))).containsEntry("status", "applied");
        assertThat(fixture.notes(id).getFirst()).containsEntry("detective", "ada");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsStoredMayBePushedBack(boolean based) {
        String id = noted();
        Map<String, Object> task = pulled(id);
        if (!based) {
            task.remove("base_hash");
        }
        assertThat(push(
                        "ada",
                        changed(task, "priority", 1, "updated_at", Instant.now().toString())))
                .extracting(result -> result.get("status"))
                .isEqualTo(based ? "applied" : "merged");
        assertThat(fixture.notes(id).get(2)).containsEntry("detective", "bob").containsEntry("content", "of bob");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEditIsPushedInTheUsersNameOnly(boolean based) {
        String id = noted();
        Map<String, Object> task = pulled(id);
        if (!based) {
            task.remove("base_hash");
        }
        var notes = new ArrayList<>((List<Map<String, Object>>) task.get("investigation_notes"));
        Map<String, Object> bobs = notes.get(2);
        String now = Instant.now().toString();
        notes.set(2, changed(bobs, "content", "forged", "edited_at", now, "edited_by", "bob"));
        assertThat(faults(push("ada", with(task, notes)))).containsExactly("/investigation_notes/2/edited_by");
        notes.set(2, changed(bobs, "content", "claimed", "detective", "ada", "edited_at", now, "edited_by", "ada"));
        assertThat(faults(push("ada", with(task, notes)))).containsExactly("/investigation_notes/2/detective");
        notes.set(2, changed(bobs, "timestamp", "2020-01-01T00:00:00.000Z", "edited_at", now));
        assertThat(faults(push("ada", with(task, notes)))).containsExactly("/investigation_notes/2/timestamp");
        assertThat(fixture.notes(id).get(2)).isEqualTo(bobs);

        notes.set(2, changed(bobs, "content", "put better", "edited_at", now));
        assertThat(push("ada", with(task, notes)).get("status")).isEqualTo(based ? "applied" : "merged");
        assertThat(fixture.notes(id).get(2))
                .containsEntry("content", "put better")
                .containsEntry("detective", "bob")
                .containsEntry("edited_by", "ada");
    }

    @Test
    void whatOthersDidMeanwhileIsNoForgery() {
        String id = noted();
        Map<String, Object> task = pulled(id);
        as("bob", "PATCH", "/api/tasks/" + id + "/notes/2", Map.of("note", "of bob, put better"));
        as("bob", "POST", "/api/tasks/" + id + "/notes", Map.of("note", "another"));
        assertThat(push(
                        "ada",
                        changed(
                                task,
                                "label",
                                "renamed",
                                "updated_at",
                                Instant.now().toString())))
                .containsEntry("status", "merged");
        assertThat(fixture.notes(id)).extracting(note -> note.get("content")).contains("of bob, put better", "another");
    }

    @Test
    void aNoteThatItsAuthorDeletedComesBackWithItsFormerStateOnly() {
        String id = noted();
        Map<String, Object> task = pulled(id);
        fixture.delete("/api/tasks/" + id);
        var later = changed(task, "updated_at", Instant.now().plusSeconds(1).toString());
        var unknown = new LinkedHashMap<>(later);
        unknown.remove("base_hash");
        assertThat(faults(push("ada", unknown))).contains("/investigation_notes/2/detective");
        // the service had it so itself: nobody is spoken for
        assertThat(push("ada", later)).containsEntry("status", "applied");
        assertThat(fixture.notes(id).get(2)).containsEntry("detective", "bob");
    }
}
