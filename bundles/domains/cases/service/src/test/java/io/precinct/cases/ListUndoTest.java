package io.precinct.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.cases.notes.Corrections;
import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Undo of changes of checklists. */
class ListUndoTest {
    @ClassFixture
    private static CasesFixture fixture;

    private String id = "";

    /** Creates a case with three lists; the second has four items, of which two are ticked. */
    @BeforeEach
    void lists() {
        id = fixture.create("listed");
        for (String list : List.of("First", "Second", "Third")) {
            assertThat(fixture.post(path(), Map.of("name", list)).status()).isEqualTo(201);
        }
        for (String item : List.of("a", "b", "b", "c")) {
            execute("add", "text", item);
        }
        execute("check", "index", 0);
        execute("check", "index", 2);
    }

    private String path() {
        return "/api/tasks/" + id + "/lists";
    }

    private TestAnswer execute(String action, @Nullable Object... params) {
        TestAnswer answer =
                fixture.post(path() + "/second/execute", Data.map("action", action, "params", Data.map(params)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private String node() {
        return String.valueOf(fixture.get("/api/graph/nodes/case-" + id).json().get("body"));
    }

    private void put(String body) {
        assertThat(fixture.put("/api/graph/nodes/case-" + id, Map.of("body", body))
                        .status())
                .isEqualTo(200);
    }

    private TestAnswer undo() {
        return fixture.post("/api/tasks/" + id + "/undo");
    }

    private void assertUndone(String before) {
        TestAnswer undone = undo();
        assertThat(undone.status()).as(undone.text()).isEqualTo(200);
        assertThat(node()).isEqualTo(before);
        Map<String, Object> note = fixture.notes(id).getLast();
        assertThat(note).containsEntry("event_type", "field_updated");
        assertThat(String.valueOf(note.get("content"))).startsWith("Undid note-");
        assertThat(String.valueOf(note.get("changes"))).contains("lists.");
        assertThat(undo().json())
                .containsEntry("code", "not_undoable")
                .containsEntry("error", "there is nothing to undo: the last change is an undo");
    }

    private void assertRefused(String reason) {
        String before = node();
        TestAnswer refused = undo();
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.json()).containsEntry("code", "not_undoable");
        assertThat(String.valueOf(refused.json().get("error"))).contains(reason);
        assertThat(node()).isEqualTo(before);
    }

    // @req:case-undo
    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "third"})
    void aDeletedListComesBackAtItsPlace(String list) {
        String before = node();
        assertThat(fixture.delete(path() + "/" + list).status()).isEqualTo(204);
        assertUndone(before);
    }

    @Test
    void theOnlyListComesBackWithTheTextAroundItsItems() {
        fixture.delete(path() + "/first");
        fixture.delete(path() + "/third");
        put(node().replace("### Second\n", "### Second\n\nAsk *Ada* first.\n") + "\n## Diary\n\nQuiet.\n");
        String before = node();
        fixture.delete(path() + "/second");
        assertThat(node()).doesNotContain("Ada").contains("Quiet");
        assertUndone(before);
    }

    @Test
    void everyActionIsUndone() {
        String before = node();
        List<Runnable> actions = List.of(
                () -> execute("add", "text", "d"),
                () -> execute("add", "text", "b", "position", 1),
                () -> execute("toggle", "index", 1),
                () -> execute("uncheck", "index", 0),
                () -> execute("check_all"),
                () -> execute("move", "from", 3, "to", 0),
                () -> execute("move", "from", 0, "to", 2),
                () -> execute("clear_completed"),
                () -> execute("remove", "index", 3));
        for (Runnable action : actions) {
            action.run();
            assertThat(node()).isNotEqualTo(before);
            assertUndone(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- [ ] A\n  - [x] A1\n- [ ] B\n",
                "- [ ] A\n- [x] B\n  - [ ] B1\n",
                "- [x] A\n\t- [X] A1\n- [ ] B\n"
            })
    void everyActionOnANestedListIsUndone(String items) {
        put(node().replaceFirst("(?s)- \\[x] a\n.*?```", items + "```"));
        String before = node();
        Object were = execute("list").json().get("items");
        List<Runnable> actions = List.of(
                () -> execute("move", "from", 0, "to", 1),
                () -> execute("move", "from", 2, "to", 0),
                () -> execute("remove", "index", 0),
                () -> execute("remove", "index", 1),
                () -> execute("clear_completed"),
                () -> execute("add", "text", "C"),
                () -> execute("add", "text", "A1", "position", 1),
                () -> execute("update", "index", 1, "text", "C"),
                () -> execute("toggle", "index", 1),
                () -> execute("check_all"),
                () -> assertThat(fixture.delete(path() + "/second").status()).isEqualTo(204),
                () -> put(before.replace("- [ ] ", "    - [x] ")));
        for (Runnable action : actions) {
            action.run();
            assertThat(node()).isNotEqualTo(before);
            assertUndone(before);
            assertThat(execute("list").json().get("items")).isEqualTo(were);
        }
    }

    @Test
    void whatIsBelowAMovedOrRemovedItemIsBelowItAgain() {
        put(node().replaceFirst("(?s)- \\[x] a\n.*?```", "- [ ] A\n  - [ ] A1\n- [ ] B\n```"));
        String before = node();
        execute("move", "from", 0, "to", 1);
        assertThat(node()).contains("- [ ] B\n- [ ] A\n  - [ ] A1\n");
        assertUndone(before);
        execute("remove", "index", 0);
        assertThat(node()).contains("- [ ] A1\n- [ ] B\n");
        assertUndone(before);
        put(before.replace("- [ ] A\n  - [ ] A1\n- [ ] B\n", "- [ ] A\n- [ ] B\n  - [ ] B1\n"));
        before = node();
        execute("remove", "index", 0);
        assertUndone(before);
    }

    @Test
    void itemsKeepTheirIds() {
        Object before = execute("list").json().get("items");
        execute("update", "index", 2, "text", "other");
        assertThat(undo().status()).isEqualTo(200);
        assertThat(execute("list").json().get("items")).isEqualTo(before);
        execute("remove", "index", 1);
        assertThat(undo().status()).isEqualTo(200);
        assertThat(execute("list").json().get("items")).isEqualTo(before);
    }

    @Test
    void aNewListIsUndoneWithTheItemThatCreatedIt() {
        String before = node();
        fixture.post(path(), Map.of("name", "Fourth"));
        assertThat(undo().status()).isEqualTo(200);
        assertThat(node().strip()).isEqualTo(before.strip());
        fixture.post(path() + "/Fourth/execute", Map.of("action", "add", "params", Map.of("text", "x")));
        assertThat(undo().status()).isEqualTo(200);
        assertThat(fixture.get(path() + "?fields=slug").text())
                .isEqualTo("[{\"slug\":\"first\"},{\"slug\":\"second\"},{\"slug\":\"third\"}]");
    }

    @Test
    void editsOfTheNodeAreUndone() {
        String before = node();
        put(before.replace("- [ ] c", "- [x] c"));
        assertUndone(before);
        put(before.replace("### Second", "### Renamed ^second"));
        assertUndone(before);
        put(before.replace("- [x] a\n", "").replace("- [ ] c\n", "- [ ] c\n- [x] a\n- [ ] e\n"));
        assertUndone(before);
    }

    @Test
    void moreItemsThanANoteListsComeBack() {
        var items = new StringBuilder();
        for (int i = 0; i < 150; i++) {
            items.append("- [x] item ").append(i).append('\n');
        }
        put(node().replace("- [x] a\n", "- [x] a\n" + items));
        String before = node();
        execute("clear_completed");
        assertUndone(before);
        fixture.delete(path() + "/second");
        assertUndone(before);
    }

    @Test
    void aListThatWasChangedSinceIsLeftAsItIs() {
        execute("update", "index", 3, "text", "changed");
        // as sync does, which writes no note
        fixture.execute(
                "UPDATE graph.node SET body = replace(body, 'changed', 'by sync') WHERE slug = 'case-" + id + "'");
        assertRefused("was changed since");

        fixture.delete(path() + "/second");
        fixture.execute(
                "UPDATE graph.node SET body = replace(body, '### Third', '### Second') WHERE slug = 'case-" + id + "'");
        assertRefused("there is another list second");

        fixture.post(path(), Map.of("name", "Fourth"));
        put(node().replace("### Fourth\n", "### Fourth\n\nText that no list has.\n"));
        assertRefused("was changed since");
    }

    @Test
    void aNodeWithoutItsListsTakesNoneBack() {
        for (String list : List.of("first", "second", "third")) {
            fixture.delete(path() + "/" + list);
        }
        put("# Anew\n");
        assertRefused("no section Lists");
    }

    @Test
    void aListTooLongForItsNoteIsNotUndone() {
        put(node().replace("- [x] a\n", "- [x] a\n- [x] " + "x".repeat(70_000) + "\n"));
        fixture.delete(path() + "/second");
        assertRefused("does not keep");
    }

    @Test
    void whatWasRedactedDoesNotComeBack() {
        execute("add", "text", "the code is 4711");
        fixture.delete(path() + "/second");
        for (int note = fixture.notes(id).size() - 1; note > 0; note--) {
            assertThat(fixture.post("/api/tasks/" + id + "/notes/" + note + "/redact", Map.of("reason", "secret"))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(fixture.get("/api/tasks/" + id).text()).doesNotContain("4711");
        assertThat(undo().json()).containsEntry("code", "not_undoable");
        assertThat(node()).doesNotContain("4711");
    }

    @Test
    void onlyWhoChangedAListUndoesThat() {
        fixture.delete(path() + "/second");
        assertThat(fixture.request("POST", "/api/tasks/" + id + "/undo")
                        .as("bob", "detective")
                        .send()
                        .json())
                .containsEntry("code", "not_undoable")
                .containsEntry("detective", "default");
    }

    @Test
    void withoutItsDomainAListIsNotUndone() {
        fixture.delete(path() + "/second");
        var alone = new CaseServices(fixture.databases(), fixture.services().events());
        try (TestChain chain = TestChain.empty()
                .family("corrections", new Corrections(alone, fixture.exportSettings()))
                .start()) {
            TestAnswer answer =
                    chain.request("POST", "/api/tasks/" + id + "/undo").send();
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.json()).containsEntry("code", "checklists_unavailable");
        }
        assertThat(undo().status()).isEqualTo(200);
    }
}
