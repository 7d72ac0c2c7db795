package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redaction and undo; both are recorded. */
class CorrectionsTest {
    private static final String SECRET = "the code is 4711";

    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer as(String user, String method, String target, Object body) {
        var request = fixture.request(method, target).as(user, user.equals("lea") ? "lead" : "detective");
        return body == null ? request.send() : request.json(body).send();
    }

    private static String withNote(String text) {
        String id = (String) as("ada", "POST", "/api/tasks", Map.of("label", "corrected"))
                .json()
                .get("id");
        as("ada", "POST", "/api/tasks/" + id + "/notes", Map.of("note", text));
        return id;
    }

    // @req:note-redact
    @Test
    void aLeadRedactsANoteWithAllItsFormerTexts() {
        String id = withNote(SECRET);
        String notes = "/api/tasks/" + id + "/notes";
        as("ada", "PATCH", notes + "/1", Map.of("note", "edited: " + SECRET));
        assertThat(as("ada", "POST", notes + "/1/redact", Map.of("reason", "secret"))
                        .status())
                .isEqualTo(403);
        assertThat(as("lea", "POST", notes + "/1/redact", Map.of()).status()).isEqualTo(422);

        TestAnswer redacted = as("lea", "POST", notes + "/1/redact", Map.of("reason", "a secret"));
        assertThat(redacted.status()).as(redacted.text()).isEqualTo(200);
        assertThat(redacted.json())
                .containsEntry("content", "Redacted: a secret")
                .containsEntry("detective", "ada")
                .containsEntry("edited_by", "lea");
        String whole = fixture.get("/api/tasks/" + id).text();
        assertThat(whole).doesNotContain("4711").contains("\"sha256\":\"");
        assertThat(fixture.notes(id).getLast())
                .containsEntry("event_type", "field_updated")
                .containsEntry("detective", "lea");
        assertThat((String) fixture.notes(id).getLast().get("content")).endsWith(": a secret");
        assertThat(fixture.get("/api/tasks/search?q=4711").text()).doesNotContain(id);
    }

    @Test
    void theRecordOfADeletionIsRedactedToo() {
        String id = withNote(SECRET);
        String notes = "/api/tasks/" + id + "/notes";
        as("ada", "DELETE", notes + "/1", null);
        assertThat(fixture.get("/api/tasks/" + id).text()).contains("4711");
        assertThat(as("lea", "POST", notes + "/1/redact", Map.of("reason", "a secret"))
                        .status())
                .isEqualTo(200);
        assertThat(fixture.get("/api/tasks/" + id).text())
                .doesNotContain("4711")
                .contains("\"old\":{\"index\":1,\"note_id\":\"note-");
        assertThat(as("ada", "POST", "/api/tasks/" + id + "/undo", null).status())
                .isEqualTo(409);
    }

    private static TestAnswer undo(String user, String id) {
        return as(user, "POST", "/api/tasks/" + id + "/undo", null);
    }

    // @req:case-undo
    @Test
    void aChangeOfFieldsIsUndoneOnce() {
        String id = withNote("x");
        as(
                "ada",
                "PATCH",
                "/api/tasks/" + id,
                Map.of("priority", 1, "label", "changed", "evidence_tags", List.of("a")));
        TestAnswer undone = undo("ada", id);
        assertThat(undone.status()).as(undone.text()).isEqualTo(200);
        assertThat(undone.json())
                .containsEntry("priority", 3)
                .containsEntry("label", "corrected")
                .containsEntry("evidence_tags", List.of());
        assertThat(fixture.notes(id).getLast()).containsEntry("event_type", "field_updated");
        assertThat((String) fixture.notes(id).getLast().get("content")).startsWith("Undid note-");
        assertNothingToUndo(id);
        as("ada", "PATCH", "/api/tasks/" + id, Map.of("label", "another"));
        assertThat(undo("ada", id).json()).containsEntry("label", "corrected");
    }

    /** Checks that the last change of a case is an undo, which cannot be undone, whoever tries. */
    private static void assertNothingToUndo(String id) {
        Object version = fixture.read(id).get("version");
        for (String user : List.of("ada", "lea")) {
            TestAnswer again = undo(user, id);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.json())
                    .containsEntry("code", "not_undoable")
                    .containsEntry("error", "there is nothing to undo: the last change is an undo");
        }
        assertThat(fixture.read(id)).containsEntry("version", version);
    }

    @Test
    void anUndoIsOneAfterItWasRedacted() {
        String id = withNote(SECRET);
        assertThat(undo("ada", id).status()).isEqualTo(200);
        TestAnswer redacted = as("lea", "POST", "/api/tasks/" + id + "/notes/1/redact", Map.of("reason", "a secret"));
        assertThat(redacted.text()).contains("\"field\":\"undo\"").doesNotContain("4711");
        assertThat(undo("lea", id).status()).isEqualTo(409);
        assertThat(fixture.get("/api/tasks/" + id).text()).doesNotContain("4711");
    }

    @Test
    void aNoteAnEditAndADeletionAreUndone() {
        String id = withNote("first");
        String notes = "/api/tasks/" + id + "/notes";
        String noteId = (String) fixture.notes(id).get(1).get("note_id");
        as("ada", "PATCH", notes + "/1", Map.of("note", "second"));
        assertThat(undo("ada", id).status()).isEqualTo(200);
        assertThat(fixture.get(notes + "/" + noteId).json()).containsEntry("content", "first");
        assertNothingToUndo(id);

        as("ada", "DELETE", notes + "/" + noteId, null);
        assertThat(fixture.get(notes + "/" + noteId).status()).isEqualTo(404);
        assertThat(undo("ada", id).status()).isEqualTo(200);
        assertThat(fixture.get(notes + "/" + noteId).json())
                .containsEntry("content", "first")
                .containsEntry("detective", "ada");
        assertNothingToUndo(id);

        as("ada", "POST", notes, Map.of("note", "by mistake"));
        assertThat(undo("ada", id).status()).isEqualTo(200);
        assertThat(fixture.notes(id)).extracting(note -> note.get("content")).doesNotContain("by mistake");
        assertThat(fixture.get("/api/tasks/" + id).text()).contains("by mistake");
        assertNothingToUndo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"archive", "park"})
    void aMoveOfTheLifecycleIsNotUndone(String move) {
        String id = withNote("x");
        as("ada", "POST", "/api/tasks/" + id + "/activate", null);
        as("ada", "POST", "/api/tasks/" + id + "/" + move, null);
        assertThat(undo("ada", id).json()).containsEntry("code", "not_undoable");
    }

    @Test
    void onlyItsAuthorUndoesAChangeAndOnlyWithinADay() {
        String id = withNote("x");
        TestAnswer others = undo("lea", id);
        assertThat(others.status()).isEqualTo(409);
        assertThat(others.json()).containsEntry("code", "not_undoable").containsEntry("detective", "ada");

        fixture.services()
                .database()
                .write(transaction -> transaction.execute(
                        "UPDATE cases.note SET timestamp = timestamp - interval '25 hours' WHERE task_id = ?", id));
        assertThat((String) undo("ada", id).json().get("error")).isEqualTo("the last change is older than a day");
    }
}
