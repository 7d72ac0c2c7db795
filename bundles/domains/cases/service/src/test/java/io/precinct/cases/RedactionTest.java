package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.events.api.Events;
import io.precinct.testing.ClassFixture;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A redacted text does not come back, whichever way it arrives, and goes from everything that is stored. */
@SuppressWarnings("unchecked") // plain data
class RedactionTest {
    private static final String SECRET = "the code is zyxwvut";

    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer as(String user, String method, String target, @Nullable Object body) {
        var request = fixture.request(method, target).as(user, user.equals("lea") ? "lead" : "detective");
        return body == null ? request.send() : request.json(body).send();
    }

    private static String task(String id) {
        return "/api/tasks/" + id;
    }

    private static String notes(String id) {
        return task(id) + "/notes";
    }

    private static String withNote(String text) {
        String id = (String) as("ada", "POST", "/api/tasks", Map.of("label", "redacted"))
                .json()
                .get("id");
        as("ada", "POST", notes(id), Map.of("note", text));
        return id;
    }

    private static TestAnswer redact(String id, Object place) {
        TestAnswer redacted = as("lea", "POST", notes(id) + "/" + place + "/redact", Map.of("reason", "a secret"));
        assertThat(redacted.status()).as(redacted.text()).isEqualTo(200);
        assertThat(fixture.get(task(id)).text()).doesNotContain("zyxwvut");
        return redacted;
    }

    private static String noteId(String id, int index) {
        return (String) fixture.notes(id).get(index).get("note_id");
    }

    private static void assertRefused(TestAnswer answer, int status, String id, String noteId) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json())
                .containsEntry("code", "redacted")
                .containsEntry("note_id", noteId)
                .containsEntry("redacted_by", "lea")
                .containsKey("redacted_at");
        assertThat(fixture.get(task(id)).text()).doesNotContain("zyxwvut");
    }

    // @req:note-redact
    @Test
    void aRepeatedRedactionChangesNothingAndListsTheCopiesAgain() {
        String id = fixture.create("twice");
        fixture.post("/api/tasks/" + id + "/notes", Map.of("note", "Mrs Smith called."));
        fixture.post("/api/tasks/" + id + "/export");
        CasesFixture.tick();
        String redact = "/api/tasks/" + id + "/notes/1/redact";
        TestAnswer first = fixture.post(redact, Map.of("reason", "names a customer"));
        Map<String, Object> before = fixture.read(id);
        for (int i = 0; i < 2; i++) {
            TestAnswer again = fixture.post(redact, Map.of("reason", "names a customer"));
            assertThat(again.status()).as(again.text()).isEqualTo(200);
            assertThat(again.json().get("unreachable")).isEqualTo(first.json().get("unreachable"));
            assertThat(again.text()).contains(id + ".json");
            assertThat(fixture.read(id)).isEqualTo(before);
        }
    }

    @Test
    void nobodyEditsOrDeletesARedactedNote() {
        String id = withNote(SECRET);
        String noteId = noteId(id, 1);
        redact(id, 1);
        for (String user : List.of("ada", "lea")) {
            assertRefused(as(user, "PATCH", notes(id) + "/1", Map.of("note", SECRET)), 409, id, noteId);
            assertRefused(as(user, "PATCH", notes(id) + "/1", Map.of("note", "another text")), 409, id, noteId);
            assertRefused(as(user, "DELETE", notes(id) + "/1", null), 409, id, noteId);
        }
    }

    @Test
    void aPutOfAnEarlierBodyIsRefusedAndOneWithTheRedactedNoteIsNot() {
        String id = withNote("first " + SECRET);
        String noteId = noteId(id, 1);
        Map<String, Object> first = fixture.read(id);
        as("ada", "PATCH", notes(id) + "/1", Map.of("note", "then " + SECRET));
        Map<String, Object> second = fixture.read(id);
        redact(id, 1);
        for (Map<String, Object> earlier : List.of(first, second)) {
            assertRefused(as("ada", "PUT", task(id), earlier), 422, id, noteId);
            assertRefused(fixture.put(task(id), earlier), 422, id, noteId);
            var without = new LinkedHashMap<>(earlier);
            without.remove("version");
            assertRefused(fixture.put(task(id), without), 422, id, noteId);
        }
        Map<String, Object> edited = fixture.read(id);
        edited = withContent(edited, 1, "another text");
        assertRefused(fixture.put(task(id), edited), 422, id, noteId);
        assertThat(fixture.put(task(id), fixture.read(id)).status()).isEqualTo(200);
    }

    private static Map<String, Object> withContent(Map<String, Object> task, int index, String content) {
        var copy = new LinkedHashMap<>(task);
        var notes = new ArrayList<>((List<Object>) task.get("investigation_notes"));
        var note = new LinkedHashMap<>((Map<String, Object>) notes.get(index));
        note.put("content", content);
        notes.set(index, note);
        copy.put("investigation_notes", notes);
        return copy;
    }

    @Test
    void aNewNoteWithARedactedTextIsRefusedAndOtherNotesAreNot() {
        String id = withNote(SECRET);
        String noteId = noteId(id, 1);
        as("ada", "PATCH", notes(id) + "/1", Map.of("note", "another text"));
        redact(id, 1);
        assertRefused(as("ada", "POST", notes(id), Map.of("note", SECRET)), 422, id, noteId);
        assertRefused(as("ada", "POST", notes(id), Map.of("note", "another text")), 422, id, noteId);
        assertThat(as("ada", "POST", notes(id), Map.of("note", "a third text")).status())
                .isEqualTo(201);
        assertRefused(as("ada", "PATCH", notes(id) + "/3", Map.of("note", SECRET)), 422, id, noteId);
        as("ada", "POST", task(id) + "/activate", null);
        assertRefused(as("ada", "POST", task(id) + "/close", Map.of("resolution", SECRET)), 422, id, noteId);
        assertThat(as("ada", "POST", task(id) + "/close", Map.of("resolution", "done"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatWasRedactedBeforeDigestsWereKeptStaysAwayToo() throws IOException {
        String id = withNote(SECRET);
        as("ada", "PATCH", notes(id) + "/1", Map.of("note", "then " + SECRET));
        String noteId = noteId(id, 1);
        Map<String, Object> earlier = fixture.read(id);
        redact(id, 1);

        fixture.migrateAgain("cases.redaction", "015-redactions.sql");

        assertRefused(as("ada", "PUT", task(id), earlier), 422, id, noteId);
        assertRefused(as("ada", "POST", notes(id), Map.of("note", "then " + SECRET)), 422, id, noteId);
        assertRefused(as("ada", "POST", notes(id), Map.of("note", SECRET)), 422, id, noteId);
        assertThat(as("ada", "POST", notes(id), Map.of("note", "another text")).status())
                .isEqualTo(201);
    }

    @Test
    void aCaseThatIsCreatedAgainDoesNotGetARedactedTextBack() {
        String id = withNote(SECRET);
        String noteId = noteId(id, 1);
        Map<String, Object> earlier = fixture.read(id);
        redact(id, 1);
        assertThat(fixture.delete(task(id)).status()).isEqualTo(204);
        assertThat(fixture.put(task(id), earlier).json())
                .containsEntry("code", "redacted")
                .containsEntry("note_id", noteId);
        assertThat(fixture.put(task(id), withContent(earlier, 1, "another text"))
                        .status())
                .isEqualTo(422);
        assertThat(fixture.get(task(id)).status()).isEqualTo(404);
    }

    @Test
    void aRecordThatQuotesARedactedNoteDoesNotBringItsTextBack() {
        String id = withNote(SECRET);
        as("ada", "DELETE", notes(id) + "/1", null);
        assertThat(as("ada", "POST", task(id) + "/undo", null).status()).isEqualTo(200);
        Map<String, Object> earlier = fixture.read(id);
        String noteId = ((List<Map<String, Object>>) earlier.get("investigation_notes"))
                .stream()
                        .filter(note -> SECRET.equals(note.get("content")))
                        .map(note -> (String) note.get("note_id"))
                        .findFirst()
                        .orElseThrow();
        redact(id, noteId);

        var without = new HashMap<>(earlier);
        without.put(
                "investigation_notes",
                ((List<Map<String, Object>>) earlier.get("investigation_notes"))
                        .stream()
                                .filter(note -> !noteId.equals(note.get("note_id")))
                                .toList());
        TestAnswer replaced = fixture.put(task(id), without);
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(replaced.text()).doesNotContain("zyxwvut");

        assertThat(fixture.delete(task(id)).status()).isEqualTo(204);
        TestAnswer created = fixture.put(task(id), without);
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.text()).doesNotContain("zyxwvut").contains("sha256");
        assertThat(fixture.get(task(id)).text()).doesNotContain("zyxwvut");
    }

    @Test
    void theRecordsOfADeletedNoteThatIsThereAgainLoseItsTextToo() {
        String id = withNote(SECRET);
        String noteId = noteId(id, 1);
        as("ada", "DELETE", notes(id) + "/1", null);
        assertThat(as("ada", "POST", task(id) + "/undo", null).status()).isEqualTo(200);
        assertThat(fixture.get(task(id)).text()).contains("zyxwvut");
        redact(id, noteId);

        String other = withNote(SECRET);
        as("ada", "DELETE", notes(other) + "/1", null);
        as("ada", "POST", task(other) + "/undo", null);
        // the record of the deletion
        redact(other, 1);
        assertThat(as("ada", "POST", task(other) + "/undo", null).status()).isEqualTo(409);
    }

    @Test
    void undoDoesNotBringARedactedTextBack() {
        String id = withNote(SECRET);
        as("ada", "POST", notes(id), Map.of("note", SECRET));
        as("ada", "PATCH", notes(id) + "/2", Map.of("note", "harmless"));
        String noteId = noteId(id, 1);
        as("lea", "POST", notes(id) + "/1/redact", Map.of("reason", "a secret"));
        as("ada", "PATCH", notes(id) + "/2", Map.of("note", "harmless again"));
        assertThat(as("ada", "POST", task(id) + "/undo", null).status()).isEqualTo(200);

        String other = withNote(SECRET);
        as("ada", "POST", notes(other), Map.of("note", SECRET));
        as("lea", "POST", notes(other) + "/1/redact", Map.of("reason", "a secret"));
        as("ada", "DELETE", notes(other) + "/2", null);
        TestAnswer undone = as("ada", "POST", task(other) + "/undo", null);
        assertThat(undone.status()).as(undone.text()).isEqualTo(422);
        assertThat(undone.json()).containsEntry("code", "redacted");
        assertThat(noteId).startsWith("note-");
    }

    private static List<Events.Recorded> events() {
        return fixture.services()
                .events()
                .missed(new Events.Feed("cases", "ada"), 0, 10_000)
                .newest();
    }

    @Test
    void storedEventsLoseFormerTextsAndTheFormerLabelDoesNotComeBack() {
        String id = (String)
                as("ada", "POST", "/api/tasks", Map.of("label", SECRET)).json().get("id");
        as("ada", "POST", task(id) + "/start", null);
        as("ada", "PATCH", task(id), Map.of("notes", SECRET));
        as("ada", "PATCH", task(id), Map.of("label", "harmless", "notes", "also"));
        Eventually.untilAsserted(
                "the events are numbered", () -> assertThat(events().toString()).contains("harmless"));
        assertThat(events().toString()).contains(SECRET);
        int count = fixture.notes(id).size();
        as("lea", "POST", notes(id) + "/" + (count - 2) + "/redact", Map.of("reason", "a secret"));
        redact(id, count - 1);
        assertThat(events().toString()).doesNotContain(SECRET);
        assertThat(events().stream()
                        .filter(event -> event.type().equals("current"))
                        .findFirst()
                        .orElseThrow()
                        .data()
                        .toString())
                .contains("harmless");

        TestAnswer again = as("ada", "PATCH", task(id), Map.of("label", SECRET));
        assertThat(again.status()).as(again.text()).isEqualTo(422);
        assertThat(again.json()).containsEntry("code", "redacted");
        assertThat(as("ada", "PATCH", task(id), Map.of("label", "harmless, really"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theStoredAnswerOfAnEarlierRequestIsNotRepeatedAndTheRequestNotRunAgain() {
        String id = withNote("x");
        TestAnswer first = fixture.request("POST", notes(id))
                .header("Idempotency-Key", "k")
                .json(Map.of("note", SECRET))
                .send();
        assertThat(first.status()).isEqualTo(201);
        redact(id, 2);
        int count = fixture.notes(id).size();
        TestAnswer again = fixture.request("POST", notes(id))
                .header("Idempotency-Key", "k")
                .json(Map.of("note", SECRET))
                .send();
        assertThat(again.status()).as(again.text()).isEqualTo(409);
        assertThat(again.json()).containsEntry("code", "outcome_redacted");
        assertThat(again.text()).doesNotContain("zyxwvut");
        assertThat(fixture.notes(id)).hasSize(count);
    }

    @Test
    void searchFindsNeitherTheTextNorItsWords() {
        String id = withNote("the word qqhapaxqq stands here alone");
        assertThat(words("qqhapaxqq")).isTrue();
        assertThat(fixture.get("/api/tasks/search?q=qqhapaxqx").text()).contains(id);
        as("lea", "POST", notes(id) + "/1/redact", Map.of("reason", "a secret"));
        assertThat(words("qqhapaxqq")).isFalse();
        assertThat(words("redacted")).as("a word of other texts").isTrue();
        assertThat(fixture.get("/api/tasks/search?q=qqhapaxqx").text()).doesNotContain(id);
    }

    private static boolean words(String word) {
        return fixture.database()
                .read(transaction -> transaction
                        .select("SELECT EXISTS (SELECT FROM cases.word WHERE word = ?)", word)
                        .mapTo(Boolean.class)
                        .one());
    }

    @Test
    void theLeadIsToldWhichCopiesStillHaveTheText() throws Exception {
        String id = withNote("say \"zyxwvut\"");
        fixture.post(task(id) + "/export");
        fixture.post(task(id) + "/export-version");
        Files.writeString(fixture.ingest().resolve(id + ".v1.json"), "{\"unrelated\": true}");
        fixture.post("/api/tasks/" + fixture.create("other") + "/export");
        List<Map<String, Object>> unreachable =
                (List<Map<String, Object>>) redact(id, 1).json().get("unreachable");
        assertThat(unreachable)
                .extracting(copy -> copy.get("kind") + " " + copy.get("file"))
                .containsExactly("export " + id + ".json", "export " + id + ".v3.json", "backup null");
        assertThat(unreachable.getFirst().get("exported_at")).asString().matches("20..-.*Z");
        assertThat(fixture.put(
                                task(id),
                                io.precinct.rest.api.StoredJson.map(
                                        Files.readString(fixture.ingest().resolve(id + ".json"))))
                        .status())
                .as("an artifact from before the redaction")
                .isEqualTo(422);
    }

    @Test
    void whatTheServiceWritesByItselfIsNeverRefused() {
        String id = withNote("x");
        as("ada", "POST", task(id) + "/pin", null);
        as("lea", "POST", notes(id) + "/2/redact", Map.of("reason", "why not"));
        as("ada", "POST", task(id) + "/unpin", null);
        assertThat(as("ada", "POST", task(id) + "/pin", null).status()).isEqualTo(200);
        as("ada", "POST", task(id) + "/activate", null);
        as("ada", "POST", task(id) + "/start", null);
        as("ada", "POST", "/api/tasks/current/complete", null);
        int last = fixture.notes(id).size() - 1;
        as("lea", "POST", notes(id) + "/" + last + "/redact", Map.of("reason", "why not"));
        as("ada", "POST", task(id) + "/restart", null);
        as("ada", "POST", task(id) + "/start", null);
        assertThat(as("ada", "POST", "/api/tasks/current/complete", null).status())
                .isEqualTo(200);
    }
}
