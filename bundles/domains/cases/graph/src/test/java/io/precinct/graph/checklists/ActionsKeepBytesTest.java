package io.precinct.graph.checklists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.markdown.Fence;
import io.precinct.graph.markdown.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Any sequence of actions changes the items like a plain list, and leaves the rest of the node unchanged. */
class ActionsKeepBytesTest {
    private static final String NAME = "Steps";

    /**
     * A node with one list under test.
     *
     * @param before the text up to and including the heading of the list
     * @param content the content of the section: a fence or nothing
     * @param after the text that follows in and after the section
     */
    record Document(String before, String content, String after) {
        String body() {
            return before + content + after;
        }

        /** Returns {@code after} without its leading blank lines, behind which the first fence may be inserted. */
        String tail() {
            var lines = new Lines(after);
            int line = 0;
            while (line < lines.count() && lines.blank(line)) {
                line++;
            }
            return after.substring(lines.start(line));
        }
    }

    /** An action with arguments that are taken modulo the number of choices. */
    record Step(String action, int a, int b, String text) {}

    /** @param ids null for a new item */
    record Model(List<String> texts, List<Boolean> checks, List<@Nullable String> ids) {
        void apply(Step step) {
            int size = texts.size();
            switch (step.action) {
                case "add" -> {
                    int at = Math.floorMod(step.a, size + 1);
                    texts.add(at, step.text);
                    checks.add(at, false);
                    ids.add(at, null);
                }
                case "toggle" -> checks.set(step.a % size, !checks.get(step.a % size));
                case "check" -> checks.set(step.a % size, true);
                case "uncheck" -> checks.set(step.a % size, false);
                case "remove" -> {
                    texts.remove(step.a % size);
                    checks.remove(step.a % size);
                    ids.remove(step.a % size);
                }
                case "update" -> texts.set(step.a % size, step.text);
                case "move" -> {
                    texts.add(step.b % size, texts.remove(step.a % size));
                    checks.add(step.b % size, checks.remove(step.a % size));
                    ids.add(step.b % size, ids.remove(step.a % size));
                }
                case "check_all" -> checks.replaceAll(_ -> true);
                case "clear_completed" -> {
                    for (int i = size - 1; i >= 0; i--) {
                        if (checks.get(i)) {
                            texts.remove(i);
                            checks.remove(i);
                            ids.remove(i);
                        }
                    }
                }
                default -> {}
            }
        }

        /** Returns the step as a request; null if the step needs an item and there is none. */
        @Nullable
        ListAction request(Step step, List<Item> items) {
            int size = texts.size();
            if (size == 0
                    && !List.of("add", "list", "check_all", "clear_completed").contains(step.action)) {
                return null;
            }
            boolean named = step.b % 2 == 0;
            Object item = size == 0 ? 0 : named ? items.get(step.a % size).itemId() : Integer.valueOf(step.a % size);
            String param = named ? "item_id" : "index";
            Object params = switch (step.action) {
                case "add" -> Data.map("text", step.text, "position", Math.floorMod(step.a, size + 1));
                case "toggle", "check", "uncheck", "remove" -> Data.map(param, item);
                case "update" -> Data.map(param, item, "text", step.text);
                case "move" -> Data.map(named ? "item_id" : "from", item, "to", step.b % size);
                default -> null;
            };
            return ActionForm.read(Data.map("action", step.action, "params", params));
        }
    }

    @Test
    void actionsDoWhatTheyDoToAListAndNothingElse() {
        qt().withExamples(3000).forAll(documents(), steps()).checkAssert(ActionsKeepBytesTest::checkActions);
    }

    @Test
    void actionsByIdHitTheSameItemAmongEqualOnes() {
        Gen<Document> documents = pick(List.of(
                        "```todo\n- [ ] a\n- [ ] a\n- [x] a\n- [ ] a\n```\n",
                        "```todo\n- [ ] a ^k\n- [x] a ^k\n- [ ] a\n- [ ] b\n- [ ] b\n```\n",
                        "\n"))
                .map(content -> new Document("## Lists\n### " + NAME + "\n", content, "\n### Others\n"));
        Gen<Step> step = pick(ActionForm.ACTIONS)
                .zip(
                        range(0, 20),
                        range(0, 20),
                        pick(List.of("a", "b")),
                        (action, a, b, text) -> new Step(action, a, b / 2 * 2, text));
        qt().withExamples(3000)
                .forAll(documents, lists().of(step).ofSizeBetween(0, 20))
                .checkAssert(ActionsKeepBytesTest::checkActions);
    }

    private static void checkActions(Document document, List<Step> steps) {
        String body = document.body();
        TodoList list = list(body);
        assertThat(list).as(body).isNotNull();
        var model = new Model(
                new ArrayList<>(list.items().stream().map(Item::text).toList()),
                new ArrayList<>(list.items().stream().map(Item::checked).toList()),
                new ArrayList<>(list.items().stream().map(Item::itemId).toList()));
        List<String> remarks = remarks(list);
        List<String> others = others(body);
        for (Step step : steps) {
            ListAction action = model.request(step, list.items());
            if (action == null) {
                continue;
            }
            List<String> before = list.items().stream().map(Item::itemId).toList();
            TodoList after = action.on(list);
            body = after.body();
            model.apply(step);
            list = list(body);
            assertThat(list).as(body).isNotNull();
            assertThat(after.items()).isEqualTo(list.items());
            checkIds(model, before, list.items(), body);
            assertThat(list.items()).extracting(Item::text).as(body).isEqualTo(model.texts);
            assertThat(list.items()).extracting(Item::checked).isEqualTo(model.checks);
            assertThat(body).startsWith(document.before).endsWith(document.tail());
            assertThat(without(list, document)).as("beside the fence").isBlank();
            assertThat(others(body)).isEqualTo(others);
            if (list.fence() != null) {
                assertThat(remarks(list)).isEqualTo(remarks);
            } else {
                assertThat(remarks).isEmpty();
                assertThat(model.texts).isEmpty();
            }
        }
    }

    /** Checks that every item keeps its id, and that a new item has an id that no other item had. */
    private static void checkIds(Model model, List<String> before, List<Item> items, String body) {
        assertThat(items).hasSameSizeAs(model.ids);
        for (Item item : items) {
            if (model.ids.get(item.index()) == null) {
                assertThat(before).as(body).doesNotContain(item.itemId());
                model.ids.set(item.index(), item.itemId());
            }
        }
        assertThat(items).extracting(Item::itemId).as(body).isEqualTo(model.ids).doesNotHaveDuplicates();
    }

    @Test
    void aListThatIsMadeAndRemovedLeavesTheOthersAsTheyWere() {
        // a heading of two lines below a reference would become code below a list, so the change would be refused
        Gen<Document> documents = documents()
                .assuming(document -> !document.after.replace("\r", "").contains("[ref]: /url\n    "));
        qt().withExamples(1000).forAll(documents, steps()).checkAssert(ActionsKeepBytesTest::checkMadeAndRemoved);
    }

    private static void checkMadeAndRemoved(Document document, List<Step> steps) {
        String made = ListGroup.of(document.body()).with(ListName.of("/name", "Another list"));
        List<String> others = others(document.body());
        String filled = made;
        for (Step step : steps) {
            filled = new ListAction.Add(step.text, null)
                    .on(ListGroup.of(filled).list(ListName.sought("another-list")))
                    .body();
        }
        assertThat(others(filled).stream().filter(o -> !o.startsWith("Another list")))
                .isEqualTo(others);
        String gone = ListGroup.without(ListGroup.of(filled).list(ListName.sought("another-list")));
        assertThat(others(gone)).isEqualTo(others);
        assertThat(lines(gone)).isEqualTo(lines(document.body()));
    }

    /** Returns the lines without blank lines: more blank lines may separate sections than before. */
    private static List<String> lines(String body) {
        return body.lines().filter(line -> !line.isBlank()).toList();
    }

    private static @Nullable TodoList list(String body) {
        return ListGroup.of(body).list(ListName.sought(NAME));
    }

    /** Returns every other list, with its items. */
    private static List<String> others(String body) {
        return ListGroup.of(body).lists().stream()
                .filter(l -> !l.name().equals(NAME))
                .map(l -> l.name() + l.items())
                .toList();
    }

    /** Returns the lines of the fence that are not items. */
    private static List<String> remarks(TodoList list) {
        Fence fence = list.fence();
        var remarks = new ArrayList<String>();
        Lines lines = list.outline().lines();
        for (int line = fence == null ? 0 : fence.first(); fence != null && line < fence.end(); line++) {
            if (ItemLine.of(lines, line) == null) {
                remarks.add(lines.line(line));
            }
        }
        return remarks;
    }

    /** Returns the text between the two halves of the document, without the fence. */
    private static String without(TodoList list, Document document) {
        String body = list.body();
        Fence fence = list.fence();
        int end = body.length() - document.tail().length();
        if (fence == null) {
            return body.substring(document.before.length(), end);
        }
        Lines lines = list.outline().lines();
        return body.substring(document.before.length(), lines.start(fence.open()))
                + body.substring(Math.min(end, lines.start(fence.next())), end);
    }

    private static final List<String> BLOCKS = List.of(
            "## Notes\n",
            "text with trailing spaces  \nand a tab\t\n",
            "- a list\n  - [ ] with a box\n\n  ```todo\n  - [ ] not mine\n  ```\n",
            "~~~~md\n```todo\n- [ ] nested\n```\n~~~~\n",
            "````\n```todo\n- [ ] nested\n````\n",
            "```sh\n# no heading\n```\n",
            "> # quoted\n> ```todo\n> - [ ] no\n> ```\n",
            "Underlined\n---\n",
            "===\n",
            "<div>\n\n# Html\n\n</div>\n",
            "    indented # code\n",
            "  continued?\n",
            "\t\n",
            "* * *\n",
            "| a | b |\n|---|---|\n",
            "[ref]: /url\n",
            "\u2028 separator \u0085\n");

    private static final List<String> LISTS = List.of(
            "### Others\n\n```todo\n- [x] 1\n- [ ] 2\n```\n",
            "### Tildes ###\n~~~~todo\n- [ ] 3\n~~~~\n",
            "### No items\n",
            "### Several\n```todo\n- [ ] 4\n```\n\n```todo\n- [ ] 5\n```\n",
            "#### Deeper\n```todo\n- [ ] 6\n```\n",
            "### steps\n```todo\n- [x] not the first\n```\n");

    private static final List<String> CONTENTS = List.of(
            "",
            "\n",
            "```todo\n- [ ] a\n- [x] b\n```\n",
            "\n```todo\n- [ ] a\n\n% remark\n- [ ] a\n- [X] \n```\n",
            " ~~~~ todo x\n - [ ] a \n ~~~~\n",
            "```todo\n- [ ] a ^k\n- [x] a ^k\n- [ ] ^k\n- [ ] a\n- [ ] a\n- [ ] b ^l\n```\n",
            "```todo\n```\n",
            "```todo\n% remark\n```\n");

    private static Gen<Document> documents() {
        Gen<String> blocks = lists().of(pick(BLOCKS)).ofSizeBetween(0, 3).map(all -> String.join("", all));
        Gen<String> lists = lists().of(pick(LISTS)).ofSizeBetween(0, 3).map(all -> String.join("\n", all));
        Gen<String> after =
                blocks.zip(lists, blocks, (b, l, c) -> b + "\n" + l + (c.isEmpty() ? "" : "\n## End\n" + c));
        return blocks.zip(pick(CONTENTS), after, pick(List.of("\n", "\r\n")), booleans(), (b, c, a, eol, ended) -> {
            String rest = ended ? a : a.stripTrailing();
            return new Document(
                    ("# case\n" + b + "\n## Lists\n\n### " + NAME + "\n").replace("\n", eol),
                    c.replace("\n", eol),
                    rest.replace("\n", eol));
        });
    }

    private static Gen<List<Step>> steps() {
        Gen<String> texts =
                pick(List.of("a", "b", "```", "~~~", "# h", "- [x] y", "ß 🎉", "<!--", "x  y", "]", "a ^k", "^l"));
        Gen<Step> step = pick(ActionForm.ACTIONS).zip(range(0, 20), range(0, 20), texts, Step::new);
        return lists().of(step).ofSizeBetween(0, 12);
    }
}
