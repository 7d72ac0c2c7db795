package io.precinct.graph.checklists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.api.Cases.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Lists that are given as a whole: what the node contains afterwards, and what is refused. */
class GivenListsTest {
    private static final String NODE = "case-task-1";

    private static Content list(String name, String slug, ItemContent... items) {
        return new Content(name, slug, List.of(items));
    }

    private static ItemContent item(String id, String text, boolean checked) {
        return new ItemContent(id, text, checked);
    }

    /** Returns the lists of a body, sorted by slug. */
    private static List<Content> held(String body) {
        var bySlug = new TreeMap<String, Content>();
        for (TodoList list : ListGroup.of(body).lists()) {
            List<ItemContent> items = list.items().stream()
                    .map(item -> new ItemContent(item.itemId(), item.text(), item.checked()))
                    .toList();
            bySlug.put(list.slug(), new Content(list.name(), list.slug(), items));
        }
        return List.copyOf(bySlug.values());
    }

    @Test
    void listsBringTheirNodeAndKeepSlugsAndIds() {
        List<Content> lists = List.of(
                list("C", "c", item("a1", "call back", false), item("b2", "call back", true)),
                list("C++", "c-3"),
                list("Other", "other", item("x", "ends like an id ^k3f9", false), item("y", "", true)));
        String body = GivenLists.in(NODE, "", lists);
        assertThat(body).startsWith("# case-task-1\n\n## Lists\n\n### C\n").contains("### C++ ^c-3\n");
        assertThat(held(body)).isEqualTo(lists);
        assertThat(GivenLists.in(NODE, body, lists)).isEqualTo(body);
        assertThat(GivenLists.in(NODE, "", List.of())).isEmpty();
    }

    @Test
    void whatIsNoListStaysAndSoDoesWhatIsTheSame() {
        String body = """
                # case

                ## Lists

                ### Steps

                How to.

                ```todo
                - [X] first
                  more of it
                * no item
                - [ ] second
                - [ ] third ^t3
                ```

                ### Gone

                ## Diary

                Monday.
                """;
        List<Content> there = held(body);
        ItemContent first = there.getLast().items().getFirst();
        ItemContent second = there.getLast().items().get(1);
        List<Content> lists = List.of(list(
                "Steps",
                "steps",
                item("n0", "new before", false),
                item("t3", "third", true),
                first,
                item("n1", "new after", true),
                item(second.itemId(), "second, retold", false)));
        String after = GivenLists.in(NODE, body, lists);
        assertThat(after).isEqualTo("""
                # case

                ## Lists

                ### Steps

                How to.

                ```todo
                - [ ] new before ^n0
                - [x] third ^t3
                  more of it
                * no item
                - [X] first
                - [x] new after ^n1
                - [ ] second, retold ^%s
                ```

                ## Diary

                Monday.
                """.formatted(second.itemId()));
        assertThat(held(after)).isEqualTo(lists);
    }

    @Test
    void aListIsExactlyWhatIsGivenEvenIfItsSectionHasAFurtherFence() {
        String body = "## Lists\n\n### A\n\n```todo\n- [ ] a\n```\n\n```todo\n- [ ] b\n```\n";
        assertThat(held(GivenLists.in(NODE, body, List.of(list("A", "a"))))).isEqualTo(List.of(list("A", "a")));
        List<Content> other = List.of(list("A", "a", item("c", "c", true)));
        assertThat(held(GivenLists.in(NODE, body, other))).isEqualTo(other);
    }

    @Test
    void everythingThatIsWrongIsSaid() {
        List<Problem> problems = GivenLists.problems(List.of(
                list("two\nlines", "Upper", item("no id", "a\nb", false), item("i", " spaced ", false)),
                list("A", "a", item("i", "", false), item("i", "again", false)),
                list("A", "a")));
        assertThat(problems)
                .extracting(problem -> problem.pointer() + " " + problem.code())
                .containsExactly(
                        "/0/name format",
                        "/0/slug format",
                        "/0/items/0/item_id format",
                        "/0/items/0/text format",
                        "/0/items/1/text format",
                        "/1/items/1/item_id duplicate",
                        "/2/slug duplicate");
    }

    private static final List<String> TEXTS =
            List.of("", "a", "a", "b", "```", "~~~", "# x", "x ^a1", "^a1", "<!--", "- [ ] a", "tab\tin", "ß🎉");
    private static final Map<String, String> NAMES = Map.of("c", "C", "c-2", "C++", "c-3", "C#", "steps", "Steps ^");

    /** Generates lists from few values, so that slugs, ids and texts often collide. */
    private static Gen<List<Content>> someLists() {
        Gen<Integer> numbers = integers().between(0, 9999);
        return lists().of(numbers).ofSizeBetween(0, 24).map(GivenListsTest::listsOf);
    }

    private static List<Content> listsOf(List<Integer> numbers) {
        var bySlug = new TreeMap<String, Map<String, ItemContent>>();
        for (int number : numbers) {
            String slug = List.copyOf(new TreeMap<>(NAMES).keySet()).get(number % 4);
            String id = List.of("a1", "b2", "c3", "d4", "item-000000000000").get(number / 4 % 5);
            ItemContent item = item(id, TEXTS.get(number / 20 % TEXTS.size()), number / 300 % 2 == 0);
            bySlug.computeIfAbsent(slug, _ -> new LinkedHashMap<>()).put(id, item);
        }
        var lists = new ArrayList<Content>();
        bySlug.forEach((slug, items) -> lists.add(new Content(NAMES.get(slug), slug, List.copyOf(items.values()))));
        return lists;
    }

    @Test
    void aBodyHoldsWhatItIsGivenWhateverItHeld() {
        String around = "# t\n\nbefore\n\n## Lists\n\n### Own\n\n```todo\n- [ ] a\n```\n\n## After\n\nafter\n";
        qt().withExamples(2000).forAll(someLists(), someLists()).checkAssert((first, second) -> {
            String body = GivenLists.in(NODE, around, first);
            assertThat(held(body)).isEqualTo(first);
            String then = GivenLists.in(NODE, body, second);
            assertThat(held(then)).isEqualTo(second);
            assertThat(then).startsWith("# t\n\nbefore\n\n## Lists\n").endsWith("## After\n\nafter\n");
        });
    }
}
