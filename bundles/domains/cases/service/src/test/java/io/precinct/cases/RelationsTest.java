package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Relations between two cases, and how relations follow the lists of links. */
// @req:link-relations
class RelationsTest {
    private static final String NOWHERE = "task-00000000-0000-7000-8000-000000000000";

    @ClassFixture
    private static CasesFixture fixture;

    private static TestAnswer link(String from, String to, @Nullable String type, @Nullable String reason) {
        var body = new LinkedHashMap<String, Object>(Map.of("related_task_id", to));
        if (type != null) {
            body.put("relationship_type", type);
        }
        if (reason != null) {
            body.put("reason", reason);
        }
        return fixture.post("/api/tasks/" + from + "/link-case", body);
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, @Nullable Object>> listed(String id) {
        TestAnswer answer = fixture.get("/api/tasks/" + id + "/relations?envelope=1");
        return (List<Map<String, @Nullable Object>>)
                (List<?>) Objects.requireNonNull(answer.json().get("items"));
    }

    /** Returns each relation as {@code <direction> <type> <case>[: <reason>]}. */
    private static List<String> relations(String id) {
        return listed(id).stream()
                .map(relation -> relation.get("direction") + " " + relation.get("type") + " " + relation.get("case_id")
                        + (relation.get("reason") == null ? "" : ": " + relation.get("reason")))
                .toList();
    }

    private static String lastChanges(String id) {
        return String.valueOf(fixture.notes(id).getLast().get("changes"));
    }

    @Test
    void severalTypesStandBetweenTwoCasesAndEachIsSeenFromBothSides() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        assertThat(link(one, two, null, "same street").status()).isEqualTo(200);
        CasesFixture.tick();
        link(one, two, "follows", "the same *door*");
        CasesFixture.tick();
        link(two, one, "follows", null);
        assertThat(relations(one))
                .containsExactly(
                        "out related " + two + ": same street",
                        "out follows " + two + ": the same *door*",
                        "in follows " + two);
        assertThat(relations(two))
                .containsExactly(
                        "in related " + one + ": same street",
                        "in follows " + one + ": the same *door*",
                        "out follows " + one);
        assertThat(fixture.read(one)).containsEntry("case_links", List.of(two));
        assertThat(fixture.read(two)).containsEntry("case_links", List.of(one));
        assertThat(fixture.eventTypes(one))
                .containsExactly("case_created", "case_linked", "case_linked", "case_linked");
        Map<String, @Nullable Object> first = listed(one).getFirst();
        assertThat(first).containsEntry("created_by", "default").containsEntry("reason", "same street");
        assertThat(String.valueOf(first.get("created_at")))
                .isEqualTo(fixture.notes(one).get(1).get("timestamp"));
    }

    @Test
    void whatIsOnlyLinkedGivesWayToWhatIsSaidLaterAndOnlyThat() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(two, one, null, null);
        link(one, two, "follows", null);
        assertThat(relations(one)).containsExactly("out follows " + two);
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of()));
        assertThat(relations(one)).as("said, not only listed").containsExactly("out follows " + two);

        String three = fixture.create("three");
        link(one, three, "related", "same street");
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of()));
        assertThat(relations(three)).containsExactly("in related " + one + ": same street");
    }

    @Test
    void anotherReasonIsKeptAndAnExactRepetitionChangesNothing() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(one, two, "follows", "first");
        TestAnswer other = link(one, two, "follows", "second");
        assertThat(other.status()).isEqualTo(200);
        assertThat(relations(one)).containsExactly("out follows " + two + ": second");
        for (String id : List.of(one, two)) {
            assertThat(fixture.eventTypes(id)).containsExactly("case_created", "case_linked", "field_updated");
            assertThat(lastChanges(id)).contains("reason=first").contains("reason=second");
        }
        assertThat(link(one, two, "follows", "second").json())
                .containsEntry("version", other.json().get("version"));
        assertThat(link(one, two, "follows", null).json())
                .containsEntry("version", other.json().get("version"));
        assertThat(relations(one)).containsExactly("out follows " + two + ": second");
    }

    @Test
    void whatIsOnlyRelatedHasNoDirection() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(one, two, null, null);
        link(two, one, "related", "as I said");
        assertThat(relations(one)).containsExactly("out related " + two + ": as I said");
        assertThat(relations(two)).containsExactly("in related " + one + ": as I said");
    }

    @Test
    void theyAreAListAsOthersAre() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        for (String type : List.of("blocks", "causes", "follows")) {
            link(one, two, type, null);
        }
        TestAnswer page = fixture.get("/api/tasks/" + one + "/relations?limit=2&fields=type");
        assertThat(page.text()).isEqualTo("[{\"type\":\"blocks\"},{\"type\":\"causes\"}]");
        assertThat(page.header("X-Total-Count")).isEqualTo("3");
        String next = Objects.requireNonNull(page.header("Link"));
        assertThat(fixture.get(next.substring(1, next.indexOf('>'))).text()).isEqualTo("[{\"type\":\"follows\"}]");
        assertThat(fixture.get("/api/tasks/" + NOWHERE + "/relations").status()).isEqualTo(404);
        assertThat(fixture.get("/api/tasks/x/relations").status()).isEqualTo(404);
    }

    private static TestAnswer takeOff(String target, Object body) {
        return fixture.request("DELETE", "/api/tasks/" + target).json(body).send();
    }

    // @req:link-removal
    @Test
    void aRelationIsTakenOffAndWithTheLastTheLink() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(one, two, "follows", "because");
        link(two, one, "explains", null);
        TestAnswer first =
                takeOff(one + "/link-case", Map.of("related_task_id", two, "relationship_type", "explained_by"));
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.json()).containsEntry("case_links", List.of(two));
        assertThat(relations(two)).containsExactly("in follows " + one + ": because");
        for (String id : List.of(one, two)) {
            assertThat(fixture.eventTypes(id).getLast()).isEqualTo("field_updated");
            assertThat(lastChanges(id)).contains("type=explains").doesNotContain("case_links");
        }
        takeOff(one + "/link-case", Map.of("related_task_id", two));
        for (String id : List.of(one, two)) {
            assertThat(relations(id)).isEmpty();
            assertThat(fixture.read(id)).containsEntry("case_links", List.of());
            assertThat(fixture.eventTypes(id).getLast()).isEqualTo("field_updated");
            assertThat(lastChanges(id)).contains("field=case_links").contains("type=follows");
        }
        TestAnswer gone = takeOff(one + "/link-case", Map.of("related_task_id", two));
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.json()).containsEntry("code", "relation_not_found");
    }

    // @req:link-removal
    @Test
    void aLinkToACaseThatIsGoneIsTakenOff() {
        String id = fixture.create("one");
        fixture.execute("UPDATE cases.task SET case_links = '[\"" + NOWHERE + "\"]' WHERE id = '" + id + "'");
        TestAnswer answer = takeOff(id + "/link-case", Map.of("related_task_id", NOWHERE));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).containsEntry("case_links", List.of());
    }

    // @req:link-removal
    @Test
    void tagsAreTakenOff() {
        String id = fixture.create("tags");
        fixture.patch("/api/tasks/" + id, Map.of("evidence_tags", List.of("blood", "glove")));
        assertThat(takeOff(id + "/evidence-tag", Map.of("tag", "blood")).json())
                .containsEntry("evidence_tags", List.of("glove"));
        assertThat(lastChanges(id)).contains("field=evidence_tags");
        TestAnswer gone = takeOff(id + "/evidence-tag", Map.of("tag", "blood"));
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.json()).containsEntry("code", "tag_not_found");
        assertThat(takeOff(id + "/evidence-tag", Map.of()).status()).isEqualTo(422);
    }

    // @req:link-removal
    @Test
    void linksAreTakenOffOneByOne() {
        String id = fixture.create("links");
        fixture.post(
                "/api/tasks/" + id + "/consciousness-links",
                Map.of(
                        "memories", List.of("a", Map.of("b", 1)),
                        "web_links", List.of("https://example.org"),
                        "context", "why"));
        TestAnswer some = takeOff(
                id + "/consciousness-links",
                Map.of(
                        "memories",
                        List.of(Map.of("b", 1), "c"),
                        "web_links",
                        List.of("https://example.org"),
                        "context",
                        "another"));
        assertThat(some.json())
                .containsEntry("consciousness_links", Map.of("memories", List.of("a"), "context", "why"));
        assertThat(lastChanges(id)).contains("field=consciousness_links");
        TestAnswer rest = takeOff(id + "/consciousness-links", Map.of("memories", List.of("a"), "context", "why"));
        assertThat(rest.json()).containsEntry("consciousness_links", Map.of());
        assertThat(takeOff(id + "/consciousness-links", Map.of("memories", List.of("a")))
                        .json())
                .containsEntry("version", rest.json().get("version"));
        assertThat(takeOff(id + "/consciousness-links", Map.of("memories", "a")).status())
                .isEqualTo(422);
    }

    // @req:link-removal
    @Test
    void detectivesTakeLinksOffAllCasesAndTagsOffTheirOwn() {
        String hers = (String) fixture.request("POST", "/api/tasks")
                .as("ada")
                .json(Map.of("label", "hers", "evidence_tags", List.of("mine")))
                .send()
                .json()
                .get("id");
        String other = fixture.create("other");
        link(other, hers, "follows", null);
        assertThat(fixture.request("DELETE", "/api/tasks/" + hers + "/link-case")
                        .as("bob")
                        .json(Map.of("related_task_id", other))
                        .send()
                        .status())
                .isEqualTo(200);
        TestAnswer tag = fixture.request("DELETE", "/api/tasks/" + hers + "/evidence-tag")
                .as("bob")
                .json(Map.of("tag", "mine"))
                .send();
        assertThat(tag.status()).isEqualTo(403);
        assertThat(tag.json()).containsEntry("code", "role_required");
    }

    // @req:link-existing
    @Test
    void linksToNothingAreRefusedWhereverTheyAreGiven() {
        String there = fixture.create("there");
        String id = fixture.create("linking");
        List<String> links = List.of(there, NOWHERE);
        TestAnswer user = fixture.request("PUT", "/api/tasks/" + id)
                .as("ada")
                .json(Map.of("label", "put", "case_links", links))
                .send();
        TestAnswer fresh = fixture.request("PUT", "/api/tasks/task-00000000-0000-4000-8000-0000000000f1")
                .as("ada")
                .json(Map.of("label", "put", "case_links", links))
                .send();
        for (TestAnswer refused : List.of(
                fixture.post("/api/tasks", Map.of("label", "new", "case_links", links)),
                fixture.post("/api/tasks/interrupt", Map.of("label", "new", "case_links", links)),
                fixture.patch("/api/tasks/" + id, Map.of("case_links", links)),
                user,
                fresh)) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(422);
            assertThat(refused.text()).contains("unknown_case");
            assertThat(RegisterTest.pointers(refused)).containsExactly("/case_links/1");
        }
        assertThat(fixture.read(id)).containsEntry("version", 1L);
        fixture.execute("UPDATE cases.task SET case_links = '[\"" + NOWHERE + "\"]' WHERE id = '" + id + "'");
        assertThat(fixture.patch("/api/tasks/" + id, Map.of("case_links", List.of(NOWHERE, there)))
                        .status())
                .as("what a case has already stays")
                .isEqualTo(200);
    }

    @Test
    void whatIsImportedMayComeBeforeWhatItIsLinkedWith() {
        String first = "task-00000000-0000-4000-8000-0000000000e1";
        String second = "task-00000000-0000-4000-8000-0000000000e2";
        assertThat(fixture.put("/api/tasks/" + first, Map.of("label", "first", "case_links", List.of(second)))
                        .status())
                .isEqualTo(201);
        assertThat(relations(first)).isEmpty();
        fixture.put("/api/tasks/" + second, Map.of("label", "second"));
        assertThat(relations(first)).containsExactly("out related " + second);
        String third = "task-00000000-0000-4000-8000-0000000000e3";
        String fourth = "task-00000000-0000-4000-8000-0000000000e4";
        TestAnswer push = fixture.post(
                "/api/sync/push",
                Map.of(
                        "tasks",
                        List.of(
                                Map.of("id", third, "label", "x", "case_links", List.of(fourth, NOWHERE)),
                                Map.of("id", fourth, "label", "y"))));
        assertThat(push.text()).contains("applied");
        assertThat(relations(third)).containsExactly("out related " + fourth);
    }

    @Test
    void relationsFollowTheListOfLinks() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String three = fixture.create("three");
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of(two, three)));
        assertThat(relations(one)).containsExactlyInAnyOrder("out related " + two, "out related " + three);
        assertThat(fixture.read(two)).containsEntry("case_links", List.of());
        fixture.put("/api/tasks/" + one, Map.of("label", "one", "case_links", List.of(three)));
        assertThat(relations(one)).containsExactly("out related " + three);
        link(three, one, "follows", null);
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of()));
        assertThat(relations(one)).containsExactly("in follows " + three);
        fixture.post("/api/tasks/" + one + "/undo");
        assertThat(fixture.read(one)).containsEntry("case_links", List.of(three));
        String made = (String) fixture.post("/api/tasks", Map.of("label", "made", "case_links", List.of(one)))
                .json()
                .get("id");
        assertThat(relations(made)).containsExactly("out related " + one);
    }

    @Test
    void aLinkToADeletedCaseDoesNotComeBack() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of(two)));
        fixture.patch("/api/tasks/" + one, Map.of("case_links", List.of()));
        fixture.delete("/api/tasks/" + two);
        TestAnswer undo = fixture.post("/api/tasks/" + one + "/undo");
        assertThat(undo.status()).isEqualTo(409);
        assertThat(undo.json()).containsEntry("code", "not_undoable");
    }

    @ParameterizedTest
    @CsvSource({
        "Blocks, blocks",
        "blocked-by, blocked_by",
        "'blocked by', blocked_by",
        "is_blocked_by, blocked_by",
        "isBlockedBy, blocked_by",
        "parent-of, parent_of",
        "child, ",
        "duplicates, duplicate_of",
        "Explained-by, explained_by",
        "former parent_of, ",
        "sees, "
    })
    void anotherTypeThanThoseThereAreIsRefusedWithTheNearest(String type, @Nullable String near) {
        String one = fixture.create("one");
        TestAnswer refused = link(one, fixture.create("two"), type, null);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text())
                .contains("\"/relationship_type\"", "\"enum\"", "\"allowed\":[\"related\",\"blocks\"");
        if (near == null) {
            assertThat(refused.text()).doesNotContain("did you mean");
        } else {
            assertThat(refused.text()).contains("did you mean " + near + "?");
        }
        assertThat(relations(one)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"follows, followed_by", "causes, caused_by", "duplicate_of, duplicated_by", "explains, explained_by"})
    void aTypeIsGivenFromEitherSideAndStoredOnce(String type, String inverse) {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(two, one, inverse, "said so");
        assertThat(relations(one)).containsExactly("out " + type + " " + two + ": said so");
        Object version = fixture.read(one).get("version");
        assertThat(link(one, two, type, "said so").json()).containsEntry("version", version);
        Map<String, String> off = Map.of("related_task_id", one, "relationship_type", inverse);
        assertThat(takeOff(two + "/link-case", off).json()).containsEntry("case_links", List.of());
        assertThat(takeOff(two + "/link-case", off).status()).isEqualTo(404);
    }

    @Test
    void aDeclaredTypeWithoutDirectionStandsOnceBetweenTwoCases() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(one, two, "resembles", null);
        link(two, one, "resembles", "the same gait");
        assertThat(relations(one)).containsExactly("out resembles " + two + ": the same gait");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Blocks", "former parent_of", "followed_by"})
    void aStoredTypeThatIsNoTypeIsReadAndTakenOffByItsName(String type) {
        String one = fixture.create("one");
        String two = fixture.create("two");
        fixture.execute("INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at) VALUES ('" + one
                + "', '" + two + "', '" + type + "', 'ada', now())");
        assertThat(relations(two)).containsExactly("in " + type + " " + one);
        TestAnswer off = takeOff(two + "/link-case", Map.of("related_task_id", one, "relationship_type", type));
        assertThat(off.status()).as(off.text()).isEqualTo(200);
        assertThat(relations(one)).isEmpty();
    }

    // @req:link-blocks
    @Test
    void whatBlocksIsStoredOnceAndSeenByDirection() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        link(two, one, "blocked_by", "first things first");
        assertThat(relations(one)).containsExactly("out blocks " + two + ": first things first");
        assertThat(relations(two)).containsExactly("in blocks " + one + ": first things first");
        Object version = fixture.read(one).get("version");
        link(one, two, "blocks", "first things first");
        assertThat(fixture.read(one)).containsEntry("version", version);
        assertThat(takeOff(one + "/link-case", Map.of("related_task_id", two, "relationship_type", "blocked_by"))
                        .status())
                .isEqualTo(404);
        assertThat(takeOff(two + "/link-case", Map.of("related_task_id", one, "relationship_type", "blocked_by"))
                        .json())
                .containsEntry("case_links", List.of());
    }

    // @req:link-blocks
    @Test
    void noCaseWaitsForItself() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String three = fixture.create("three");
        link(one, two, "blocks", null);
        link(two, three, "blocks", null);
        link(one, three, "blocks", null);
        TestAnswer circle = link(three, one, "blocks", null);
        assertThat(circle.status()).isEqualTo(409);
        assertThat(circle.json()).containsEntry("code", "circular").containsEntry("path", List.of(three, one, three));
        TestAnswer back = link(one, two, "blocked_by", null);
        assertThat(back.json()).containsEntry("path", List.of(two, one, two));
        takeOff(one + "/link-case", Map.of("related_task_id", three));
        assertThat(link(three, one, "blocks", null).json()).containsEntry("path", List.of(three, one, two, three));
        assertThat(relations(three)).containsExactly("in blocks " + two);
        takeOff(two + "/link-case", Map.of("related_task_id", three));
        assertThat(link(three, one, "blocks", null).status()).isEqualTo(200);
    }

    // @req:link-blocks
    @Test
    void ofTwoHalvesOfACircleThatComeAtOnceOneIsRefused() throws Exception {
        String one = fixture.create("one");
        String two = fixture.create("two");
        List<TestAnswer> answers = fixture.sendWhileLocked(
                one, () -> link(one, two, "blocks", null), () -> link(two, one, "blocks", null));
        assertThat(answers.stream().map(TestAnswer::status)).containsExactlyInAnyOrder(200, 409);
    }

    // @req:link-blocks
    @Test
    void listsAreFilteredByWhetherOpenCasesBlock() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        fixture.patch("/api/tasks/" + one, Map.of("detective", "blocks"));
        fixture.patch("/api/tasks/" + two, Map.of("detective", "blocks"));
        link(one, two, "blocks", null);
        String list = "/api/tasks?detective=blocks&fields=id&blocked=";
        assertThat(fixture.get(list + "true").text()).contains(two).doesNotContain(one);
        assertThat(fixture.get(list + "false").text()).contains(one).doesNotContain(two);
        fixture.post("/api/tasks/" + one + "/start");
        assertThat(fixture.get(list + "true").text()).contains(two);
        fixture.post("/api/tasks/" + one + "/close", Map.of("resolution", "done"));
        assertThat(fixture.get(list + "true").text()).isEqualTo("[]");
        assertThat(fixture.get(list + "false").text()).contains(one, two);
        assertThat(fixture.get(list + "perhaps").status()).isEqualTo(422);
    }

    // @req:link-deleted
    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "bulk", "sync"})
    void aDeletedCaseLeavesTheOthersWithANoteInEach(String how) {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String listing = fixture.create("listing");
        String gone = fixture.create("gone");
        link(one, two, null, null);
        link(one, gone, "follows", "because");
        link(gone, two, "explains", null);
        fixture.patch("/api/tasks/" + listing, Map.of("case_links", List.of(gone)));
        fixture.post("/api/tasks/" + gone + "/start");
        TestAnswer answer = switch (how) {
            case "bulk" -> takeOff("bulk", Map.of("ids", List.of(NOWHERE, gone)));
            case "sync" ->
                fixture.post(
                        "/api/sync/push",
                        Map.of("deleted", List.of(Map.of("id", gone, "deleted_at", "2199-01-01T00:00:00Z"))));
            default -> fixture.delete("/api/tasks/" + gone);
        };
        assertThat(answer.status()).as(answer.text()).isBetween(200, 204);
        assertThat(fixture.get("/api/tasks/" + gone).status()).isEqualTo(404);
        assertThat(relations(one)).containsExactly("out related " + two);
        assertThat(relations(two)).containsExactly("in related " + one);
        assertThat(fixture.read(one)).containsEntry("case_links", List.of(two));
        assertThat(fixture.read(two)).containsEntry("case_links", List.of(one));
        assertThat(fixture.read(listing)).containsEntry("case_links", List.of());
        for (String id : List.of(one, two, listing)) {
            assertThat(fixture.notes(id).getLast()).containsEntry("event_type", "field_updated");
            assertThat(lastChanges(id)).contains("field=case_links", "old=[", gone, "field=relations");
        }
        assertThat(lastChanges(one)).contains("type=follows", "reason=because");
    }

    // @req:link-deleted
    @Test
    void casesThatAreDeletedTogetherLeaveTheThird() {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String third = fixture.create("third");
        link(one, two, null, null);
        link(two, third, null, null);
        link(third, one, null, null);
        assertThat(takeOff("bulk", Map.of("ids", List.of(two, one))).text()).doesNotContain("not_found");
        assertThat(fixture.read(third)).containsEntry("case_links", List.of());
        assertThat(fixture.eventTypes(third))
                .containsExactly("case_created", "case_linked", "case_linked", "field_updated");
        assertThat(String.valueOf(fixture.notes(third).getLast().get("content")))
                .contains(one, two);
    }

    // @req:link-deleted
    @Test
    void aDetectiveDeletesHisOwnCaseThoughOthersAreLinkedWithIt() {
        String hers = (String) fixture.request("POST", "/api/tasks")
                .as("ada")
                .json(Map.of("label", "hers"))
                .send()
                .json()
                .get("id");
        String his = (String) fixture.request("POST", "/api/tasks")
                .as("bob")
                .json(Map.of("label", "his"))
                .send()
                .json()
                .get("id");
        link(hers, his, null, null);
        assertThat(fixture.request("DELETE", "/api/tasks/" + his)
                        .as("bob")
                        .send()
                        .status())
                .isEqualTo(204);
        assertThat(fixture.notes(hers).getLast()).containsEntry("detective", "bob");
        assertThat(fixture.read(hers)).containsEntry("case_links", List.of());
    }

    // @req:link-deleted
    @Test
    void whoeverLinksACaseWhileItIsDeletedEitherIsFirstOrIsRefused() throws Exception {
        String one = fixture.create("one");
        String gone = fixture.create("gone");
        List<TestAnswer> answers = fixture.sendWhileLocked(
                gone, () -> fixture.delete("/api/tasks/" + gone), () -> link(one, gone, "follows", null));
        assertThat(answers.getFirst().status()).isEqualTo(204);
        assertThat(answers.getLast().status()).isIn(200, 422);
        assertThat(fixture.read(one)).containsEntry("case_links", List.of());
        assertThat(relations(one)).isEmpty();
    }

    @Test
    void casesThatWereLinkedBeforeAreRelated() throws IOException {
        String one = fixture.create("one");
        String two = fixture.create("two");
        String three = fixture.create("three");
        fixture.request("POST", "/api/tasks/" + three + "/link-case")
                .header("X-Detective", "kim")
                .json(Map.of("related_task_id", one))
                .send();
        fixture.execute("UPDATE cases.task SET case_links = '[\"" + two + "\", \"" + three + "\", \"" + NOWHERE
                + "\", \"" + one + "\"]' WHERE id = '" + one + "'");
        fixture.migrateAgain("cases.relation", "010-relations.sql");
        assertThat(relations(one)).containsExactlyInAnyOrder(related(one, two), related(one, three));
        assertThat(listed(three).getFirst()).containsEntry("created_by", "kim");
        assertThat(relations(two)).containsExactly(related(two, one));
    }

    /** The relation leads from the smaller id to the larger one; ids of the same millisecond are in no order. */
    private static String related(String from, String to) {
        return (from.compareTo(to) < 0 ? "out" : "in") + " related " + to;
    }
}
