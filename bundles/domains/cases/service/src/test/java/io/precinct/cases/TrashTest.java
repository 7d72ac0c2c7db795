package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.trash.Trash;
import io.precinct.cases.trash.TrashSettings;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests who may delete a case, and that the trash lists and restores it with everything that belongs to it. */
// @req:case-delete
class TrashTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static String path(String id) {
        return "/api/tasks/" + id;
    }

    private static TestAnswer send(String user, String role, String method, String target, @Nullable Object body) {
        return fixture.request(method, target).as(user, role).json(body).send();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> trash(String user, String role) {
        return (List<Map<String, Object>>) fixture.request("GET", "/api/tasks/trash?limit=1000&envelope=1")
                .as(user, role)
                .send()
                .json()
                .get("items");
    }

    private static TestAnswer restore(String id) {
        return fixture.post(path(id) + "/restore");
    }

    private static String relations(String id) {
        return fixture.get(path(id) + "/relations").text();
    }

    @Test
    void aRestoredCaseIsAsItWasWithItsNotesListsTextRelationsAndLinks() {
        String id = fixture.create("whole");
        String parent = fixture.create("parent");
        String child = fixture.create("child");
        String friend = fixture.create("friend");
        fixture.parent(parent, id);
        fixture.parent(id, child);
        fixture.link(id, friend, "blocks");
        fixture.link(friend, id, "related");
        fixture.patch(path(id), Map.of("priority", 1, "evidence_tags", List.of("disk"), "due_date", "2031-01-01"));
        fixture.post(path(id) + "/notes", Map.of("note", "By **hand**.", "detective", "ada"));
        fixture.post(path(id) + "/lists", Map.of("name", "To check"));
        fixture.post(
                path(id) + "/lists/to-check/execute", Map.of("action", "add", "params", Map.of("text", "free space")));
        String node = "/api/graph/nodes/case-" + id;
        String text = fixture.get(node).json().get("body") + "\n## Other\n\nA text of its own.\n";
        fixture.put(node, Map.of("body", text));
        fixture.post(path(id) + "/pin");
        fixture.post(path(id) + "/touch");
        Map<String, Object> before = fixture.read(id);
        String relationsBefore = relations(id);
        Object links = fixture.read(friend).get("case_links");
        assertThat(fixture.delete(path(id)).status()).isEqualTo(204);
        assertThat(fixture.read(friend).get("case_links")).isEqualTo(List.of());
        assertThat(fixture.get(path(id)).status()).isEqualTo(404);
        assertThat(fixture.get("/api/tasks/search?q=whole").text()).doesNotContain(id);
        assertThat(fixture.get("/api/tasks?limit=1000").text()).doesNotContain(id);

        assertThat(fixture.request("POST", path(id) + "/restore")
                        .header("If-Match", "\"v999\"")
                        .send()
                        .json())
                .containsEntry("code", "precondition_failed")
                .containsEntry("version", before.get("version"));
        TestAnswer restored = restore(id);
        assertThat(restored.status()).as(restored.text()).isEqualTo(200);
        Map<String, Object> after = fixture.read(id);
        long version = (Long) before.get("version");
        assertThat(after).containsEntry("version", version + 1);
        assertThat(restored.header("ETag")).startsWith("\"v" + (version + 1));
        for (String same : before.keySet()) {
            if (!List.of("version", "updated_at", "investigation_notes").contains(same)) {
                assertThat(after.get(same)).as(same).isEqualTo(before.get(same));
            }
        }
        List<Map<String, Object>> notes = fixture.notes(id);
        assertThat(notes.subList(0, notes.size() - 1)).isEqualTo(before.get("investigation_notes"));
        assertThat(notes.getLast())
                .extracting("content")
                .asString()
                .startsWith("Restored from the trash")
                .doesNotContain("Not restored");
        assertThat(relations(id)).isEqualTo(relationsBefore);
        assertThat(fixture.get(node).json()).containsEntry("body", text);
        assertThat(fixture.read(friend).get("case_links")).isEqualTo(links);
        assertThat(fixture.get("/api/tasks/search?q=whole").text()).contains(id);
        assertThat(restore(id).json()).containsEntry("code", "not_in_trash");
        assertThat(fixture.get("/api/tasks/trash").status())
                .as("without a user")
                .isEqualTo(200);
    }

    @Test
    void casesThatReferToEachOtherAreRestoredInAnyOrder() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        fixture.link(one, two, "blocks");
        fixture.parent(two, one);
        String ofOne = relations(one);
        String ofTwo = relations(two);
        Object links = fixture.read(one).get("case_links");
        fixture.delete(path(one));
        fixture.delete(path(two));
        assertThat(restore(one).status()).isEqualTo(200);
        assertThat(restore(two).status()).isEqualTo(200);
        assertThat(relations(one)).isEqualTo(ofOne);
        assertThat(relations(two)).isEqualTo(ofTwo);
        assertThat(fixture.read(one).get("case_links")).isEqualTo(links);
    }

    @Test
    void whatCannotBeRestoredIsNamed() {
        String id = fixture.create("orphan");
        String first = fixture.create("first parent");
        fixture.parent(first, id);
        String blocked = fixture.create("blocked");
        fixture.link(id, blocked, "blocks");
        fixture.delete(path(id));
        fixture.link(blocked, first, "blocks");
        fixture.put(path(id), Map.of("label", "in between"));
        assertThat(restore(id).status()).as("created again").isEqualTo(404);
        fixture.delete(path(id));
        assertThat(restore(id).status()).isEqualTo(200);
        assertThat(fixture.read(id)).containsEntry("label", "in between");

        String circle = fixture.create("circle");
        fixture.link(circle, blocked, "blocks");
        fixture.delete(path(circle));
        fixture.put(path(circle), Map.of("label", "x"));
        fixture.delete(path(circle));
        String late = fixture.create("late");
        fixture.link(late, blocked, "parent_of");
        String other = fixture.create("other");
        fixture.parent(other, late);
        fixture.delete(path(late));
        fixture.parent(first, blocked);
        TestAnswer restored = restore(late);
        assertThat(restored.status()).isEqualTo(200);
        assertThat(fixture.notes(late).getLast().get("content"))
                .asString()
                .contains("Not restored: the relation parent_of with " + blocked);
        assertThat(restored.text()).contains("\"warnings\"", "\"not_restored\"");
    }

    @Test
    void theTrashSaysWhoDeletedACaseAndInWhatWay() {
        List<String> ids = List.of(fixture.create("a"), fixture.create("b"), fixture.create("c"));
        send("lea", "lead", "DELETE", path(ids.get(0)), null);
        send("lea", "lead", "DELETE", "/api/tasks/bulk", Map.of("ids", List.of(ids.get(1))));
        send(
                "syncer",
                "sync",
                "POST",
                "/api/sync/push",
                Map.of(
                        "tasks",
                        List.of(),
                        "deleted",
                        List.of(Map.of("id", ids.get(2), "deleted_at", "2030-01-01T00:00:00.000Z"))));
        List<Map<String, Object>> listed = trash("lea", "lead");
        List<String> ways = List.of("lea delete", "lea bulk", "syncer sync");
        for (int i = 0; i < 3; i++) {
            String id = ids.get(i);
            Map<String, Object> entry = listed.stream()
                    .filter(each -> each.get("id").equals(id))
                    .findFirst()
                    .orElseThrow();
            assertThat(entry.get("deleted_by") + " " + entry.get("via")).isEqualTo(ways.get(i));
            assertThat(entry.get("version")).hasToString("1");
            assertThat(entry).containsKeys("label", "deleted_at", "kept_until");
            assertThat(restore(id).status()).isEqualTo(200);
        }
        assertThat(trash("lea", "lead")).noneMatch(entry -> ids.contains(entry.get("id")));
    }

    @Test
    void aCaseWithNotesOfOthersIsDeletedByALeadOnly() {
        String id = fixture.create("nobody's");
        send("bob", "detective", "POST", path(id) + "/notes", Map.of("note", "Mine."));
        TestAnswer refused = send("ada", "detective", "DELETE", path(id), null);
        assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        assertThat(refused.json())
                .containsEntry("code", "role_required")
                .containsEntry("roles", List.of("lead"))
                .containsEntry("authors", List.of("bob"));
        send("ada", "detective", "POST", path(id) + "/assign-detective", Map.of("detective", "ada"));
        assertThat(send("ada", "detective", "DELETE", path(id), null).status())
                .as("her own case, but bob's note")
                .isEqualTo(403);
        assertThat(send("lea", "lead", "DELETE", path(id), null).status()).isEqualTo(204);
        String own = fixture.create("with her own note");
        send("ada", "detective", "POST", path(own) + "/notes", Map.of("note", "Mine."));
        assertThat(send("ada", "detective", "DELETE", path(own), null).status()).isEqualTo(204);
    }

    @Test
    void whoDeletedACaseRestoresItAndSoDoesALead() {
        String id = fixture.create("ada's mistake");
        send("ada", "detective", "DELETE", path(id), null);
        assertThat(trash("bob", "detective")).noneMatch(entry -> entry.get("id").equals(id));
        assertThat(trash("ada", "detective")).anyMatch(entry -> entry.get("id").equals(id));
        assertThat(trash("lea", "lead")).anyMatch(entry -> entry.get("id").equals(id));
        assertThat(send("bob", "detective", "POST", path(id) + "/restore", Map.of())
                        .status())
                .isEqualTo(403);
        assertThat(send("ada", "detective", "POST", path(id) + "/restore", Map.of())
                        .status())
                .isEqualTo(200);
        send("ada", "detective", "DELETE", path(id), null);
        assertThat(send("lea", "lead", "POST", path(id) + "/restore", Map.of()).status())
                .isEqualTo(200);
    }

    @Test
    void onlyWhoMayRestoreACaseMayCreateItAgain() {
        String id = fixture.create("a lead deletes it");
        fixture.post(path(id) + "/notes", Map.of("note", "what nobody else has", "detective", "ada"));
        send("lea", "lead", "DELETE", path(id), null);

        TestAnswer refused = send("bob", "detective", "PUT", path(id), Map.of("label", "mine"));
        assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        assertThat(refused.json()).containsEntry("code", "role_required");
        assertThat(refused.text()).contains("lea has deleted it");
        assertThat(fixture.get(path(id)).status()).isEqualTo(404);
        assertThat(send("lea", "lead", "POST", path(id) + "/restore", Map.of()).text())
                .contains("what nobody else has");

        String own = fixture.create("bob deletes it");
        send("bob", "detective", "DELETE", path(own), null);
        assertThat(send("bob", "detective", "PUT", path(own), Map.of("label", "again"))
                        .status())
                .isEqualTo(201);
        assertThat(trash("lea", "lead")).noneMatch(entry -> entry.get("id").equals(own));
    }

    // @req:note-redact
    @Test
    void whatACaseHadWhenItWasDeletedIsRestoredEvenIfItEqualsARedactedText() {
        String twice = fixture.create("call Bob");
        for (int i = 0; i < 3; i++) {
            fixture.post(path(twice) + "/notes", Map.of("note", "call Bob", "detective", "ada"));
        }
        redact(twice);
        String before = fixture.get(path(twice) + "/notes").text();
        fixture.delete(path(twice));

        TestAnswer restored = restore(twice);
        assertThat(restored.status()).as(restored.text()).isEqualTo(200);
        assertThat(restored.json()).containsEntry("label", "call Bob");
        assertThat(fixture.get(path(twice) + "/notes").text()).startsWith(before.substring(0, before.length() - 1));
        assertThat(fixture.post(path(twice) + "/notes", Map.of("note", "call Bob Smith"))
                        .status())
                .isEqualTo(201);
    }

    private static void redact(String id) {
        TestAnswer redacted = send("lea", "lead", "POST", path(id) + "/notes/1/redact", Map.of("reason", "a name"));
        assertThat(redacted.status()).as(redacted.text()).isEqualTo(200);
    }

    @Test
    void aCaseWithANodeIsNotRestoredWhileNoBundleKeepsChecklists() throws Exception {
        String id = fixture.create("with a list");
        fixture.post(path(id) + "/lists", Map.of("name", "Door"));
        fixture.delete(path(id));
        var alone = new CaseServices(fixture.databases(), fixture.services().events());
        var trash = new Trash(alone, TrashSettings.fixed(Duration.ofDays(30)));
        try (TestChain chain = TestChain.empty().family("trash", trash).start()) {
            TestAnswer refused = chain.request("POST", path(id) + "/restore").send();
            assertThat(refused.status()).as(refused.text()).isEqualTo(502);
            assertThat(refused.json()).containsEntry("code", "checklists_unavailable");
        } finally {
            trash.close();
        }
        assertThat(restore(id).status()).as("nothing was lost").isEqualTo(200);
        assertThat(fixture.get(path(id) + "/lists").text()).contains("Door");
    }

    @Test
    void whatTheTrashHasKeptLongEnoughIsRemovedButItsVersionStays() {
        String id = fixture.create("old");
        fixture.patch(path(id), Map.of("priority", 1));
        fixture.delete(path(id));
        fixture.execute(
                "UPDATE cases.departure SET deleted_at = deleted_at - interval '31 days' WHERE id = '" + id + "'");
        assertThat(trash("lea", "lead")).noneMatch(entry -> entry.get("id").equals(id));
        assertThat(restore(id).status()).isEqualTo(404);
        var emptying = new Trash(fixture.services(), TrashSettings.fixed(Duration.ofDays(30)));
        try {
            fixture.awaitSql("SELECT content IS NULL AND label IS NULL AND deleted_by = 'default' AND via = 'delete'"
                    + " AND version = 2 FROM cases.departure WHERE id = '" + id + "'");
        } finally {
            emptying.close();
        }
        assertThat(fixture.put(path(id), Map.of("label", "new")).json()).containsEntry("version", 3L);
    }
}
