package io.precinct.cases.sync;

import static io.precinct.cases.CasesFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.CaseServices;
import io.precinct.cases.CasesFixture;
import io.precinct.cases.record.Actor;
import io.precinct.cases.record.Cause;
import io.precinct.postgres.api.Transaction;
import io.precinct.testkit.TestAnswer;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked") // plain data
class SyncTest {
    @AutoClose
    private final CasesFixture here = new CasesFixture();

    @AutoClose
    private final CasesFixture there = new CasesFixture();

    private final SyncClient peer = new SyncClient(here, there);

    private void converged() {
        assertThat(SyncClient.hashes(here)).isEqualTo(SyncClient.hashes(there));
    }

    @Test
    void casesGoBothWaysWithTheirNotesAndNothingElse() {
        String a = here.create("a");
        here.post("/api/tasks/" + a + "/notes", Map.of("note", "seen", "detective", "kim"));
        String b = there.create("b");
        peer.sync();
        converged();
        assertThat(there.eventTypes(a)).containsExactly("case_created", "note_added");
        assertThat(here.read(b)).containsEntry("label", "b");
        assertThat(SyncClient.hashes(here)).hasSize(2);
    }

    @Test
    void fieldsThatEachSideChangedAreMerged() {
        String id = here.create("first");
        here.patch("/api/tasks/" + id, Map.of("evidence_tags", List.of("x", "y")));
        peer.sync();
        here.patch("/api/tasks/" + id, Map.of("priority", 1, "evidence_tags", List.of("y", "here")));
        there.patch("/api/tasks/" + id, Map.of("detective", "lee", "evidence_tags", List.of("x", "y", "there")));
        List<Map<String, Object>> results = peer.sync();
        converged();
        assertThat(results.getFirst()).containsEntry("status", "merged").containsEntry("lost", List.of());
        assertThat(here.read(id)).containsEntry("priority", 1).containsEntry("detective", "lee");
        assertThat((List<String>) here.read(id).get("evidence_tags")).containsExactlyInAnyOrder("y", "here", "there");
        assertThat(here.eventTypes(id)).hasSize(4);
    }

    @Test
    void aTagThatAnEarlierVersionStoredKeepsNoTwoInstancesApart() {
        String old = here.create("old");
        here.execute("UPDATE cases.task SET evidence_tags = '[\" old\"]' WHERE id = '" + old + "'");
        String other = there.create("other");
        there.execute("UPDATE cases.task SET evidence_tags = '[\" old\"]' WHERE id = '" + other + "'");
        peer.sync();
        converged();
        here.patch("/api/tasks/" + other, Map.of("evidence_tags", List.of(" old ")));
        peer.sync();
        converged();
        assertThat(there.read(other)).containsEntry("evidence_tags", List.of("old"));
    }

    @Test
    void ofTwoValuesOfAFieldTheLaterStaysAndTheOtherIsTold() {
        String id = here.create("first");
        peer.sync();
        here.patch("/api/tasks/" + id, Map.of("label", "earlier"));
        tick();
        there.patch("/api/tasks/" + id, Map.of("label", "later"));
        List<Map<String, Object>> results = peer.sync();
        converged();
        assertThat(here.read(id)).containsEntry("label", "later");
        assertThat((List<Map<String, Object>>) results.getFirst().get("lost"))
                .containsExactly(Map.of("field", "label", "value", "earlier"));
    }

    @Test
    void aNoteThatWasDeletedStaysDeletedAndAnEditedOneStaysEdited() {
        String id = here.create("first");
        for (String note : List.of("one", "two", "three")) {
            here.post("/api/tasks/" + id + "/notes", Map.of("note", note, "detective", "kim"));
        }
        peer.sync();
        here.delete("/api/tasks/" + id + "/notes/1");
        there.patch("/api/tasks/" + id + "/notes/2", Map.of("note", "two, edited", "detective", "lee"));
        there.post("/api/tasks/" + id + "/notes", Map.of("note", "four", "detective", "lee"));
        peer.sync();
        converged();
        List<String> contents =
                here.notes(id).stream().map(n -> (String) n.get("content")).toList();
        assertThat(contents).contains("two, edited", "three", "four").doesNotContain("one", "two");
    }

    @Test
    void aDeletionWinsOverAnOlderEditOnly() throws Exception {
        String gone = here.create("gone");
        String kept = here.create("kept");
        peer.sync();
        there.patch("/api/tasks/" + gone, Map.of("label", "edited before"));
        tick();
        here.delete("/api/tasks/" + gone);
        here.delete("/api/tasks/" + kept);
        tick();
        there.patch("/api/tasks/" + kept, Map.of("label", "edited after"));
        peer.sync();
        converged();
        assertThat(there.get("/api/tasks/" + gone).status()).isEqualTo(404);
        assertThat(here.read(kept)).containsEntry("label", "edited after");
    }

    @Test
    void aDeletionOnTheOtherSideIsHeardOf() throws Exception {
        String gone = here.create("gone");
        peer.sync();
        tick();
        there.delete("/api/tasks/" + gone);
        peer.sync();
        converged();
        assertThat(here.get("/api/tasks/" + gone).status()).isEqualTo(404);
    }

    @Test
    void anUnknownBaseMergesTwoWaysAndSaysSo() {
        String id = here.create("first");
        Map<String, Object> task = new LinkedHashMap<>(SyncClient.all(here).get(id));
        task.put("evidence_tags", List.of("pushed"));
        here.patch("/api/tasks/" + id, Map.of("evidence_tags", List.of("kept")));
        here.execute("DELETE FROM cases.revision");
        task.put("base_hash", "0".repeat(64));
        Map<String, Object> result =
                SyncClient.push(here, List.of(task), List.of()).getFirst();
        assertThat(result).containsEntry("status", "merged").containsEntry("base", "unknown");
        assertThat((List<String>) here.read(id).get("evidence_tags")).containsExactlyInAnyOrder("pushed", "kept");
    }

    @Test
    void aPushWritesNoNoteAndOneEvent() {
        String id = here.create("first");
        peer.sync();
        here.patch("/api/tasks/" + id, Map.of("label", "second"));
        long before = count(there, "type = 'synced'");
        long all = count(there, "true");
        peer.sync();
        assertThat(count(there, "type = 'synced'")).isEqualTo(before + 1);
        assertThat(count(there, "true")).isEqualTo(all + 1);
        assertThat(there.eventTypes(id)).isEqualTo(here.eventTypes(id));
        peer.sync();
        assertThat(count(there, "true")).as("nothing changed").isEqualTo(all + 1);
    }

    @Test
    void whatAPushDidBeforeItFailedIsTold() {
        String last = "task-ffffffff-0000-7000-8000-000000000000";
        there.execute("CREATE FUNCTION cases.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'refused'; END $$");
        there.execute("CREATE TRIGGER refuse BEFORE INSERT ON cases.task FOR EACH ROW WHEN (NEW.id = '" + last
                + "') EXECUTE FUNCTION cases.refuse()");
        var tasks = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 50; i++) {
            tasks.add(Map.of("id", id(i), "label", "taken"));
        }
        tasks.add(Map.of("id", last, "label", "refused"));
        assertThat(there.post("/api/sync/push", Map.of("tasks", tasks)).status())
                .isEqualTo(500);
        assertThat(SyncClient.all(there)).hasSize(50);
        assertThat(count(there, "type = 'synced'")).isEqualTo(1);
    }

    private static long count(CasesFixture fixture, String condition) {
        return fixture.database()
                .read(transaction -> transaction
                        .createQuery("SELECT count(*) FROM events.outbox WHERE " + condition)
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void aCaseThatArrivesParkedLeavesTheStack() {
        String id = here.create("first");
        peer.sync();
        there.post("/api/tasks/" + id + "/start");
        Map<String, Object> task = new LinkedHashMap<>(SyncClient.all(there).get(id));
        task.put("base_hash", SyncClient.hash(task));
        task.put("status", "parked");
        assertThat(SyncClient.push(there, List.of(task), List.of()).getFirst()).containsEntry("status", "applied");
        assertThat((List<?>) there.get("/api/tasks/stack").payload()).isEmpty();
    }

    @Test
    void aCaseThatIsStartedBehindAPushThatParksItIsOnTheStack() throws Exception {
        String id = here.create("first");
        here.post("/api/tasks/" + id + "/start");
        Map<String, Object> task = new LinkedHashMap<>(SyncClient.all(here).get(id));
        task.put("base_hash", SyncClient.hash(task));
        task.put("status", "parked");
        List<TestAnswer> answers = here.sendWhileLocked(
                id,
                () -> here.post("/api/sync/push", Map.of("tasks", List.of(task))),
                () -> here.post("/api/tasks/" + id + "/start"));
        assertThat(answers).extracting(TestAnswer::status).containsExactly(200, 200);
        assertThat(here.read(id)).containsEntry("status", "active");
        assertThat((List<?>) here.get("/api/tasks/stack").payload()).hasSize(1);
    }

    @Test
    void whatIsPushedTwiceIsSkippedAndWhatIsNoCaseIsRejected() {
        String id = here.create("first");
        Map<String, Object> task = SyncClient.all(here).get(id);
        assertThat(SyncClient.push(there, List.of(task), List.of()).getFirst())
                .containsEntry("status", "applied")
                .containsEntry("hash", SyncClient.hash(task));
        assertThat(SyncClient.push(there, List.of(task), List.of()).getFirst()).containsEntry("status", "skipped");
        Map<String, Object> bad = new LinkedHashMap<>(task);
        bad.put("priority", 9);
        bad.put("status", "open");
        Map<String, Object> result =
                SyncClient.push(there, List.of(bad, task), List.of()).getFirst();
        assertThat(result).containsEntry("status", "rejected").containsEntry("id", id);
        assertThat((List<?>) result.get("errors")).hasSize(2);
    }

    @Test
    void halfACharacterAnywhereRefusesThePushWithItsPlaceAndStoresNothing() {
        Map<String, Object> change = Map.of("field", "label", "old", "half", "new", "x");
        Map<String, Object> note = Map.of("content", "c", "changes", List.of(change));
        var bad = Map.of("id", id(1), "label", "bad", "investigation_notes", List.of(note));
        var good = Map.of("id", id(2), "label", "good");
        String body = Json.compact(Map.of("tasks", List.of(bad, good))).replace("half", "\\ud83d");
        TestAnswer answer = here.request("POST", "/api/sync/push")
                .body("application/json", body)
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json()).containsEntry("line", 1).containsEntry("column", body.indexOf("\\ud83d") + 1);
        assertThat(here.get("/api/tasks/" + id(2)).status()).isEqualTo(404);
    }

    @Test
    void aPushedVersionLeavesRoomForChanges() {
        var most = Map.of("id", id(1), "label", "most", "version", 1L << 52);
        var more = Map.of("id", id(2), "label", "more", "version", Long.MAX_VALUE);
        assertThat(SyncClient.push(here, List.of(most, more), List.of()))
                .extracting(result -> result.get("status"))
                .containsExactly("applied", "rejected");
        assertThat(here.patch("/api/tasks/" + id(1), Map.of("label", "changed")).json())
                .containsEntry("version", (1L << 52) + 1);
    }

    // @req:sync-partial
    @Test
    void aPushOfSomeMembersChangesThoseAlone() {
        String id =
                (String) here.post("/api/tasks", Map.of("label", "first", "priority", 1, "evidence_tags", List.of("x")))
                        .json()
                        .get("id");
        here.post("/api/tasks/" + id + "/notes", Map.of("note", "seen", "detective", "kim"));
        List<Map<String, Object>> notes = here.notes(id);
        tick();
        Map<String, Object> some = Map.of("id", id, "label", "second", "updated_at", now());
        assertThat(SyncClient.push(here, List.of(some), List.of()).getFirst()).containsEntry("status", "merged");
        assertThat(here.read(id))
                .containsEntry("label", "second")
                .containsEntry("priority", 1)
                .containsEntry("evidence_tags", List.of("x"));
        assertThat(here.notes(id)).isEqualTo(notes);
        var defaults = new LinkedHashMap<String, Object>(Map.of("id", id));
        defaults.put("priority", null);
        SyncClient.push(here, List.of(defaults), List.of());
        assertThat(here.read(id)).containsEntry("label", "second").containsEntry("priority", 3);
    }

    // @req:sync-partial
    @Test
    void somePushedMembersWithAKnownBaseLeaveWhatChangedSinceInTheOthers() {
        String id = here.create("first");
        Map<String, Object> known = SyncClient.all(here).get(id);
        here.patch("/api/tasks/" + id, Map.of("priority", 1, "detective", "kim"));
        tick();
        Map<String, Object> some = Map.of(
                "id", id, "label", "second", "priority", 3, "base_hash", SyncClient.hash(known), "updated_at", now());
        Map<String, Object> result =
                SyncClient.push(here, List.of(some), List.of()).getFirst();
        assertThat(result)
                .containsEntry("status", "merged")
                .containsEntry("lost", List.of())
                .doesNotContainKey("base");
        assertThat(here.read(id))
                .containsEntry("label", "second")
                .containsEntry("priority", 1)
                .containsEntry("detective", "kim");
        Map<String, Object> nothing = Map.of("id", id, "base_hash", SyncClient.hash(known));
        assertThat(SyncClient.push(here, List.of(nothing), List.of()).getFirst())
                .containsEntry("status", "skipped");
    }

    // @req:sync-partial
    @Test
    void somePushedMembersOfANewCaseNeedALabel() {
        List<Map<String, Object>> results = SyncClient.push(
                here, List.of(Map.of("id", id(1), "label", "new"), Map.of("id", id(2), "priority", 1)), List.of());
        assertThat(results).extracting(result -> result.get("status")).containsExactly("applied", "rejected");
        assertThat(here.read(id(1))).containsEntry("priority", 3).containsEntry("investigation_notes", List.of());
    }

    private Map<String, Object> pushOne(Object task) {
        return SyncClient.push(here, List.of(task), List.of()).getFirst();
    }

    private static List<Map<String, Object>> lost(Map<String, Object> result) {
        return (List<Map<String, Object>>) result.getOrDefault("lost", List.of());
    }

    private static String inAnHour() {
        return Instant.now().plusSeconds(3600).toString();
    }

    // @req:sync-clocks
    @Test
    void aStateThatIsPushedAgainCountsFromItsFirstArrivalWhateverItsClockSays() {
        String id = here.create("first");
        Map<String, Object> ahead = new LinkedHashMap<>(SyncClient.all(here).get(id));
        ahead.put("label", "ahead");
        ahead.put("updated_at", inAnHour());
        tick();
        assertThat(pushOne(ahead)).containsEntry("status", "merged");
        assertThat(Instant.parse((String) here.read(id).get("updated_at"))).isBeforeOrEqualTo(Instant.now());
        tick();
        here.patch("/api/tasks/" + id, Map.of("label", "later"));
        tick();
        assertThat(lost(pushOne(ahead))).containsExactly(Map.of("field", "label", "value", "ahead"));
        assertThat(here.read(id)).containsEntry("label", "later");
    }

    // @req:sync-clocks
    @Test
    void someMembersThatArePushedAgainCountFromTheirFirstArrivalUnlessTheyAreMeantAgain() {
        String id = here.create("first");
        tick();
        Map<String, Object> ahead = Map.of("id", id, "label", "ahead", "updated_at", inAnHour());
        pushOne(ahead);
        assertThat(here.read(id)).containsEntry("label", "ahead");
        tick();
        here.patch("/api/tasks/" + id, Map.of("label", "later"));
        tick();
        assertThat(lost(pushOne(ahead))).containsExactly(Map.of("field", "label", "value", "ahead"));
        assertThat(here.read(id)).containsEntry("label", "later");
        pushOne(Map.of("id", id, "label", "ahead", "updated_at", now()));
        assertThat(here.read(id)).containsEntry("label", "ahead");
    }

    // @req:sync-clocks
    @Test
    void anEditOfANoteCountsFromItsFirstArrivalToo() {
        String id = here.create("first");
        here.post("/api/tasks/" + id + "/notes", Map.of("note", "written", "detective", "kim"));
        Map<String, Object> ahead = new LinkedHashMap<>(SyncClient.all(here).get(id));
        var notes = new ArrayList<>((List<Map<String, Object>>) ahead.get("investigation_notes"));
        Map<String, Object> edited = new LinkedHashMap<>(notes.removeLast());
        edited.putAll(Map.of("content", "ahead", "edited_at", inAnHour(), "edited_by", "kim"));
        notes.add(edited);
        ahead.put("investigation_notes", notes);
        ahead.put("updated_at", inAnHour());
        pushOne(ahead);
        assertThat(here.notes(id).getLast()).containsEntry("content", "ahead");
        assertThat(Instant.parse((String) here.notes(id).getLast().get("edited_at")))
                .isBeforeOrEqualTo(Instant.now());
        assertThat(lost(pushOne(ahead))).as("the same edit").isEmpty();
        tick();
        here.patch("/api/tasks/" + id + "/notes/1", Map.of("note", "later", "detective", "lee"));
        tick();
        assertThat(lost(pushOne(ahead)))
                .extracting(each -> each.get("field"))
                .containsExactly("investigation_notes." + edited.get("note_id"));
        assertThat(here.notes(id))
                .extracting(note -> note.get("content"))
                .contains("later")
                .doesNotContain("ahead");
    }

    // @req:sync-clocks
    // @req:sync-lost
    @Test
    void aDeletionThatIsPushedAgainCountsFromItsFirstArrivalAndIsLostAgainstALaterCase() {
        String id = here.create("first");
        Map<String, Object> task = new LinkedHashMap<>(SyncClient.all(here).get(id));
        tick();
        var ahead = List.of(SyncClient.deletion(id, Instant.parse(inAnHour())));
        assertThat(SyncClient.push(here, List.of(), ahead).getFirst()).containsEntry("status", "applied");
        tick();
        task.put("updated_at", now());
        Map<String, Object> revived = pushOne(task);
        assertThat(revived).containsEntry("status", "applied");
        assertThat(lost(revived)).extracting(each -> each.get("field")).containsExactly("deleted_at");
        tick();
        Map<String, Object> again = SyncClient.push(here, List.of(), ahead).getFirst();
        assertThat(again).containsEntry("status", "conflict").containsEntry("deleted", false);
        assertThat(lost(again)).isEqualTo(lost(revived));
        assertThat(here.read(id)).containsEntry("label", "first");
    }

    // @req:sync-lost
    @Test
    void aCaseThatLostAgainstADeletionIsInWhatWasLost() {
        String id = here.create("first");
        Map<String, Object> task = SyncClient.all(here).get(id);
        tick();
        var deletions = List.of(SyncClient.deletion(id, Instant.now()));
        Map<String, Object> was = Map.of("field", "task", "value", CaseHash.state(task));
        assertThat(lost(SyncClient.push(here, List.of(), deletions).getFirst())).containsExactly(was);
        Map<String, Object> late = pushOne(task);
        assertThat(late).containsEntry("status", "skipped").containsEntry("deleted", true);
        assertThat(lost(late)).containsExactly(was);
    }

    // @req:sync-lost
    @Test
    void aDeletionOfTheStateThatTheClientKnowsLosesNothing() {
        String id = here.create("first");
        Map<String, Object> task = SyncClient.all(here).get(id);
        tick();
        Map<String, Object> deletion = Map.of("id", id, "deleted_at", now(), "base_hash", SyncClient.hash(task));
        assertThat(SyncClient.push(here, List.of(), List.of(deletion)).getFirst())
                .containsEntry("status", "applied")
                .doesNotContainKey("lost");
    }

    @Test
    void aDeletionIsTakenWhileNoBundleKeepsChecklists() {
        String id = here.create("first");
        var alone = new CaseServices(here.databases(), here.services().events());
        Map<String, Object> told = here.database().write(transaction -> {
            var reconciliation = new Reconciliation(
                    alone, transaction, Cause.background(Actor.local("kim")), Set.of(), List.of(id), List.of());
            return reconciliation.delete(id, Instant.now(), null);
        });
        assertThat(told).containsEntry("status", "applied");
        assertThat(here.get("/api/tasks/" + id).status()).isEqualTo(404);
    }

    @Test
    void aCaseThatStandsInAPushTwiceIsTakenTwice() {
        Map<String, Object> first = Map.of("id", id(1), "label", "first", "updated_at", "2026-01-01T00:00:00Z");
        Map<String, Object> second = Map.of("id", id(1), "label", "second", "updated_at", "2026-01-02T00:00:00Z");
        assertThat(SyncClient.push(here, List.of(first, second), List.of()))
                .extracting(result -> result.get("status"))
                .containsExactly("applied", "merged");
        assertThat(here.read(id(1))).containsEntry("label", "second");
    }

    // @req:sync-speed
    @Test
    void aDeletionAndACaseThatWasLinkedWithItComeInOnePush() {
        String gone = here.create("gone");
        String kept = here.create("kept");
        here.post("/api/tasks/" + kept + "/link-case", Map.of("related_task_id", gone));
        peer.sync();
        there.post("/api/tasks/" + kept + "/notes", Map.of("note", "there"));
        here.delete("/api/tasks/" + gone);
        here.post("/api/tasks/" + kept + "/notes", Map.of("note", "here"));
        peer.sync();
        peer.sync();
        converged();
        assertThat(here.read(kept)).containsEntry("case_links", List.of());
        assertThat(here.notes(kept)).extracting(note -> note.get("content")).contains("here", "there");
    }

    @Test
    void fiftyCasesTakeAFewRoundTrips() {
        List<Map<String, Object>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            tasks.add(Map.of("id", id(i), "label", "case " + i));
        }
        assertThat(roundTrips(tasks)).as("new").isLessThan(12);
        tasks.replaceAll(task -> Map.of("id", task.get("id"), "label", "changed"));
        assertThat(roundTrips(tasks)).as("changed").isLessThan(12);
        assertThat(here.read(id(49))).containsEntry("label", "changed");
    }

    private int roundTrips(List<Map<String, Object>> tasks) {
        return here.database().write(transaction -> roundTrips(transaction, tasks));
    }

    private int roundTrips(Transaction transaction, List<Map<String, Object>> tasks) {
        var count = new AtomicInteger();
        var counting = (Transaction) Proxy.newProxyInstance(
                Transaction.class.getClassLoader(), new Class<?>[] {Transaction.class}, (_, method, arguments) -> {
                    count.incrementAndGet();
                    return method.invoke(transaction, arguments);
                });
        var reconciliation = new Reconciliation(
                here.services(),
                counting,
                Cause.background(Actor.local("kim")),
                Set.of(),
                tasks.stream().map(task -> (String) task.get("id")).toList(),
                tasks);
        List<Supplier<Map<String, Object>>> results =
                tasks.stream().map(reconciliation::take).toList();
        results.forEach(result -> assertThat(result.get()).containsKey("hash"));
        reconciliation.finish();
        return count.get();
    }

    private static String now() {
        return Instant.now().toString();
    }

    private static String id(int n) {
        return "task-00000000-0000-7000-8000-%012d".formatted(n);
    }

    @Test
    void aDeletionOlderThanTheCaseIsAConflictAndATombstoneKeepsAnOldCaseOut() {
        String id = here.create("first");
        Map<String, Object> task = SyncClient.all(here).get(id);
        assertThat(SyncClient.push(here, List.of(), List.of(SyncClient.deletion(id, Instant.EPOCH)))
                        .getFirst())
                .containsEntry("status", "conflict");
        assertThat(SyncClient.push(
                                here,
                                List.of(),
                                List.of(SyncClient.deletion(id, Instant.now().plusSeconds(60))))
                        .getFirst())
                .containsEntry("status", "applied");
        assertThat(SyncClient.push(here, List.of(task), List.of()).getFirst()).containsEntry("status", "skipped");
        assertThat(here.get("/api/tasks/" + id).status()).isEqualTo(404);
        Map<String, Object> answer =
                SyncClient.post(here, "pull", Map.of("ids", List.of(id, "task-00000000-0000-7000-8000-000000000000")));
        assertThat((List<?>) answer.get("deleted")).hasSize(1);
        assertThat((List<String>) answer.get("missing")).containsExactly("task-00000000-0000-7000-8000-000000000000");
    }

    @Test
    void whatNobodyRemembersAsksForAFullSync() {
        String id = "task-00000000-0000-7000-8000-000000000001";
        Map<String, Object> claim = Map.of(
                "id",
                id,
                "version",
                3,
                "updated_at",
                "2026-01-01T00:00:00Z",
                "hash",
                "a".repeat(64),
                "base_hash",
                "b".repeat(64));
        Map<String, Object> answer = SyncClient.post(here, "manifest", Map.of("tasks", List.of(claim)));
        assertThat(answer).containsEntry("full_sync", true).containsEntry("conflicts", List.of(id));
        assertThat(SyncClient.post(here, "manifest", Map.of())).containsEntry("full_sync", false);
    }

    // @req:sync-part
    @Test
    void aManifestOfAPartComparesWhatMatchesAndWhatIsNamed() {
        String mine = (String) here.post("/api/tasks", Map.of("label", "mine", "detective", "kim", "priority", 1))
                .json()
                .get("id");
        String other = here.create("other");
        String placed = here.create("placed");
        here.patch("/api/tasks/" + placed, Map.of("repository_context", "precinct"));
        String deleted = here.create("deleted on the other side");
        for (Object filter : List.of(
                Map.of("detective", "kim"),
                Map.of("detective", List.of("kim", "lee"), "priority", 1),
                Map.of("priority", List.of(1, "2"), "status", "parked"))) {
            assertThat(SyncClient.post(here, "manifest", Map.of("filter", filter)))
                    .as("%s", filter)
                    .containsEntry("pull", List.of(mine));
        }
        Map<String, Object> claim =
                Map.of("id", other, "updated_at", inAnHour(), "hash", "a".repeat(64), "base_hash", "b".repeat(64));
        Map<String, Object> answer = SyncClient.post(
                here,
                "manifest",
                Map.of(
                        "tasks",
                        List.of(claim),
                        "deleted",
                        List.of(SyncClient.deletion(deleted, Instant.EPOCH)),
                        "filter",
                        Map.of("repository_context", "precinct")));
        assertThat((List<String>) answer.get("pull")).containsExactlyInAnyOrder(placed, deleted);
        assertThat(answer).containsEntry("conflicts", List.of(other));
        assertThat((List<String>) SyncClient.post(here, "manifest", Map.of("filter", Map.of()))
                        .get("pull"))
                .hasSize(4);
        for (Object filter : List.of(Map.of("status", "open"), Map.of("colour", "red"), "kim")) {
            assertThat(here.post("/api/sync/manifest", Map.of("filter", filter)).status())
                    .isEqualTo(422);
        }
    }

    // @req:sync-clocks
    @Test
    void inAManifestAStateThatWasPushedCountsFromItsFirstArrival() {
        String id = here.create("first");
        Map<String, Object> ahead = new LinkedHashMap<>(SyncClient.all(here).get(id));
        ahead.put("label", "ahead");
        ahead.put("updated_at", inAnHour());
        pushOne(ahead);
        tick();
        here.delete("/api/tasks/" + id);
        Map<String, Object> claim =
                Map.of("id", id, "updated_at", ahead.get("updated_at"), "hash", SyncClient.hash(ahead));
        assertThat(SyncClient.post(here, "manifest", Map.of("tasks", List.of(claim))))
                .containsEntry("deleted", List.of(id))
                .containsEntry("push", List.of());
    }

    @Test
    void badRequestsNameEveryFault() {
        assertThat(here.post("/api/sync/pull", Map.of()).status()).isEqualTo(422);
        assertThat(here.post("/api/sync/pull", Map.of("ids", "x")).status()).isEqualTo(422);
        assertThat(here.post("/api/sync/pull", Data.map("ids", null)).status()).isEqualTo(422);
        var answer = here.post("/api/sync/manifest", Map.of("tasks", List.of(Map.of("id", "x"), 7), "more", 1));
        assertThat(answer.status()).isEqualTo(422);
        assertThat((List<?>) answer.json().get("errors")).hasSizeGreaterThanOrEqualTo(4);
        assertThat(here.post("/api/sync/push", Map.of("tasks", List.of("x"))).status())
                .isEqualTo(422);
        assertThat(here.post("/api/sync/push", Map.of("deleted", List.of(Map.of("id", "x"))))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void randomEditsOnBothSidesConverge() {
        var random = new SplittableRandom(20260731);
        for (int round = 0; round < 6; round++) {
            for (CasesFixture fixture : List.of(here, there)) {
                for (int i = 0; i < 15; i++) {
                    edit(fixture, random, round);
                }
            }
            peer.sync();
            converged();
        }
        assertThat(SyncClient.hashes(here)).isNotEmpty();
        assertThat(here.get("/api/tasks/cases/statistics").json().get("by_status"))
                .isEqualTo(there.get("/api/tasks/cases/statistics").json().get("by_status"));
    }

    private static void edit(CasesFixture fixture, SplittableRandom random, int round) {
        var ids = new ArrayList<>(SyncClient.all(fixture).keySet());
        if (ids.size() < 5) {
            fixture.create("case of round " + round);
            return;
        }
        String task = "/api/tasks/" + ids.get(random.nextInt(ids.size()));
        int status = switch (random.nextInt(12)) {
            case 0 ->
                fixture.patch(task, Map.of("label", "label " + random.nextInt(100)))
                        .status();
            case 1 ->
                fixture.patch(task, Map.of("priority", 1 + random.nextInt(5))).status();
            case 2 -> fixture.post(task + "/activate").status();
            case 3 -> fixture.post(task + "/archive").status();
            case 4, 5 ->
                fixture.post(task + "/evidence-tag", Map.of("tag", "tag" + random.nextInt(5)))
                        .status();
            case 6 ->
                fixture.patch(task, Map.of("evidence_tags", List.of("tag" + random.nextInt(5))))
                        .status();
            case 7 ->
                fixture.post(task + "/notes", Map.of("note", "n" + random.nextInt(9), "detective", "kim"))
                        .status();
            case 8 ->
                fixture.patch(task + "/notes/0", Map.of("note", "e" + random.nextInt(9), "detective", "lee"))
                        .status();
            case 9 -> fixture.delete(task + "/notes/0").status();
            case 10 ->
                fixture.post(task + "/consciousness-links", Map.of("memories", List.of("m" + random.nextInt(5))))
                        .status();
            default -> random.nextInt(4) == 0 ? fixture.delete(task).status() : 200;
        };
        assertThat(status).isLessThan(500);
    }
}
