package io.precinct.graph.checklists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.cases.api.Cases.Change;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quicktheories.core.Gen;

/** A change that is taken back leaves exactly the list that was there before it. */
class ListReversalTest {
    private static final String BEFORE = "# case\n\n## Lists\n\n### Others\n\n```todo\n- [ ] A\n```\n\n### Steps\n\n";
    private static final String AFTER = "\n### More\n\n## Diary\n";

    private static final String NESTED = steps("- [ ] A", "  - [x] A1", "    - [X] deep", "- [ ] B", "  - [ ] B1");

    /** An action with arguments that are taken modulo the number of choices. */
    record Step(String action, int a, int b, String text) {
        /** Returns the action on a list; null if it needs an item and there is none. */
        @Nullable
        ListAction on(TodoList list) {
            int size = list.slots().size();
            if (size == 0 && !List.of("add", "check_all", "clear_completed").contains(action)) {
                return null;
            }
            Object params = switch (action) {
                case "add" -> Data.map("text", text, "position", a % (size + 1));
                case "toggle", "check", "uncheck", "remove" -> Data.map("index", a % size);
                case "update" -> Data.map("index", a % size, "text", text);
                case "move" -> Data.map("from", a % size, "to", b % size);
                default -> null;
            };
            return ActionForm.read(Data.map("action", action, "params", params));
        }
    }

    private static String steps(String... lines) {
        return node("```todo\n" + String.join("\n", lines) + "\n```\n");
    }

    private static String node(String content) {
        return BEFORE + content + AFTER;
    }

    private static TodoList list(String body) {
        TodoList list = ListGroup.of(body).addressed("steps");
        assertThat(list).as(body).isNotNull();
        return list;
    }

    private static List<String> indents(TodoList list) {
        return list.slots().stream().map(ItemLine::indent).toList();
    }

    /** Returns a change as a note has it that keeps nothing besides the items. */
    private static Change bare(Change change) {
        return new Change(change.content(), change.field(), change.old(), change.now());
    }

    private static void assertRefused(String body, Change change, String reason) {
        assertThatThrownBy(() -> ListReversal.of(body, change)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(409);
            assertThat(refusal.code()).isEqualTo("not_undoable");
            assertThat(refusal).hasMessageContaining(reason);
        });
    }

    @Test
    void everyActionOnAnyListIsTakenBackExactly() {
        qt().withExamples(3000).forAll(bodies(), actions()).checkAssert((body, actions) -> {
            TodoList before = list(body);
            for (Step step : actions) {
                ListAction action = step.on(before);
                TodoList after = action == null ? before : action.on(before);
                if (!after.body().equals(before.body())) {
                    Change change = ListChange.of(action, before, after);
                    assertThat(ListReversal.of(after.body(), change))
                            .as("%s on %s", step, before.body())
                            .isEqualTo(before.body());
                    assertThat(list(ListReversal.of(after.body(), change)).items())
                            .isEqualTo(before.items());
                }
                before = after;
            }
        });
    }

    @Test
    void everyEditOfANodeIsTakenBackExactly() {
        qt().withExamples(3000).forAll(bodies(), bodies()).checkAssert((before, after) -> {
            List<Change> changes = ListChange.between(before, after).stream()
                    .filter(change -> change.field().equals("lists.steps"))
                    .toList();
            assertThat(changes).hasSize(list(before).items().equals(list(after).items()) ? 0 : 1);
            for (Change change : changes) {
                String back = taken(after, change);
                if (back == null) {
                    assertThat(before.replace("\r", ""))
                            .as("the open end of a node")
                            .doesNotEndWith(AFTER);
                } else {
                    assertThat(list(back).text().stripTrailing())
                            .as("%s to %s", before, after)
                            .isEqualTo(list(before).text().stripTrailing());
                }
            }
        });
    }

    /** Returns the body with a change taken back, or null if that is refused. */
    private static @Nullable String taken(String body, Change change) {
        try {
            return ListReversal.of(body, change);
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo("not_undoable");
            return null;
        }
    }

    @Test
    void aListThatIsDeletedComesBackExactly() {
        qt().withExamples(1000).forAll(bodies()).checkAssert(body -> {
            TodoList list = list(body);
            assertThat(ListReversal.of(ListGroup.without(list), ListChange.removed(list)))
                    .isEqualTo(body);
        });
    }

    @Test
    void aNoteThatKeepsOnlyItemsIsTakenBackCorrectlyOrNotAtAll() {
        qt().withExamples(3000).forAll(bodies(), actions()).checkAssert((body, actions) -> {
            TodoList before = list(body);
            for (Step step : actions) {
                ListAction action = step.on(before);
                TodoList after = action == null ? before : action.on(before);
                if (!after.body().equals(before.body())) {
                    Change change = bare(ListChange.of(action, before, after));
                    String back = taken(after.body(), change);
                    if (back != null) {
                        assertThat(list(back).items()).isEqualTo(before.items());
                        assertThat(indents(list(back)))
                                .as("%s on %s", step, before.body())
                                .isEqualTo(indents(before));
                    }
                }
                before = after;
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"check, index, 0", "toggle, index, 3", "remove, index, 0", "remove, index, 4", "move, from, 0"})
    void aNoteThatKeepsOnlyItemsOfANestedListIsRefused(String name, String param, int index) {
        Map<String, @Nullable Object> params =
                name.equals("move") ? Data.map(param, index, "to", 3) : Data.map(param, index);
        ListAction action = ActionForm.read(Data.map("action", name, "params", params));
        TodoList before = list(NESTED);
        TodoList after = action.on(before);
        assertRefused(after.body(), bare(ListChange.of(action, before, after)), "does not keep");
    }

    @Test
    void aNoteThatKeepsOnlyItemsDoesNotSayHowARemovedItemWasIndented() {
        TodoList before = list(steps("- [ ] A", "  - [ ] A1", "- [ ] B"));
        for (int index : List.of(0, 1)) {
            var action = new ListAction.Remove(new ListAction.Item.At("index", index));
            TodoList after = action.on(before);
            assertThat(after.nested()).isFalse();
            assertRefused(after.body(), bare(ListChange.of(action, before, after)), "does not keep");
        }
    }

    @Test
    void aNoteOfAFlatListTellsNoMoreThanItsItems() {
        TodoList flat = list(steps("- [ ] a", "- [x] b"));
        var item = new ListAction.Item.At("index", 1);
        for (ListAction action :
                List.of(new ListAction.Check(item, false), new ListAction.Add("c", 1), new ListAction.CheckAll())) {
            assertThat(ListChange.of(action, flat, action.on(flat)).kept()).isNull();
        }
    }

    @Test
    void aNoteKeepsTheLinesThatTheChangeReplaced() {
        TodoList before = list(NESTED);
        var action = new ListAction.Remove(new ListAction.Item.At("index", 1));
        TodoList after = action.on(before);
        Change change = ListChange.of(action, before, after);
        assertThat(change.kept())
                .isEqualTo(Data.map(
                        "index",
                        1,
                        "lines",
                        "  - [x] A1\n    - [X] deep\n",
                        "from",
                        4,
                        "to",
                        5,
                        "sha256",
                        Kept.digest(after)));
        assertRefused(after.body().replace("B1", "B2"), change, "was changed since");
        assertThat(ListReversal.of(after.body().replace("## Diary", "## Days"), change))
                .isEqualTo(NESTED.replace("## Diary", "## Days"));
    }

    @Test
    void aNoteThatKeepsTheWholeListIsTakenBack() {
        TodoList before = list(NESTED);
        var action = new ListAction.Move(new ListAction.Item.At("from", 3), 0);
        TodoList after = action.on(before);
        Change change = bare(ListChange.of(action, before, after));
        var whole = Data.map("index", 1, "text", before.text(), "sha256", Kept.digest(after));
        assertThat(ListReversal.of(
                        after.body(), new Change(change.content(), change.field(), change.old(), change.now(), whole)))
                .isEqualTo(NESTED);
    }

    private static Gen<String> bodies() {
        Gen<String> lines = pick(List.of("", "", "  ", "  ", "    ", "\t", " "))
                .zip(
                        pick(List.of("- [ ] ", "- [ ] ", "- [x] ", "- [X]  ", "-  [x] ")),
                        pick(List.of("a", "b", "c", "d ", "a ^k", "e ^l", "", "ß 🎉")),
                        range(0, 9),
                        (indent, box, text, kind) -> kind == 0 ? indent + "remark" : indent + box + text);
        Gen<String> ends = pick(List.of(
                "\n```\n" + AFTER,
                "\n```\n\nMore.\n" + AFTER,
                "\n```\nMore.\n" + AFTER,
                "\n```\n\n```todo\n- [ ] a\n  - [x] other\n```\n" + AFTER,
                "\n```",
                "\n",
                ""));
        return lists().of(lines)
                .ofSizeBetween(0, 8)
                .zip(
                        pick(List.of("", "Ask *Ada*.\n\n")),
                        ends,
                        pick(List.of("\n", "\r\n")),
                        (items, above, end, eol) -> (BEFORE + above + "```todo" + (items.isEmpty() ? "" : "\n")
                                        + String.join("\n", items) + end)
                                .replace("\n", eol));
    }

    private static Gen<List<Step>> actions() {
        Gen<Step> step = pick(ActionForm.ACTIONS.stream()
                        .filter(action -> !action.equals("list"))
                        .toList())
                .zip(range(0, 20), range(0, 20), pick(List.of("a", "b", "f", "a ^k", "# h")), Step::new);
        return lists().of(step).ofSizeBetween(1, 6);
    }
}
