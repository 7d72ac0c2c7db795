package io.precinct.graph.checklists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.graph.api.Checklists.Item;
import io.precinct.graph.nodes.TextAddress;
import io.precinct.rest.api.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an action changes the bytes of a node. */
class TodoListTest {
    private static TodoList list(String body, String name) {
        TodoList list = ListGroup.of(body).list(ListName.sought(name));
        assertThat(list).isNotNull();
        return list;
    }

    private static String run(String body, String action, @Nullable Object... params) {
        return ActionForm.read(Data.map("action", action, "params", Data.map(params)))
                .on(list(body, "steps"))
                .body();
    }

    private static String ensured(String body, String name) {
        return ListGroup.of(body).with(ListName.of("/name", name));
    }

    @Test
    void aNodeIsCreatedWithItsSlugAsTheTopHeading() {
        assertThat(ensured(ListGroup.titled("case-task-1"), "Steps"))
                .isEqualTo("# case-task-1\n\n## Lists\n\n### Steps\n");
    }

    @Test
    void furtherListsStandBehindTheOthersAndBeforeWhatFollowsTheGroup() {
        assertThat(ensured("# c\n\n## Lists\n\n### Steps\n", "More"))
                .isEqualTo("# c\n\n## Lists\n\n### Steps\n\n### More\n");
        assertThat(ensured("# c\r\n\r\n## Lists\r\n\r\n### Steps\r\ntext\r\n## Notes\r\nn", "More"))
                .isEqualTo("# c\r\n\r\n## Lists\r\n\r\n### Steps\r\ntext\r\n\r\n### More\r\n\r\n## Notes\r\nn");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# c|# c~~## Lists~~### Steps~",
                "# c~|# c~~## Lists~~### Steps~",
                "# c~~|# c~~## Lists~~### Steps~",
                "text|text~~## Lists~~### Steps~",
                "# c~```sh~ls|# c~```sh~ls~```~~## Lists~~### Steps~",
                "# c~  ~~~~sh~ls~~|# c~  ~~~~sh~ls~~",
                "- item~  more|- item~  more~~## Lists~~### Steps~",
                "> ```~> q|> ```~> q~~## Lists~~### Steps~",
                "'# c~   '|# c~   ~~## Lists~~### Steps~",
            })
    void theGroupIsPutBehindWhateverIsThere(String before, String after) {
        String body = before.replace("~", "\n");
        if (before.contains("~~~~")) {
            String tildes = "# c\n  ~~~~sh\nls\n\n";
            assertThat(ensured(tildes, "Steps")).isEqualTo(tildes + "~~~~\n\n## Lists\n\n### Steps\n");
            return;
        }
        assertThat(ensured(body, "Steps")).isEqualTo(after.replace("~", "\n"));
    }

    @Test
    void whereTheTextSwallowsWhatIsPutBehindItNothingIsChanged() {
        assertThatThrownBy(() -> ensured("# c\n<!-- open\n", "Steps"))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(409);
                    assertThat(refusal.code()).isEqualTo("node_not_editable");
                });
    }

    @Test
    void theFirstItemBringsItsFenceAndTheLastTakesItAlong() {
        String empty = "# c\n\n## Lists\n\n### Steps\n\n### More\n";
        String one = "# c\n\n## Lists\n\n### Steps\n\n```todo\n- [ ] a\n```\n\n### More\n";
        assertThat(run(empty, "add", "text", "a")).isEqualTo(one);
        String none = run(one, "remove", "index", 0);
        assertThat(none).isEqualTo("# c\n\n## Lists\n\n### Steps\n\n\n### More\n");
        assertThat(run(none, "add", "text", "a")).isEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "### steps|### steps~~```todo~- [ ] a~```",
                "### steps~|### steps~~```todo~- [ ] a~```~",
                "### steps~~|### steps~~```todo~- [ ] a~```~",
                "### steps~text|### steps~~```todo~- [ ] a~```~~text",
                "### steps~    code|### steps~~```todo~- [ ] a~```~~    code",
                "### steps~~<!-- open|### steps~~```todo~- [ ] a~```~~<!-- open",
                "### steps~```sh~x~```|### steps~~```todo~- [ ] a~```~~```sh~x~```",
                "### steps~```sh~x|### steps~~```todo~- [ ] a~```~~```sh~x",
            })
    void theFirstFenceStandsRightBelowTheHeading(String section, String after) {
        String before = "## lists\n";
        assertThat(run(before + section.replace("~", "\n"), "add", "text", "a"))
                .isEqualTo(before + after.replace("~", "\n"));
    }

    @Test
    void aFenceThatGoesLeavesWhatStoodAroundItApart() {
        String body = "## lists\n### steps\none\n```todo\n- [ ] a\n```\ntwo\n```todo\n- [ ] other\n```\n";
        assertThat(run(body, "remove", "index", 0))
                .isEqualTo("## lists\n### steps\none\n\ntwo\n```todo\n- [ ] other\n```\n");
        String underline = "## lists\n### steps\none\n```todo\n- [x] a\n```\n===\n";
        assertThat(run(underline, "clear_completed")).isEqualTo("## lists\n### steps\none\n\n===\n");
        String inList = "## lists\n### steps\n- one\n```todo\n- [x] a\n```\n  # not in the list\n";
        assertThat(run(inList, "clear_completed"))
                .as("without the fence the heading would be part of the list")
                .isEqualTo("## lists\n### steps\n- one\n```todo\n```\n  # not in the list\n");
    }

    private static final String FIVE =
            "## lists\r\n### Steps\r\n  ~~~todo  now\r\n  - [ ] a\r\n% kept\r\n\t- [x]  b \r\n"
                    + "- [X] c\r\n\r\n- [ ]\r\n- [ ] a\r\n  ~~~\r\n- [ ] outside\r\n";

    private static String five(String... lines) {
        return "## lists\r\n### Steps\r\n  ~~~todo  now\r\n" + String.join("\r\n", lines)
                + "\r\n  ~~~\r\n- [ ] outside\r\n";
    }

    @Test
    void itemsHaveAnIndexANameAndAText() {
        List<Item> items = list(FIVE, "steps").items();
        assertThat(items).extracting(Item::text).containsExactly("a", "b", "c", "", "a");
        assertThat(items).extracting(Item::checked).containsExactly(false, true, true, false, false);
        assertThat(items).extracting(Item::index).containsExactly(0, 1, 2, 3, 4);
        assertThat(items).extracting(Item::itemId).doesNotHaveDuplicates().allMatch(id -> id.startsWith("item-"));
    }

    @Test
    void aNameStaysWhileOthersComeAndGo() {
        String id = list(FIVE, "steps").items().get(2).itemId();
        String later = run(run(FIVE, "add", "text", "new", "position", 0), "remove", "index", 1);
        assertThat(list(later, "steps").items().get(2).itemId()).isEqualTo(id);
        assertThat(list(run(later, "toggle", "item_id", id), "steps")
                        .items()
                        .get(2)
                        .checked())
                .isFalse();
    }

    private static List<String> ids(String body) {
        return list(body, "steps").items().stream().map(Item::itemId).toList();
    }

    private static final String PLAIN = "## lists\n### Steps\n```todo\n- [ ] a\n- [ ] b\n```\n";

    @Test
    void aBlockIdIsTheIdOfItsItemAndNoPartOfItsText() {
        String body = PLAIN.replace("- [ ] a\n", "- [ ] call back ^k3f9  \n- [x]\t^only\n- [ ] 2^8\n- [ ] a ^b c\n");
        assertThat(list(body, "steps").items())
                .extracting(Item::text)
                .containsExactly("call back", "", "2^8", "a ^b c", "b");
        assertThat(ids(body)).startsWith("k3f9", "only").doesNotContain("8", "b");
        String changed = run(body, "update", "item_id", "k3f9", "text", "call Ada");
        assertThat(changed).contains("- [ ] call Ada ^k3f9\n");
        assertThat(run(changed, "update", "item_id", "only", "text", "named")).contains("- [x]\tnamed ^only\n");
        assertThat(ids(changed)).isEqualTo(ids(body));
        String tooLong = PLAIN.replace("] a", "] a ^" + "i".repeat(101));
        assertThat(list(tooLong, "steps").items().getFirst().text()).endsWith("i");
    }

    @Test
    void anItemThatEqualsAnotherIsAddedWithItsId() {
        String body = run(PLAIN, "add", "text", "a", "position", 0);
        String id = ids(body).getFirst();
        assertThat(body).isEqualTo(PLAIN.replace("- [ ] a\n", "- [ ] a ^" + id + "\n- [ ] a\n"));
        assertThat(ids(body)).endsWith(ids(PLAIN).toArray(String[]::new));
        String three = run(body, "add", "text", "a");
        assertThat(ids(three)).doesNotHaveDuplicates().startsWith(ids(body).toArray(String[]::new));
        String alone = run(run(three, "remove", "index", 1), "remove", "index", 2);
        assertThat(ids(alone)).containsExactly(id, ids(PLAIN).getLast());
    }

    @Test
    void anItemWithAnotherTextKeepsItsIdWhichNoOtherGets() {
        String body = run(PLAIN, "update", "index", 0, "text", "c");
        String id = ids(PLAIN).getFirst();
        assertThat(body).isEqualTo(PLAIN.replace("- [ ] a", "- [ ] c ^" + id));
        String again = run(body, "add", "text", "a");
        assertThat(ids(again)).startsWith(ids(PLAIN).toArray(String[]::new)).doesNotHaveDuplicates();
        assertThat(ids(run(again, "remove", "item_id", id)))
                .as("the id of an item that is gone")
                .doesNotContain(id);
        assertThat(run(body, "update", "item_id", id, "text", " c "))
                .as("the same text")
                .isEqualTo(body);
    }

    @Test
    void equalItemsOfAnEditorKeepTheirIdsThroughActions() {
        String body = PLAIN.replace("- [ ] b", "- [x] a\n- [ ] a");
        List<String> ids = ids(body);
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(run(body, "check", "item_id", ids.getLast()))
                .as("where the rank says which one it is nothing is written")
                .isEqualTo(body.replace("- [ ] a\n```", "- [x] a\n```"));
        assertThat(run(body, "remove", "item_id", ids.getFirst()))
                .isEqualTo(PLAIN.replace("- [ ] a\n- [ ] b", "- [x] a ^" + ids.get(1) + "\n- [ ] a ^" + ids.get(2)));
        String moved = run(body, "move", "item_id", ids.getFirst(), "to", 1);
        assertThat(ids(moved)).containsExactly(ids.get(1), ids.get(0), ids.get(2));
        assertThat(ids(run(moved, "update", "item_id", ids.get(2), "text", "z")))
                .containsExactly(ids.get(1), ids.get(0), ids.get(2));
        String cleared = run(body, "clear_completed");
        assertThat(ids(cleared)).containsExactly(ids.get(0), ids.get(2));
    }

    @Test
    void aBlockIdThatStandsTwiceCountsOnce() {
        String body = PLAIN.replace("- [ ] a", "- [ ] a ^k\n- [ ] a ^k");
        List<String> ids = ids(body);
        assertThat(ids).startsWith("k").doesNotHaveDuplicates();
        String moved = run(body, "move", "item_id", ids.get(1), "to", 0);
        assertThat(ids(moved)).containsExactly(ids.get(1), "k", ids.get(2));
        assertThat(list(moved, "steps").items()).extracting(Item::text).containsExactly("a", "a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a ^k3f9", "^k3f9", "a ^k ^l"})
    void aTextThatReadsLikeABlockIdStaysAText(String text) {
        String added = run(PLAIN, "add", "text", text);
        assertThat(list(added, "steps").items().getLast().text()).isEqualTo(text);
        assertThat(ids(added)).doesNotContain("k3f9", "l");
        String changed = run(PLAIN, "update", "index", 0, "text", text);
        assertThat(list(changed, "steps").items().getFirst().text()).isEqualTo(text);
        assertThat(ids(changed)).isEqualTo(ids(PLAIN));
    }

    @Test
    void whatIsSoAlreadyIsNotWritten() {
        String body = PLAIN.replace("- [ ] b", "- [X] b  ");
        for (Object[] action : List.<Object[]>of(
                new Object[] {"check", "index", 1},
                new Object[] {"uncheck", "index", 0},
                new Object[] {"update", "index", 1, "text", "b"},
                new Object[] {"move", "from", 1, "to", 1})) {
            assertThat(run(body, (String) action[0], Arrays.copyOfRange(action, 1, action.length)))
                    .isEqualTo(body);
        }
    }

    private static List<String> slugs(String body) {
        return ListGroup.of(body).lists().stream().map(TodoList::slug).toList();
    }

    private static List<String> names(String body) {
        return ListGroup.of(body).lists().stream().map(TodoList::name).toList();
    }

    @Test
    void eachListHasASlugOfItsOwn() {
        String body = ensured(ensured(ensured("", "C"), "C++"), "C#");
        assertThat(body).isEqualTo("## Lists\n\n### C\n\n### C++\n\n### C#\n");
        assertThat(slugs(body)).containsExactly("c", "c-2", "c-3");
        for (TodoList list : ListGroup.of(body).lists()) {
            assertThat(list(body, list.name()).slug()).isEqualTo(list.slug());
            assertThat(list(body, list.slug()).name()).isEqualTo(list.name());
            assertThat(TextAddress.of("n:lists." + list.slug()).in(body)).isNotNull();
        }
        assertThat(ListGroup.of(body).list(ListName.sought("C@"))).isNull();
        assertThat(ListGroup.of(body).named(ListName.sought("c-2"))).isNull();
    }

    @Test
    void aListKeepsItsSlugWhenOthersComeAndGo() {
        String body = ensured(ensured(ensured("", "C"), "C++"), "C#");
        String gone = ListGroup.without(list(body, "c"));
        assertThat(slugs(gone)).containsExactly("c-2", "c-3");
        assertThat(names(gone)).containsExactly("C++", "C#");
        assertThat(gone).isEqualTo("## Lists\n\n### C++ ^c-2\n\n### C# ^c-3\n");
        String back = ensured(gone, "C");
        assertThat(slugs(back)).containsExactly("c-2", "c-3", "c");
        String natural = ensured(body, "C 2");
        assertThat(slugs(natural)).containsExactly("c", "c-2", "c-3", "c-2-2");
        assertThat(names(natural)).containsExactly("C", "C++", "C#", "C 2");
    }

    @Test
    void aSlugIsWrittenIntoHeadingsOfEveryForm() {
        String body = "Lists\n---\n### a\n\n### A! ###\ntext\n\n### a. ^a\n### a? ^a\n\n### b\n";
        assertThat(slugs(body)).containsExactly("a-2", "a-3", "a", "a-4", "b");
        String gone = ListGroup.without(list(body, "a-2"));
        assertThat(slugs(gone)).containsExactly("a-3", "a", "a-4", "b");
        assertThat(gone).contains("### A! ^a-3 ###\n", "### a. ^a\n", "### a? ^a-4\n", "### b\n");
        assertThat(names(gone)).containsExactly("A!", "a.", "a?", "b");
        String underlined = "Lists\n===\nC\n---\n\nC\n+ +\n---\n";
        String kept = ListGroup.without(list(underlined, "c"));
        assertThat(slugs(kept))
                .containsExactlyElementsOf(
                        slugs(underlined).subList(1, slugs(underlined).size()));
    }

    @Test
    void aNameThatReadsLikeASlugIsRefused() {
        assertThatThrownBy(() -> ListName.of("/name", "a ^b")).isInstanceOf(Refusal.class);
        assertThat(ListName.of("/name", "a ^B c").text()).isEqualTo("a ^B c");
    }

    @Test
    void eachActionChangesItsBytesOnly() {
        String b = list(FIVE, "steps").items().get(1).itemId();
        String empty = list(FIVE, "steps").items().get(3).itemId();
        assertThat(run(FIVE, "list")).isEqualTo(FIVE);
        assertThat(run(FIVE, "add", "text", " n "))
                .isEqualTo(five("  - [ ] a", "% kept", "\t- [x]  b ", "- [X] c", "", "- [ ]", "- [ ] a", "- [ ] n"));
        assertThat(run(FIVE, "add", "text", "n", "position", 1))
                .isEqualTo(five("  - [ ] a", "% kept", "\t- [ ] n", "\t- [x]  b ", "- [X] c", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "toggle", "index", 0))
                .isEqualTo(five("  - [x] a", "% kept", "\t- [x]  b ", "- [X] c", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "check", "index", 2)).isEqualTo(FIVE);
        assertThat(run(FIVE, "uncheck", "index", 2))
                .isEqualTo(five("  - [ ] a", "% kept", "\t- [x]  b ", "- [ ] c", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "remove", "index", 1))
                .isEqualTo(five("  - [ ] a", "% kept", "- [X] c", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "update", "index", 1, "text", "ß"))
                .isEqualTo(five("  - [ ] a", "% kept", "\t- [x]  ß ^" + b, "- [X] c", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "update", "index", 3, "text", "d"))
                .isEqualTo(five("  - [ ] a", "% kept", "\t- [x]  b ", "- [X] c", "", "- [ ] d ^" + empty, "- [ ] a"));
        assertThat(run(FIVE, "move", "from", 0, "to", 2))
                .as("what is indented further goes along")
                .isEqualTo(five("- [X] c", "% kept", "- [ ]", "- [ ] a", "", "  - [x]  b ", "- [ ] a"));
        assertThat(run(FIVE, "move", "from", 2, "to", 0))
                .isEqualTo(five("  - [X] c", "% kept", "  - [ ] a", "\t- [x]  b ", "", "- [ ]", "- [ ] a"));
        assertThat(run(FIVE, "check_all"))
                .isEqualTo(five("  - [x] a", "% kept", "\t- [x]  b ", "- [X] c", "", "- [x]", "- [x] a"));
        assertThat(run(FIVE, "clear_completed")).isEqualTo(five("  - [ ] a", "% kept", "", "- [ ]", "- [ ] a"));
        assertThat(run(run(FIVE, "check_all"), "clear_completed"))
                .as("a line that is no item keeps its fence")
                .isEqualTo(five("% kept", ""));
    }

    private static String steps(String... lines) {
        return "## lists\n### steps\n```todo\n" + String.join("\n", lines) + "\n```\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-  [ ] x", "-   [ ] x", "-    [ ] x", "-\t[ ] x", "- \t[ ] x", " \t-\t[ ] x", "   -\t[ ] x"})
    void whiteSpaceOfUpToFourColumnsStandsBeforeTheBox(String line) {
        String body = steps("- [ ] a", line);
        assertThat(list(body, "steps").items()).extracting(Item::text).containsExactly("a", "x");
        assertThat(run(body, "check", "index", 1)).isEqualTo(steps("- [ ] a", line.replace("[ ]", "[x]")));
        String id = list(body, "steps").items().get(1).itemId();
        assertThat(run(body, "update", "index", 1, "text", "y"))
                .isEqualTo(steps("- [ ] a", line.replace("x", "y ^" + id)));
        var given = List.of(new ItemContent(ids(body).getFirst(), "a", false), new ItemContent(id, "z", true));
        assertThat(list(body, "steps").holding(given).body())
                .as("where another instance brings the list")
                .isEqualTo(steps("- [ ] a", line.replace("[ ] x", "[x] z ^" + id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-     [ ] x", "-\t\t[ ] x", "-  \t  [ ] x", "-[ ] x", "* [ ] x", "-\u00a0[ ] x"})
    void behindMoreThanThatStandsNoItem(String line) {
        assertThat(list(steps("- [ ] a", line), "steps").items())
                .extracting(Item::text)
                .containsExactly("a");
    }

    private static final String NESTED = steps(
            "- [ ] p",
            "- [x] a",
            "  - [ ] a1",
            "    - [ ] deep",
            "  more text of a1",
            "  - [x] a2",
            "\t- [ ] a21",
            "- [ ] b");

    @Test
    void whatIsBelowARemovedItemMovesUpOneLevel() {
        List<String> ids = ids(NESTED);
        String removed = run(NESTED, "remove", "index", 1);
        assertThat(removed)
                .isEqualTo(steps(
                        "- [ ] p",
                        "- [ ] a1",
                        "  - [ ] deep",
                        "  more text of a1",
                        "- [x] a2",
                        "  - [ ] a21",
                        "- [ ] b"));
        assertThat(ids(removed))
                .containsExactly(ids.get(0), ids.get(2), ids.get(3), ids.get(4), ids.get(5), ids.get(6));
        assertThat(run(NESTED, "remove", "index", 2))
                .isEqualTo(NESTED.replace("  - [ ] a1\n    - [ ] deep", "  - [ ] deep"));
        assertThat(run(NESTED, "clear_completed"))
                .as("up one level for each item that is gone")
                .isEqualTo(steps("- [ ] p", "- [ ] a1", "  - [ ] deep", "  more text of a1", "- [ ] a21", "- [ ] b"));
        assertThat(run(NESTED, "remove", "index", 6)).isEqualTo(NESTED.replace("- [ ] b\n", ""));
    }

    @Test
    void aMovedItemTakesWhatIsBelowItAlongAndTheLevelOfItsNewPlace() {
        String tree = steps("- [ ] p", "  - [ ] p1", "  - [ ] p2", "- [ ] q", "  - [ ] q1");
        List<String> ids = ids(tree);
        String first = run(tree, "move", "from", 3, "to", 0);
        assertThat(first).isEqualTo(steps("- [ ] q", "  - [ ] q1", "- [ ] p", "  - [ ] p1", "  - [ ] p2"));
        assertThat(ids(first)).containsExactly(ids.get(3), ids.get(4), ids.get(0), ids.get(1), ids.get(2));
        assertThat(run(tree, "move", "from", 0, "to", 4))
                .as("the last place that there is")
                .isEqualTo(steps("- [ ] q", "  - [ ] q1", "- [ ] p", "  - [ ] p1", "  - [ ] p2"));
        assertThat(run(tree, "move", "from", 3, "to", 2))
                .as("it does not take along what follows")
                .isEqualTo(steps("- [ ] p", "  - [ ] p1", "  - [ ] q", "    - [ ] q1", "  - [ ] p2"));
        assertThat(run(tree, "move", "from", 1, "to", 3))
                .as("and does not come below what is before it")
                .isEqualTo(steps("- [ ] p", "  - [ ] p2", "- [ ] q", "  - [ ] p1", "  - [ ] q1"));
        assertThat(run(tree, "move", "from", 4, "to", 0))
                .isEqualTo(steps("- [ ] q1", "- [ ] p", "  - [ ] p1", "  - [ ] p2", "- [ ] q"));
        assertThat(run(tree, "move", "from", 2, "to", 4))
                .isEqualTo(steps("- [ ] p", "  - [ ] p1", "- [ ] q", "  - [ ] q1", "  - [ ] p2"));
        assertThat(run(tree, "move", "from", 3, "to", 4)).isEqualTo(tree);
    }

    @Test
    void anItemWithAWideGapMovesWithIt() {
        assertThat(run(steps("-  [ ] a", "-\t[x]  b "), "move", "from", 1, "to", 0))
                .isEqualTo(steps("-\t[x]  b ", "-  [ ] a"));
    }

    @Test
    void aFenceWithoutAnEndAndAFinalNewlineIsEditedInPlace() {
        String body = "## lists\n### steps\n```todo\n- [ ] a\n- [x] b";
        assertThat(run(body, "add", "text", "c")).isEqualTo(body + "\n- [ ] c");
        assertThat(run(body, "clear_completed")).isEqualTo("## lists\n### steps\n```todo\n- [ ] a");
        assertThat(run(body, "move", "from", 0, "to", 1)).isEqualTo("## lists\n### steps\n```todo\n- [x] b\n- [ ] a");
    }

    @Test
    void aListGoesWithoutTheOthers() {
        String body = "# c\n\n## Lists\n\n### Steps\n\n```todo\n- [ ] a\n```\n\n#### note\n\nx\n\n### More\n\t\n";
        assertThat(ListGroup.without(list(body, "steps"))).isEqualTo("# c\n\n## Lists\n\n### More\n\t\n");
        String tight = "## lists\ntext\n### steps\nTitle\n===\n";
        assertThat(ListGroup.without(list(tight, "steps")))
                .as("text and title do not become one heading")
                .isEqualTo("## lists\ntext\n\nTitle\n===\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\r\nb", "a\u0085b", "a\u2028b", "a\u000bb", "a\u0007", " \t ", ""})
    void aTextIsOneLine(String text) {
        assertThatThrownBy(() -> run(FIVE, "add", "text", text)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(422);
            assertThat(refusal.members().toString()).contains("/params/text");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```",
                "~~~",
                "# h",
                "</script>",
                "<!--",
                "- [x] y",
                "`a` \\",
                "'; DROP TABLE",
                "a\tb",
                "]",
                "x]("
            })
    void aTextMaySayAnythingElse(String text) {
        String body = run(FIVE, "add", "text", text);
        assertThat(list(body, "steps").items().getLast().text()).isEqualTo(text);
        assertThat(ListGroup.of(body).outline().signature())
                .isEqualTo(ListGroup.of(FIVE).outline().signature());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "---", "a #", "a\nb", "a\r# b", "a\u2028b", "🎉"})
    void aNameThatIsNoHeadingIsRefused(String name) {
        assertThatThrownBy(() -> ListName.of("/name", name))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(422));
        assertThatThrownBy(() -> ListName.of("/name", "a".repeat(201))).isInstanceOf(Refusal.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "To do",
                "*a* `b` <c>",
                "# hash",
                "a#",
                "Ärger & Co.",
                "[x](y)",
                "a \\#",
                "- [ ] z",
                "1. x",
                "a \\"
            })
    void anyOtherNameComesBackAsItIs(String name) {
        String body = ensured("", name);
        assertThat(list(body, name).name()).isEqualTo(name);
        assertThat(list(body, list(body, name).slug()).name()).isEqualTo(name);
    }

    @Test
    void allFaultsOfABodyAreToldAndAnUnknownActionWithWhatIsAllowed() {
        assertThatThrownBy(() -> ActionForm.read(Data.map("action", "explode", "params", Map.of("x", 1), "y", 2)))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(422);
                    assertThat(refusal.members().get("allowed")).isEqualTo(ActionForm.ACTIONS);
                    assertThat(refusal.members().get("errors").toString())
                            .contains("/action", "/y")
                            .doesNotContain("/params");
                });
        assertThatThrownBy(() -> ActionForm.read(
                        Data.map("action", "move", "params", Data.map("from", -1, "to", "x", "z", 1, "_ignored", 1))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.members().get("errors").toString())
                                .contains("/params/from", "/params/to", "/params/z")
                                .doesNotContain("_ignored"));
        assertThatThrownBy(() -> ActionForm.read(Map.of("params", List.of())))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.members().get("errors").toString())
                                .contains("/action", "required", "/params", "type"));
        assertThatThrownBy(() -> run(FIVE, "toggle")).hasMessageContaining("index or item_id is required");
        assertThatThrownBy(() -> run(FIVE, "toggle", "index", 0, "item_id", "x"))
                .hasMessageContaining("not both");
        assertThatThrownBy(() -> run(FIVE, "toggle", "index", 5)).hasMessage("index is 0 to 4");
        assertThatThrownBy(() -> run(FIVE, "move", "from", 0, "to", 5)).hasMessage("to is 0 to 4");
        assertThatThrownBy(() -> run(FIVE, "add", "text", "a", "position", 6)).hasMessage("position is 0 to 5");
        assertThatThrownBy(() -> run(FIVE, "list", "index", 0)).hasMessageContaining("there is no field index");
        assertThatThrownBy(() -> run(FIVE, "toggle", "item_id", "item-0"))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(404);
                    assertThat(refusal.code()).isEqualTo("item_not_found");
                });
    }
}
