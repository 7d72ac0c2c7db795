package io.precinct.source.endpoints.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
    @Test
    void numbersAreOrderedByTheirValue() {
        List<String> ordered = List.of(
                "A", "A-01", "A-1", "A-1.2", "A-1.10", "A-2", "A-10", "A-10a", "A-99999999999999999999", "B-1", "a-1");

        assertThat(ordered.reversed().stream().sorted(NaturalOrder.INSTANCE)).containsExactlyElementsOf(ordered);
    }

    @Test
    void onlyEqualTextsAreEqual() {
        assertThat(NaturalOrder.INSTANCE.compare("A-01", "A-1")).isNegative();
        assertThat(NaturalOrder.INSTANCE.compare("A-1", "A-01")).isPositive();
        assertThat(NaturalOrder.INSTANCE.compare("A-1", "A-1")).isZero();
    }
}
