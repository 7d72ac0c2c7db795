package io.precinct.source.endpoints.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which declaration of a file a name means. */
class OwnNamesTest {
    /** A declaration of whole lines, each of ten bytes. */
    private static Item item(String name, int first, int last) {
        return new Item(
                "a.toy",
                "toy",
                "0".repeat(40),
                "class",
                name,
                null,
                name,
                new Position(first, first - 1, 0, 10 * (first - 1)),
                new Position(last, last - 1, 9, 10 * last - 1),
                "",
                new Item.Lines(first, last, List.of()),
                false);
    }

    private static final List<Item> FILE = List.of(
            item("run", 1, 2),
            item("A", 3, 9),
            item("run", 4, 5),
            item("Inner", 6, 8),
            item("run", 7, 7),
            item("B", 10, 20),
            item("run", 11, 12),
            item("over", 13, 13),
            item("over", 14, 14),
            item("left", 15, 15),
            item("right", 15, 15),
            item("right", 30, 30));

    private final OwnNames names = OwnNames.of(FILE, 1);

    @Test
    void aNameMeansTheDeclarationOfTheInnermostScope() {
        assertThat(names.line("run", 8)).isEqualTo(7);
        assertThat(names.line("run", 9)).isEqualTo(4);
        assertThat(names.line("run", 19)).isEqualTo(11);
        assertThat(names.line("run", 25)).isEqualTo(1);
    }

    @Test
    void theOnlyDeclarationOfTheFileIsMeantEverywhere() {
        assertThat(names.line("Inner", 25)).isEqualTo(6);
        assertThat(names.line("left", 25)).isEqualTo(15);
        assertThat(names.line("nothing", 1)).isNull();
    }

    @Test
    void oneOfSeveralNamesOfADeclarationIsKnownAroundIt() {
        assertThat(names.line("right", 20)).isEqualTo(15);
        assertThat(names.line("right", 21)).isEqualTo(30);
    }

    @Test
    void ofSeveralDeclarationsInAScopeNoneIsMeantAlone() {
        assertThat(names.line("over", 20)).isZero();
        var crowded = new ArrayList<Item>();
        for (int line = 1; line <= 30; line++) {
            crowded.add(item("A" + line, 2 * line, 2 * line + 1));
            crowded.add(item("run", 2 * line + 1, 2 * line + 1));
        }
        assertThat(OwnNames.of(crowded, 1).line("run", 5)).isZero();
        assertThat(OwnNames.of(crowded.subList(0, 40), 1).line("run", 5)).isEqualTo(5);
    }

    @Test
    void theFirstNameInADeclarationIsItsOwn() {
        assertThat(names.declares("A", 3)).isTrue();
        assertThat(names.declares("A", 3)).isFalse();
        assertThat(names.declares("run", 4)).isTrue();
        assertThat(names.declares("run", 5)).isFalse();
        assertThat(names.declares("B", 25)).isFalse();
        assertThat(OwnNames.of(FILE, 4).declares("A", 5)).isFalse();
    }
}
