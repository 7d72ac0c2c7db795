package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.CasesFixture;
import io.precinct.testkit.TestAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Sync includes the checklists and relations of a case if the client requests them. */
@SuppressWarnings("unchecked") // plain data
class ExpandedSyncTest {
    private static final List<String> EXPAND = List.of("checklists", "relations");

    @AutoClose
    private final CasesFixture here = new CasesFixture();

    @AutoClose
    private final CasesFixture there = new CasesFixture();

    private final SyncClient peer = new SyncClient(here, there, EXPAND);

    private void converged() {
        assertThat(SyncClient.hashes(here, EXPAND)).isEqualTo(SyncClient.hashes(there, EXPAND));
    }

    private static Map<String, Object> execute(
            CasesFixture fixture, String id, String list, String action, @Nullable Object... params) {
        TestAnswer answer = fixture.post(
                "/api/tasks/" + id + "/lists/" + list + "/execute",
                Data.map("action", action, "params", Data.map(params)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** Returns the items of a list as {@code [x] text} or {@code [ ] text}. */
    private static List<String> items(CasesFixture fixture, String id, String list) {
        return ((List<Map<String, Object>>) execute(fixture, id, list, "list").get("items"))
                .stream()
                        .map(item -> (Boolean.TRUE.equals(item.get("checked")) ? "[x] " : "[ ] ") + item.get("text"))
                        .toList();
    }

    @Test
    void listsGoWithTheirCaseAndKeepTheIdsOfTheirItems() {
        String id = here.create("disk");
        for (String text : List.of("call", "call", "ends like an id ^k3f9")) {
            execute(here, id, "Steps", "add", "text", text);
        }
        execute(here, id, "Steps", "check", "index", 1);
        peer.sync();
        converged();
        assertThat(execute(there, id, "steps", "list").get("items"))
                .isEqualTo(execute(here, id, "steps", "list").get("items"));
        assertThat(there.eventTypes(id)).isEqualTo(here.eventTypes(id));
        assertThat(peer.sync()).as("nothing is left to do").isEmpty();
    }

    @Test
    void itemsThatEachSideChangedAreMerged() {
        String id = here.create("disk");
        for (String text : List.of("one", "two", "three")) {
            execute(here, id, "Steps", "add", "text", text);
        }
        peer.sync();
        execute(here, id, "steps", "check", "index", 0);
        execute(here, id, "steps", "remove", "index", 2);
        execute(there, id, "steps", "update", "index", 0, "text", "one, retold");
        execute(there, id, "steps", "update", "index", 2, "text", "three, retold");
        execute(there, id, "steps", "add", "text", "four");
        execute(there, id, "More", "add", "text", "five");
        List<Map<String, Object>> results = peer.sync();
        converged();
        assertThat(items(here, id, "steps"))
                .containsExactly("[x] one, retold", "[ ] two", "[ ] three, retold", "[ ] four");
        assertThat(items(here, id, "more")).containsExactly("[ ] five");
        assertThat((List<Map<String, Object>>) results.getFirst().get("lost"))
                .extracting(lost -> lost.get("value"))
                .containsExactly((Object) null);
    }

    @Test
    void listsThatASideRemovedAreRemoved() {
        String id = here.create("disk");
        execute(here, id, "Steps", "add", "text", "one");
        execute(here, id, "More", "add", "text", "two");
        peer.sync();
        here.delete("/api/tasks/" + id + "/lists/steps");
        there.delete("/api/tasks/" + id + "/lists/more");
        peer.sync();
        converged();
        assertThat((List<?>) here.get("/api/tasks/" + id + "/lists").payload()).isEmpty();
    }

    @Test
    void aPushWithoutListsLeavesThem() {
        String id = here.create("disk");
        execute(here, id, "Steps", "add", "text", "one");
        Map<String, Object> task = SyncClient.all(here).get(id);
        assertThat(task).doesNotContainKey("checklists");
        SyncClient.push(here, List.of(Data.map("id", id, "priority", 1)), List.of());
        assertThat(items(here, id, "steps")).containsExactly("[ ] one");
        SyncClient.push(here, List.of(Data.map("id", id, "checklists", Data.list())), List.of());
        assertThat((List<?>) here.get("/api/tasks/" + id + "/lists").payload())
                .as("without a base nothing is removed")
                .hasSize(1);
        String base = SyncClient.hash(SyncClient.all(here, EXPAND).get(id));
        SyncClient.push(here, List.of(Data.map("id", id, "checklists", Data.list(), "base_hash", base)), List.of());
        assertThat((List<?>) here.get("/api/tasks/" + id + "/lists").payload()).isEmpty();
    }

    @Test
    void listsThatCannotBeStoredAreRejectedWithTheirCase() {
        String id = here.create("disk");
        Map<String, Object> before = here.read(id);
        Map<String, Object> bad =
                Data.map("name", "A", "slug", "Upper", "items", Data.list(Data.map("item_id", "a b", "text", "t")));
        Map<String, Object> result = SyncClient.push(
                        here, List.of(Data.map("id", id, "label", "other", "checklists", Data.list(bad))), List.of())
                .getFirst();
        assertThat(result).containsEntry("status", "rejected");
        assertThat((List<Map<String, Object>>) result.get("errors"))
                .extracting(error -> error.get("pointer"))
                .containsExactly("/checklists/0/items/0/checked");

        Map<String, Object> large = Data.map(
                "name",
                "A",
                "slug",
                "a",
                "items",
                Data.list(Data.map("item_id", "a", "text", "x".repeat(1 << 20), "checked", true)));
        result = SyncClient.push(
                        here, List.of(Data.map("id", id, "label", "other", "checklists", Data.list(large))), List.of())
                .getFirst();
        assertThat(result).containsEntry("status", "rejected");
        assertThat(String.valueOf(result.get("errors"))).contains("node_too_large");
        assertThat(here.read(id)).isEqualTo(before);
    }

    @Test
    void aDeletionTellsTheListsThatItsClientDoesNotKnow() {
        String kept = here.create("known");
        String changed = here.create("changed");
        execute(here, kept, "Steps", "add", "text", "one");
        execute(here, changed, "Steps", "add", "text", "one");
        Map<String, Map<String, Object>> known = SyncClient.all(here, EXPAND);
        execute(here, changed, "Steps", "add", "text", "two");
        Map<String, Map<String, Object>> last = SyncClient.all(here, EXPAND);
        List<Map<String, Object>> results = SyncClient.push(
                here, List.of(), List.of(deletion(kept, known.get(kept)), deletion(changed, known.get(changed))));
        assertThat(results.getFirst()).containsEntry("status", "applied").doesNotContainKey("lost");
        assertThat(results.getLast()).containsEntry("status", "applied");
        assertThat(((List<Map<String, Object>>) results.getLast().get("lost"))
                        .getFirst()
                        .get("value"))
                .isEqualTo(CaseHash.state(last.get(changed)));
    }

    private static Map<String, Object> deletion(String id, Map<String, Object> state) {
        return Data.mapBuilder()
                .putAll(SyncClient.deletion(id, Instant.now()))
                .put("base_hash", SyncClient.hash(state))
                .build();
    }

    private static TestAnswer link(CasesFixture fixture, String id, String other, String type, String reason) {
        return fixture.post(
                "/api/tasks/" + id + "/link-case",
                Map.of("related_task_id", other, "relationship_type", type, "reason", reason));
    }

    private static List<String> relations(CasesFixture fixture, String id) {
        return ((List<Map<String, Object>>)
                        (List<?>) fixture.get("/api/tasks/" + id + "/relations").payload())
                .stream()
                        // {@code related} has no direction, and each instance creates one without a reason by itself
                        .map(relation -> relation.get("type").equals("related")
                                ? "related: " + relation.get("reason")
                                : relation.get("direction") + " " + relation.get("type") + ": " + relation.get("reason")
                                        + " by " + relation.get("created_by"))
                        .sorted()
                        .toList();
    }

    @Test
    void relationsGoWithTheCaseThatHoldsThemWhicheverComesFirst() {
        String one = here.create("one");
        String two = here.create("two");
        link(here, one, two, "blocks", "first");
        // of a type that clients cannot give
        here.execute("INSERT INTO cases.relation (from_id, to_id, type, reason, created_by, created_at) VALUES ('" + two
                + "', '" + one + "', 'caused by', 'second', 'ada', now())");
        link(here, two, one, "related", "third");
        link(here, one, two, "child_of", "fourth");
        List<String> expected = relations(here, one);
        assertThat(expected).hasSize(4);
        for (List<String> order : List.of(List.of(one, two), List.of(two, one))) {
            try (var third = new CasesFixture()) {
                Map<String, Map<String, Object>> states = SyncClient.all(here, EXPAND);
                for (String id : order) {
                    List<Map<String, Object>> results = SyncClient.push(third, List.of(states.get(id)), List.of());
                    assertThat(results.getFirst())
                            .containsEntry("status", "applied")
                            .containsEntry("hash", SyncClient.hash(states.get(id)));
                }
                assertThat(relations(third, one)).isEqualTo(expected);
                assertThat(third.get("/api/tasks/" + one + "/progress").json()).containsEntry("parent", two);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        peer.sync();
        converged();
        assertThat(relations(there, one)).isEqualTo(expected);
    }

    @Test
    void aChildThatChangesItsParentDoesSoWhicheverOfThemComesFirst() {
        String child = here.create("child");
        List<String> parents = List.of(here.create("a"), here.create("b"));
        for (String parent : List.of(parents.getFirst(), parents.getLast(), parents.getFirst())) {
            here.request("DELETE", "/api/tasks/" + child + "/link-case")
                    .json(Map.of("related_task_id", parents.getFirst()))
                    .send();
            here.request("DELETE", "/api/tasks/" + child + "/link-case")
                    .json(Map.of("related_task_id", parents.getLast()))
                    .send();
            assertThat(link(here, child, parent, "child_of", "moved").status()).isEqualTo(200);
            peer.sync();
            converged();
            assertThat(there.get("/api/tasks/" + child + "/progress").json()).containsEntry("parent", parent);
        }
    }

    @Test
    void ofTwoParentsTheLaterStaysAndACircleIsLost() {
        List<String> ids = List.of(here.create("a"), here.create("b"), here.create("c"));
        peer.sync();
        link(here, ids.get(0), ids.get(1), "child_of", "here");
        link(here, ids.get(1), ids.get(2), "blocks", "one way");
        CasesFixture.tick();
        link(there, ids.get(0), ids.get(2), "child_of", "there");
        link(there, ids.get(2), ids.get(1), "blocks", "the other way");
        List<Map<String, Object>> results = peer.sync();
        converged();
        String lost = String.valueOf(results);
        assertThat(lost).contains("relations." + ids.get(1) + ".child_of", "here");
        assertThat(here.get("/api/tasks/" + ids.get(0) + "/progress").json()).containsEntry("parent", ids.get(2));
        assertThat(relations(here, ids.get(1)))
                .containsExactly("in blocks: the other way by default", "related: null")
                .isEqualTo(relations(there, ids.get(1)));
        assertThat(lost).contains(".blocks");
    }

    @Test
    void aPushSaysWhatIsWrongWithItsRelations() {
        String id = here.create("a");
        String other = "task-00000000-0000-7000-8000-000000000001";
        Map<String, Object> relation = Data.map(
                "case_id",
                other,
                "type",
                "blocks",
                "reason",
                null,
                "created_by",
                "kim",
                "created_at",
                Instant.now().toString());
        List<Object> bad = List.of(
                with(relation, "case_id", id),
                with(relation, "type", "blocked_by"),
                with(relation, "type", "parent_of"),
                with(relation, "type", "related"),
                with(with(relation, "type", "related"), "reason", "greater id"),
                relation,
                relation);
        Map<String, Object> result = SyncClient.push(here, List.of(Data.map("id", id, "relations", bad)), List.of())
                .getFirst();
        assertThat(result).containsEntry("status", "rejected");
        assertThat((List<Map<String, Object>>) result.get("errors"))
                .extracting(error -> error.get("pointer"))
                .containsExactly(
                        "/relations/0/case_id",
                        "/relations/1/type",
                        "/relations/2/type",
                        "/relations/3/type",
                        "/relations/4/type",
                        "/relations/6/type");
        assertThat(relations(here, id)).isEmpty();
    }

    @Test
    void aCaseThatIsRelatedToOneToComeCanBeDeleted() {
        String id = here.create("a");
        Map<String, Object> relation = Data.map(
                "case_id", "task-00000000-0000-7000-8000-000000000001",
                "type", "blocks",
                "reason", null,
                "created_by", "kim",
                "created_at", Instant.now().toString());
        SyncClient.push(here, List.of(Data.map("id", id, "relations", List.of(relation))), List.of());
        assertThat(relations(here, id)).containsExactly("out blocks: null by kim");
        assertThat(here.delete("/api/tasks/" + id).status()).isEqualTo(204);
        assertThat(here.execute("DELETE FROM cases.relation WHERE from_id = '" + id + "'"))
                .isZero();
    }

    private static Map<String, Object> with(Map<String, Object> map, String name, Object value) {
        return Data.mapBuilder().putAll(map).put(name, value).build();
    }

    @Test
    void aWrongExpansionIsRefused() {
        for (Object expand : List.of("checklists", List.of("frobnicate"), 7)) {
            assertThat(here.post("/api/sync/pull", Map.of("ids", List.of(), "expand", expand))
                            .status())
                    .isEqualTo(422);
            assertThat(here.post("/api/sync/manifest", Map.of("expand", expand)).status())
                    .isEqualTo(422);
        }
    }
}
