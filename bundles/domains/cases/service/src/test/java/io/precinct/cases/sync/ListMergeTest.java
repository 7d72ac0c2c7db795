package io.precinct.cases.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.cases.api.CaseLists.ItemContent;
import io.precinct.cases.sync.Merge.Lost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class ListMergeTest {
    private static final ItemContent A = item("a", "A", false);
    private static final ItemContent B = item("b", "B", false);
    private static final ItemContent C = item("c", "C", false);
    private static final ItemContent D = item("d", "D", false);

    private static ItemContent item(String id, String text, boolean checked) {
        return new ItemContent(id, text, checked);
    }

    private static Content list(String name, ItemContent... items) {
        return new Content(name, "l", List.of(items));
    }

    /** The values of a list that merges dropped. */
    private final List<Lost> lost = new ArrayList<>();

    private List<Content> merged(@Nullable Content base, @Nullable Content winner, @Nullable Content loser) {
        return ListMerge.of(base == null ? null : List.of(base), some(winner), some(loser), lost);
    }

    private static List<Content> some(@Nullable Content list) {
        return list == null ? List.of() : List.of(list);
    }

    @Test
    void textAndBoxOfAnItemAreMergedApart() {
        assertThat(merged(list("L", A, B), list("L", item("a", "A!", false), B), list("L", item("a", "A", true), B, C)))
                .containsExactly(list("L", item("a", "A!", true), B, C));
        assertThat(lost).isEmpty();
    }

    @Test
    void ofTwoTextsTheWinnersStaysAndTheOtherIsTold() {
        assertThat(merged(list("L", A), list("L", item("a", "won", false)), list("L", item("a", "lost", true))))
                .containsExactly(list("L", item("a", "won", true)));
        assertThat(lost)
                .containsExactly(new Lost("checklists.l.a", Data.map("item_id", "a", "text", "lost", "checked", true)));
    }

    @Test
    void whatOneSideChangedStaysIfTheOtherRemovedIt() {
        ItemContent changed = item("a", "changed", false);
        assertThat(merged(list("L", A, B), list("L"), list("L", changed, B))).containsExactly(list("L", changed));
        assertThat(lost).containsExactly(new Lost("checklists.l.a", null));
        lost.clear();
        assertThat(merged(list("L", A), null, list("L", A, B))).containsExactly(list("L", A, B));
        assertThat(lost).containsExactly(new Lost("checklists.l", null));
        lost.clear();
        assertThat(merged(list("L", A), null, list("L", A))).isEmpty();
        assertThat(lost).isEmpty();
    }

    @Test
    void theOrderIsThatOfTheSideThatChangedItAndOfBothTheWinners() {
        assertThat(merged(list("L", A, B, C), list("L", A, B, C, D), list("L", C, A, B)))
                .containsExactly(list("L", C, D, A, B));
        assertThat(merged(list("L", A, B, C), list("L", B, A, C), list("L", C, A, D, B)))
                .containsExactly(list("L", B, A, D, C));
        assertThat(lost).isEmpty();
    }

    @Test
    void twoListsThatCameToTheSameSlugStayBoth() {
        List<Content> both = merged(null, list("C++", A), list("C#", B));
        assertThat(both).containsExactly(list("C++", A), new Content("C#", "l-2", List.of(B)));
        assertThat(ListMerge.of(null, both, List.of(list("C#", B)), lost)).isEqualTo(both);
        assertThat(lost).isEmpty();
    }

    @Test
    void aListThatOneSideRenamedIsRenamed() {
        assertThat(merged(list("L", A), list("L", A), list("M", A))).containsExactly(list("M", A));
        assertThat(lost).isEmpty();
        assertThat(merged(list("L", A), list("N", A), list("M", A))).containsExactly(list("N", A));
        assertThat(lost).containsExactly(new Lost("checklists.l.name", "M"));
    }

    private static Gen<List<Content>> states() {
        return lists().of(integers().between(0, 999)).ofSizeBetween(0, 10).map(numbers -> {
            var bySlug = new TreeMap<String, Map<String, ItemContent>>();
            for (int number : numbers) {
                String id = List.of("a", "b", "c", "d").get(number / 3 % 4);
                bySlug.computeIfAbsent("l" + number % 3, _ -> new LinkedHashMap<>())
                        .put(id, item(id, "text " + number / 12 % 3, number / 36 % 2 == 0));
            }
            var lists = new ArrayList<Content>();
            bySlug.forEach((slug, items) -> lists.add(new Content(slug, slug, List.copyOf(items.values()))));
            return lists;
        });
    }

    @Test
    void nothingThatOneSideAddedOrChangedAloneIsLost() {
        qt().withExamples(5000).forAll(states(), states(), states()).checkAssert((base, one, other) -> {
            var gone = new ArrayList<Lost>();
            Map<String, ItemContent> both = items(ListMerge.of(base, one, other, gone));
            Map<String, ItemContent> were = items(base);
            List<String> told = gone.stream().map(Lost::field).toList();
            for (List<Content> side : List.of(one, other)) {
                items(side).forEach((field, item) -> {
                    if (!item.equals(were.get(field)) && !item.equals(both.get(field))) {
                        ItemContent stays = both.get(field);
                        assertThat(stays).as(field).isNotNull();
                        boolean united = (stays.text().equals(item.text()) || same(were.get(field), item, true))
                                && (stays.checked() == item.checked() || same(were.get(field), item, false));
                        assertThat(united || told.contains(field)).as(field).isTrue();
                    }
                });
            }
        });
    }

    private static boolean same(@Nullable ItemContent base, ItemContent item, boolean text) {
        return base != null && (text ? base.text().equals(item.text()) : base.checked() == item.checked());
    }

    private static Map<String, ItemContent> items(List<Content> lists) {
        var items = new TreeMap<String, ItemContent>();
        lists.forEach(list ->
                list.items().forEach(item -> items.put("checklists." + list.slug() + "." + item.itemId(), item)));
        return items;
    }
}
