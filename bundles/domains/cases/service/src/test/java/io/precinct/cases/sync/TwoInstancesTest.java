package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.CasesFixture;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Edits cases, notes, lists and relations on two instances, redacts notes, deletes and restores cases. The clock of one is an hour slow, the clock of the other is
 * ten years fast. The instances become equal; everything that a user wrote and no one removed exists or is reported as
 * lost, and nothing that was redacted comes back.
 */
@SuppressWarnings("unchecked") // plain data
class TwoInstancesTest {
    private static final List<String> EXPAND = List.of("checklists", "relations");
    private static final int ROUNDS = 8;
    private static final int EDITS = 30;
    private static final int SYNCS = 3;

    private CasesFixture slow;
    private CasesFixture fast;
    private final SplittableRandom random = new SplittableRandom(20261128);

    /** Where each written text is stored, by the text, which is unique. */
    private final Map<String, Place> written = new HashMap<>();

    /** The texts of redacted notes. */
    private final Set<String> redacted = new HashSet<>();

    private int restored;

    private int texts;

    /** The member of a state that must contain a text, unless {@code lost} contains it. */
    private record Place(String member, List<String> cases) {}

    @BeforeEach
    void open() {
        slow = new CasesFixture();
        fast = new CasesFixture();
    }

    @AfterEach
    void close() throws Exception {
        slow.close();
        fast.close();
    }

    private String text(String member, String... cases) {
        String text = "text-" + texts++ + ".";
        written.put(text, new Place(member, List.of(cases)));
        return text;
    }

    @Test
    void becomeEqualAndLoseNothing() {
        var peer = new SyncClient(slow, fast, EXPAND);
        var lost = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < EDITS; i++) {
                edited(slow, "- interval '1 hour'");
                edited(fast, "+ interval '10 years'");
            }
            // the first sync transfers a deletion, and the next transfers its effects on linked cases
            for (int i = 0; i < SYNCS; i++) {
                peer.sync().forEach(result -> lost.append(Json.compact(result.get("lost"))));
                peer.taken().forEach(result -> lost.append(Json.compact(result.get("lost"))));
            }
            assertEqual();
            assertNothingLost(lost.toString());
            assertNothingRedacted(slow);
            assertNothingRedacted(fast);
        }
        assertThat(written.keySet()).hasSizeGreaterThan(100);
        assertThat(redacted).hasSizeGreaterThan(5);
        assertThat(restored).isGreaterThan(2);
        assertThat(lost).as("they were at odds").contains("\"field\"");
    }

    private void assertEqual() {
        Map<String, Map<String, Object>> one = states(slow);
        Map<String, Map<String, Object>> other = states(fast);
        assertThat(one.keySet()).isEqualTo(other.keySet()).hasSizeGreaterThan(3);
        one.forEach((id, state) -> {
            Map<String, Object> same = other.get(id);
            state.forEach(
                    (member, value) -> assertThat(same.get(member)).as(member).isEqualTo(value));
            assertThat(related(fast, id)).as("relations of %s", id).isEqualTo(related(slow, id));
            assertThat(fast.get("/api/tasks/" + id + "/progress").payload())
                    .isEqualTo(slow.get("/api/tasks/" + id + "/progress").payload());
        });
    }

    /**
     * Returns the relations of a case; {@code related} has no direction, and each instance creates one without a reason
     * by itself.
     */
    private static List<String> related(CasesFixture fixture, String id) {
        return relations(fixture, id).stream()
                .map(relation -> relation.get("type").equals("related")
                        ? relation.get("case_id") + " related " + relation.get("reason")
                        : Json.compact(relation))
                .sorted()
                .toList();
    }

    private static Map<String, Map<String, Object>> states(CasesFixture fixture) {
        var states = new TreeMap<String, Map<String, Object>>();
        SyncClient.all(fixture, EXPAND).forEach((id, task) -> states.put(id, CaseHash.state(task)));
        return states;
    }

    private void assertNothingLost(String lost) {
        Map<String, Map<String, Object>> states = states(slow);
        var members = new HashMap<String, String>();
        for (String member : List.of("label", "investigation_notes", "checklists", "relations")) {
            members.put(
                    member,
                    Json.compact(states.values().stream()
                            .map(state -> state.get(member))
                            .toList()));
        }
        written.forEach((text, place) -> {
            boolean there = String.valueOf(members.get(place.member)).contains(text)
                    // deleting either case removes the relation, and the other case gets a note about that
                    || place.member.equals("relations") && !states.keySet().containsAll(place.cases);
            assertThat(there || lost.contains(text)).as("%s of %s", text, place).isTrue();
        });
    }

    private void assertNothingRedacted(CasesFixture fixture) {
        for (String table : List.of("cases.task", "cases.note", "cases.departure", "events.outbox")) {
            List<String> rows = fixture.database()
                    .read(transaction -> transaction
                            .createQuery("SELECT to_jsonb(t)::text FROM " + table + " t")
                            .mapTo(String.class)
                            .list());
            String all = String.join("\n", rows);
            redacted.forEach(text ->
                    assertThat(all.contains(text)).as("%s in %s", text, table).isFalse());
        }
    }

    /** Edits one instance whose clock is wrong by this offset. */
    private void edited(CasesFixture fixture, String offset) {
        Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        edit(fixture);
        for (String column : List.of(
                "cases.task updated_at",
                "cases.task created_at",
                "cases.note timestamp",
                "cases.relation created_at")) {
            String[] names = column.split(" ");
            fixture.execute("UPDATE " + names[0] + " SET " + names[1] + " = " + names[1] + " " + offset + " WHERE "
                    + names[1] + " BETWEEN '" + start + "' AND now() + interval '1 minute'");
        }
    }

    private void edit(CasesFixture fixture) {
        List<String> ids = ids(fixture);
        if (ids.size() < 6 || random.nextInt(15) == 0) {
            String label = "text-" + texts++ + ".";
            written.put(label, new Place("label", List.of(fixture.create(label))));
            return;
        }
        String id = ids.get(random.nextInt(ids.size()));
        String other = ids.get(random.nextInt(ids.size()));
        String task = "/api/tasks/" + id;
        switch (random.nextInt(17)) {
            case 0 -> label(fixture, id);
            case 1, 2 -> done(fixture.post(task + "/notes", Map.of("note", text("investigation_notes", id))));
            case 3, 4, 5 -> item(fixture, id, "add", "text", text("checklists", id));
            case 6 -> onItem(fixture, id, "toggle");
            case 7 -> onItem(fixture, id, "update");
            case 8 -> onItem(fixture, id, "remove");
            case 9 -> onItem(fixture, id, "move");
            case 10 ->
                relate(
                        fixture,
                        id,
                        other,
                        List.of("blocks", "caused_by", "related").get(random.nextInt(3)));
            case 11 -> relate(fixture, id, other, "child_of");
            case 12 -> unrelate(fixture, id);
            case 13, 14 -> redact(fixture, id);
            case 15 -> restore(fixture);
            default -> remove(fixture, id);
        }
    }

    private static List<String> ids(CasesFixture fixture) {
        return ((List<Map<String, Object>>) (List<?>) fixture.get("/api/tasks?limit=1000&fields=id&sort=created_at")
                        .payload())
                .stream().map(task -> (String) task.get("id")).sorted().toList();
    }

    private static TestAnswer done(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isLessThan(300);
        return answer;
    }

    private void label(CasesFixture fixture, String id) {
        written.remove(String.valueOf(fixture.read(id).get("label")));
        done(fixture.patch("/api/tasks/" + id, Map.of("label", text("label", id))));
    }

    private Map<String, Object> item(CasesFixture fixture, String id, String action, @Nullable Object... params) {
        return done(fixture.post(
                        "/api/tasks/" + id + "/lists/steps/execute",
                        Data.map("action", action, "params", Data.map(params))))
                .json();
    }

    private void onItem(CasesFixture fixture, String id, String action) {
        TestAnswer shown = fixture.post("/api/tasks/" + id + "/lists/steps/execute", Map.of("action", "list"));
        List<Map<String, Object>> items =
                shown.status() == 200 ? (List<Map<String, Object>>) shown.json().get("items") : List.of();
        if (items.isEmpty()) {
            return;
        }
        Map<String, Object> item = items.get(random.nextInt(items.size()));
        Object itemId = item.get("item_id");
        switch (action) {
            case "update" -> {
                written.remove(String.valueOf(item.get("text")));
                item(fixture, id, action, "item_id", itemId, "text", text("checklists", id));
            }
            case "remove" -> {
                written.remove(String.valueOf(item.get("text")));
                item(fixture, id, action, "item_id", itemId);
            }
            case "move" -> item(fixture, id, action, "item_id", itemId, "to", random.nextInt(items.size()));
            default -> item(fixture, id, action, "item_id", itemId);
        }
    }

    private static List<Map<String, Object>> relations(CasesFixture fixture, String id) {
        return (List<Map<String, Object>>) (List<?>)
                fixture.get("/api/tasks/" + id + "/relations?limit=1000").payload();
    }

    private void relate(CasesFixture fixture, String id, String other, String type) {
        if (id.equals(other)) {
            return;
        }
        List<Map<String, Object>> before = relations(fixture, id);
        String reason = text("relations", id, other);
        TestAnswer answer = fixture.post(
                "/api/tasks/" + id + "/link-case",
                Map.of("related_task_id", other, "relationship_type", type, "reason", reason));
        assertThat(answer.status()).as(answer.text()).isIn(200, 409);
        if (answer.status() == 409) {
            written.remove(reason);
        }
        List<Map<String, Object>> after = relations(fixture, id);
        before.stream()
                .map(relation -> String.valueOf(relation.get("reason")))
                .filter(was -> after.stream().noneMatch(relation -> was.equals(relation.get("reason"))))
                .forEach(written::remove);
    }

    private void unrelate(CasesFixture fixture, String id) {
        List<Map<String, Object>> relations = relations(fixture, id);
        if (relations.isEmpty()) {
            return;
        }
        Object other = relations.get(random.nextInt(relations.size())).get("case_id");
        relations.stream()
                .filter(relation -> other.equals(relation.get("case_id")))
                .forEach(relation -> written.remove(String.valueOf(relation.get("reason"))));
        done(fixture.request("DELETE", "/api/tasks/" + id + "/link-case")
                .json(Map.of("related_task_id", other))
                .send());
    }

    private void redact(CasesFixture fixture, String id) {
        List<Map<String, Object>> notes = fixture.notes(id).stream()
                .filter(note -> String.valueOf(note.get("content")).startsWith("text-"))
                .toList();
        if (!notes.isEmpty()) {
            Map<String, Object> note = notes.get(random.nextInt(notes.size()));
            done(fixture.post(
                    "/api/tasks/" + id + "/notes/" + note.get("note_id") + "/redact", Map.of("reason", "a customer")));
            String text = String.valueOf(note.get("content"));
            written.remove(text);
            redacted.add(text);
        }
    }

    private void restore(CasesFixture fixture) {
        var trash = (List<Map<String, Object>>)
                fixture.get("/api/tasks/trash?envelope=1").json().get("items");
        if (!trash.isEmpty()) {
            Object id = trash.get(random.nextInt(trash.size())).get("id");
            done(fixture.post("/api/tasks/" + id + "/restore"));
            restored++;
        }
    }

    private void remove(CasesFixture fixture, String id) {
        if (random.nextInt(3) > 0) {
            return;
        }
        var gone = new ArrayList<String>();
        String state = Json.compact(SyncClient.all(fixture, EXPAND).get(id)) + Json.compact(relations(fixture, id));
        written.forEach((text, place) -> {
            if (place.cases.contains(id) && state.contains(text)) {
                gone.add(text);
            }
        });
        gone.forEach(written::remove);
        done(fixture.delete("/api/tasks/" + id));
    }
}
