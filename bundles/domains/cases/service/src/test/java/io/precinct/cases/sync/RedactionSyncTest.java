package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.events.api.Events;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A redaction travels to other instances, and what they have does not undo it. */
@SuppressWarnings("unchecked") // plain data
class RedactionSyncTest {
    @AutoClose
    private final CasesFixture here = new CasesFixture();

    @AutoClose
    private final CasesFixture there = new CasesFixture();

    private final SyncClient peer = new SyncClient(here, there);

    private static final String SECRET = "the code is zyxwvut";

    private String redactedHere(String... texts) {
        String id = here.create("first");
        for (String text : texts) {
            here.post("/api/tasks/" + id + "/notes", Map.of("note", text));
        }
        peer.sync();
        assertThat(there.get("/api/tasks/" + id).text()).contains("zyxwvut");
        return id;
    }

    private static void redact(CasesFixture fixture, String id) {
        TestAnswer redacted = fixture.post("/api/tasks/" + id + "/notes/1/redact", Map.of("reason", "a secret"));
        assertThat(redacted.status()).as(redacted.text()).isEqualTo(200);
        assertThat(redacted.text()).contains("\"kind\":\"instance\"");
    }

    private void assertRedactedOnBoth(String id) {
        peer.sync();
        peer.sync();
        assertThat(SyncClient.hashes(here)).isEqualTo(SyncClient.hashes(there));
        for (CasesFixture fixture : List.of(here, there)) {
            assertThat(fixture.get("/api/tasks/" + id).text())
                    .doesNotContain("zyxwvut")
                    .contains("Redacted: a secret");
            assertThat(fixture.post("/api/tasks/" + id + "/notes", Map.of("note", SECRET))
                            .status())
                    .isEqualTo(422);
            assertThat(fixture.services()
                            .events()
                            .missed(new Events.Feed("cases", "x"), 0, 1000)
                            .newest()
                            .toString())
                    .doesNotContain("zyxwvut");
        }
    }

    // @req:note-redact
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRedactionReachesTheOtherInstanceForGood(boolean fromHere) {
        String id = redactedHere(SECRET);
        redact(fromHere ? here : there, id);
        assertRedactedOnBoth(id);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRedactionWinsOverALaterEditAndTheRestOfTheCopyIsMerged(boolean fromHere) {
        String id = redactedHere(SECRET);
        CasesFixture redacting = fromHere ? here : there;
        CasesFixture other = fromHere ? there : here;
        redact(redacting, id);
        CasesFixture.tick();
        other.patch("/api/tasks/" + id + "/notes/1", Map.of("note", "edited, zyxwvut"));
        other.patch("/api/tasks/" + id, Map.of("priority", 1));
        assertRedactedOnBoth(id);
        assertThat(redacting.read(id)).containsEntry("priority", 1);
        assertThat(other.post("/api/tasks/" + id + "/notes", Map.of("note", "edited, zyxwvut"))
                        .status())
                .as("the later text, too")
                .isEqualTo(422);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTwoRedactionsOfANoteTheFirstStays(boolean fromHere) {
        String id = redactedHere(SECRET);
        CasesFixture first = fromHere ? here : there;
        redact(first, id);
        Object at = first.notes(id).get(1).get("edited_at");
        CasesFixture.tick();
        redact(fromHere ? there : here, id);
        assertRedactedOnBoth(id);
        assertThat(here.notes(id).get(1)).containsEntry("edited_at", at);
    }

    @Test
    void theRecordOfADeletionLosesWhatItQuotesOnTheOtherInstanceToo() {
        String id = here.create("first");
        here.post("/api/tasks/" + id + "/notes", Map.of("note", SECRET));
        String noteId = (String) here.notes(id).get(1).get("note_id");
        here.delete("/api/tasks/" + id + "/notes/1");
        here.post("/api/tasks/" + id + "/undo");
        peer.sync();
        here.post("/api/tasks/" + id + "/notes/" + noteId + "/redact", Map.of("reason", "a secret"));
        there.patch("/api/tasks/" + id, Map.of("priority", 1));
        assertRedactedOnBoth(id);
    }

    @Test
    void aPushedCopyWithARedactedTextIsMergedWithoutItAndSaysSo() {
        String id = redactedHere(SECRET);
        Map<String, Object> copy = SyncClient.all(here).get(id);
        String noteId = (String) here.notes(id).get(1).get("note_id");
        redact(here, id);
        var edited = new LinkedHashMap<>(copy);
        edited.put("label", "edited offline");
        var notes = new ArrayList<>((List<Map<String, Object>>) copy.get("investigation_notes"));
        var disguised = new LinkedHashMap<>(notes.get(1));
        disguised.put("note_id", "note-00000abc");
        notes.add(disguised);
        edited.put("investigation_notes", notes);
        edited.put("updated_at", Instant.now().toString());
        for (Object base :
                new Object[] {SyncClient.hash(copy), SyncClient.all(here).get(id), null}) {
            edited.put("base_hash", base instanceof Map<?, ?> now ? SyncClient.hash((Map<String, Object>) now) : base);
            Map<String, Object> result =
                    SyncClient.push(here, List.of(edited), List.of()).getFirst();
            assertThat(result).containsEntry("redacted", List.of("note-00000abc", noteId));
            assertThat(String.valueOf(result.get("lost"))).doesNotContain("zyxwvut");
            assertThat(here.read(id)).containsEntry("label", "edited offline");
            assertThat(here.get("/api/tasks/" + id).text()).doesNotContain("zyxwvut");
        }
        here.delete("/api/tasks/" + id);
        edited.remove("base_hash");
        edited.put("updated_at", Instant.now().plusSeconds(60).toString());
        SyncClient.push(here, List.of(edited), List.of());
        assertThat(here.get("/api/tasks/" + id).text()).doesNotContain("zyxwvut");
    }

    // @req:case-trash
    @Test
    void aRedactionReachesACaseThatIsInTheTrashThere() {
        String id = redactedHere(SECRET, "harmless", SECRET + " again");
        redact(here, id);
        CasesFixture.tick();
        assertThat(there.delete("/api/tasks/" + id).status()).isEqualTo(204);

        TestAnswer pushed = there.post("/api/sync/push", Map.of("tasks", List.of(here.read(id))));
        assertThat(pushed.text()).contains("\"status\":\"skipped\"").contains("\"deleted\":true");
        TestAnswer restored = there.post("/api/tasks/" + id + "/restore");
        assertThat(restored.status()).as(restored.text()).isEqualTo(200);
        assertThat(restored.text())
                .contains("Redacted: a secret", "harmless", SECRET + " again")
                .doesNotContain(SECRET + "\"");
        assertThat(there.post("/api/tasks/" + id + "/notes", Map.of("note", SECRET))
                        .status())
                .isEqualTo(422);
        assertThat(there.post("/api/sync/push", Map.of("tasks", List.of(here.read(id))))
                        .status())
                .as("the same again changes nothing")
                .isEqualTo(200);
    }
}
