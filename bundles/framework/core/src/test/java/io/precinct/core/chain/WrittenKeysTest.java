package io.precinct.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrittenKeysTest {
    @Test
    void aKeyThatWasWrittenAsNullIsWritten() {
        assertThat(WrittenKeys.of(Map.of("a", 1), Data.map("b", null, "c", 2))).containsExactly("b", "c");
    }

    @Test
    void aNullThatWasHandedOnIsNot() {
        assertThat(WrittenKeys.of(Data.map("a", null), Data.map("a", null))).isEmpty();
    }

    @Test
    void whatBecameNullOrCeasedToBeItIsWritten() {
        assertThat(WrittenKeys.of(Data.map("a", 1, "b", null), Data.map("a", null, "b", 1)))
                .containsExactly("a", "b");
    }
}
