package io.precinct.cases.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.CasesFixture;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that an artifact contains all that belongs to a case, and restores it. */
// @req:export-import
@SuppressWarnings("unchecked") // plain data
class RestoredArtifactTest {
    @ClassFixture
    private static CasesFixture fixture;

    private static String path(String id) {
        return "/api/tasks/" + id;
    }

    private static Map<String, @Nullable Object> exported(String id) {
        return (Map<String, @Nullable Object>)
                fixture.post(path(id) + "/export").json().get("artifact");
    }

    private static String relations(String id) {
        return fixture.get(path(id) + "/relations").text();
    }

    private static TestAnswer put(String user, String role, String id, Map<String, @Nullable Object> artifact) {
        return fixture.request("PUT", path(id)).as(user, role).json(artifact).send();
    }

    @Test
    void casesThatReferToEachOtherAreRestoredWithRelationsAndTextInAnyOrder() {
        String parent = fixture.create("parent");
        String child = fixture.create("child");
        fixture.parent(parent, child);
        fixture.post(
                path(child) + "/link-case",
                Map.of("related_task_id", parent, "relationship_type", "blocks", "reason", "The **key** is inside."));
        fixture.post(path(parent) + "/lists", Map.of("name", "Door"));
        String node = "/api/graph/nodes/case-" + parent;
        String text = fixture.get(node).json().get("body") + "\n## Other\n\nA text of its own.\n";
        fixture.put(node, Map.of("body", text));
        Map<String, @Nullable Object> first = exported(parent);
        Map<String, @Nullable Object> second = exported(child);
        assertThat(first)
                .containsEntry("node", text)
                .containsEntry("parent", null)
                .containsEntry("children", List.of(child));
        assertThat(second)
                .containsEntry("node", null)
                .containsEntry("parent", parent)
                .containsEntry("children", List.of());
        String ofParent = relations(parent);
        String ofChild = relations(child);
        assertThat(ofChild).contains("The **key** is inside.", "\"out\"", "\"in\"");
        for (List<String> order : List.of(List.of(parent, child), List.of(child, parent))) {
            fixture.delete(path(parent));
            fixture.delete(path(child));
            for (String id : order) {
                TestAnswer answer = fixture.put(path(id), id.equals(parent) ? first : second);
                assertThat(answer.status()).as(answer.text()).isEqualTo(201);
                assertThat(answer.json()).doesNotContainKey("warnings");
            }
            assertThat(relations(parent)).isEqualTo(ofParent);
            assertThat(relations(child)).isEqualTo(ofChild);
            assertThat(fixture.get(node).json()).containsEntry("body", text);
        }
        Map<String, @Nullable Object> before = fixture.read(parent);
        assertThat(fixture.put(path(parent), exported(parent)).status()).isEqualTo(200);
        assertThat(fixture.read(parent))
                .as("an unchanged artifact changes nothing")
                .isEqualTo(before);
    }

    @Test
    void whatAnArtifactCannotRestoreIsNamed() {
        String id = fixture.create("child");
        fixture.parent(fixture.create("first parent"), id);
        fixture.post(path(id) + "/lists", Map.of("name", "Door"));
        Map<String, @Nullable Object> artifact = exported(id);
        fixture.delete(path(id));
        fixture.put(path(id), Map.of("label", "again"));
        fixture.parent(fixture.create("second parent"), id);
        fixture.put("/api/graph/nodes/case-" + id, Map.of("body", "# Another text\n"));
        TestAnswer answer = fixture.put(path(id), without(artifact, "task", artifact));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        var warnings = (List<Map<String, Object>>) answer.json().get("warnings");
        assertThat(warnings).extracting("code").containsExactly("not_restored", "not_restored");
        assertThat(warnings.get(0).get("message")).asString().contains("text around the checklists");
        assertThat(warnings.get(1).get("message")).asString().contains("parent_of");
        assertThat(fixture.get("/api/graph/nodes/case-" + id).json().get("body"))
                .asString()
                .startsWith("# Another text\n")
                .contains("### Door");
        Map<String, Object> sentBack = answer.json();
        assertThat(fixture.put(path(id), sentBack).status())
                .as("the warnings are ignored on input")
                .isEqualTo(200);
    }

    /** Returns the artifact of a case without the version in it, which is older than the present case. */
    private static Map<String, @Nullable Object> without(
            Map<String, @Nullable Object> artifact, String member, Map<String, @Nullable Object> from) {
        Map<String, @Nullable Object> task = new LinkedHashMap<>((Map<String, @Nullable Object>) from.get(member));
        task.remove("version");
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(artifact);
        changed.put(member, task);
        changed.remove("content_hash");
        return changed;
    }

    @Test
    void aLeadRestoresWhatOthersWroteAsItWasExported() {
        String id = fixture.create("many hands");
        fixture.request("POST", path(id) + "/notes")
                .as("bob", "detective")
                .json(Map.of("note", "Bob was here."))
                .send();
        Map<String, @Nullable Object> artifact = exported(id);
        fixture.delete(path(id));
        TestAnswer refused = put("ada", "detective", id, artifact);
        assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        Map<String, @Nullable Object> edited = without(artifact, "task", artifact);
        assertThat(put("lea", "lead", id, edited).status())
                .as("an edited artifact could forge notes")
                .isEqualTo(403);
        TestAnswer restored = put("lea", "lead", id, artifact);
        assertThat(restored.status()).as(restored.text()).isEqualTo(201);
        assertThat(fixture.notes(id)).extracting("detective").contains("bob");
        assertThat(fixture.notes(id).getLast().get("detective")).isEqualTo("lea");
    }

    @Test
    void aDetectiveRestoresRelationsOnlyToCasesThatExist() {
        String id = (String) fixture.request("POST", "/api/tasks")
                .as("ada", "detective")
                .json(Map.of("label", "hers"))
                .send()
                .json()
                .get("id");
        String other = fixture.create("other");
        fixture.link(id, other, "blocks");
        Map<String, @Nullable Object> artifact = exported(id);
        fixture.delete(path(other));
        Map<String, @Nullable Object> task = new LinkedHashMap<>(fixture.read(id));
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(artifact);
        sent.put("task", task);
        sent.remove("content_hash");
        TestAnswer answer = put("ada", "detective", id, sent);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).contains("not_restored", "there is no case " + other);
        assertThat(relations(id)).isEqualTo("[]");
    }

    private static Map<String, @Nullable Object> relation(String other, String type, String direction) {
        var relation = new LinkedHashMap<String, @Nullable Object>();
        relation.put("case_id", other);
        relation.put("type", type);
        relation.put("reason", null);
        relation.put("direction", direction);
        relation.put("created_by", "ada");
        relation.put("created_at", "2026-01-01T00:00:00.000Z");
        return relation;
    }

    private static TestAnswer put(String id, String user, String role, List<Map<String, @Nullable Object>> relations) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(exported(id));
        sent.put("relations", relations);
        sent.remove("content_hash");
        return put(user, role, id, sent);
    }

    // @req:link-relations
    @Test
    void relationsHaveTheirStoredTypesWhicheverNameAnArtifactGivesThem() {
        String one = fixture.create("one");
        String other = fixture.create("other");
        String third = fixture.create("third");
        TestAnswer turned = put(
                one,
                "lea",
                "lead",
                List.of(
                        relation(other, "blocked_by", "out"),
                        relation(third, "child_of", "in"),
                        relation(other, "explained_by", "out")));
        assertThat(turned.status()).as(turned.text()).isEqualTo(200);
        assertThat(relations(one))
                .contains("\"type\":\"blocks\"", "\"type\":\"parent_of\"", "\"type\":\"explains\"")
                .doesNotContain("blocked_by", "explained_by", "child_of");
        assertThat(fixture.get("/api/tasks?blocked=true").text()).contains(one);
        assertThat(fixture.get(path(third) + "/relations").text()).contains("\"direction\":\"in\"");

        TestAnswer circular = put(other, "lea", "lead", List.of(relation(one, "blocked_by", "out")));
        assertThat(circular.text()).contains("not_restored");
    }

    @Test
    void onlyImportsBringTypesThatAreNotDeclaredHere() {
        String one = fixture.create("one");
        String other = fixture.create("other");
        TestAnswer refused = put(one, "ada", "detective", List.of(relation(other, "Blocks", "out")));
        assertThat(refused.status()).as(refused.text()).isEqualTo(200);
        assertThat(refused.text())
                .contains("not_restored", "the relation Blocks with " + other, "only related, blocks");
        assertThat(relations(one)).isEqualTo("[]");

        assertThat(put(one, "sam", "sync", List.of(relation(other, "elsewhere", "out")))
                        .status())
                .isEqualTo(200);
        assertThat(relations(one)).contains("\"type\":\"elsewhere\"");
        assertThat(put(one, "ada", "detective", List.of(relation(other, "elsewhere", "out")))
                        .text())
                .as("what is there stays")
                .doesNotContain("not_restored");
    }
}
