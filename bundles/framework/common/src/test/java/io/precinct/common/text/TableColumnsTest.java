package io.precinct.common.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableColumnsTest {
    private static final Map<String, ?> FIRST = Map.of("id", 1);
    private static final Map<String, ?> SECOND = Map.of("id", "two");

    @Test
    void theColumnsAreTheKeysInOrderOfAppearanceWithWhetherTheyAreNumbers() {
        assertThat(TableColumns.of(List.of(FIRST, Map.of("size", 2)), 2))
                .containsExactly(Map.entry("id", true), Map.entry("size", true));
        assertThat(TableColumns.of(List.of(FIRST, SECOND), 2)).containsExactly(Map.entry("id", false));
    }

    @Test
    void aListOfAnythingElseIsNoTable() {
        assertThat(TableColumns.of(List.of(), 2)).isNull();
        assertThat(TableColumns.of(List.of(FIRST, "text"), 2)).isNull();
        assertThat(TableColumns.of(List.of(FIRST, Map.of()), 2)).isNull();
        assertThat(TableColumns.of(List.of(Map.of("a", 1, "b", 2, "c", 3)), 2)).isNull();
    }

    @Test
    void aTableIsAtLeastHalfFull() {
        assertThat(TableColumns.of(List.of(Map.of("a", 1), Map.of("b", 2)), 9)).isNotNull();
        assertThat(TableColumns.of(List.of(Map.of("a", 1), Map.of("b", 2), Map.of("c", 3)), 9))
                .isNull();
    }
}
