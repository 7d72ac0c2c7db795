package io.precinct.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WrittenKeysTest {
    @Test
    void a_key_that_was_written_as_null_is_written() {
        assertThat(WrittenKeys.of(Map.of("a", 1), Data.map("b", null, "c", 2))).containsExactly("b", "c");
    }

    @Test
    void a_null_that_was_handed_on_is_not() {
        assertThat(WrittenKeys.of(Data.map("a", null), Data.map("a", null))).isEmpty();
    }

    @Test
    void what_became_null_or_ceased_to_be_it_is_written() {
        assertThat(WrittenKeys.of(Data.map("a", 1, "b", null), Data.map("a", null, "b", 1)))
                .containsExactly("a", "b");
    }
}
