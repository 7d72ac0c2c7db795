package io.precinct.common.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final Set<String> NAMES = Set.of("port", "boundary_path", "strict_input", "routes");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "Port, port",
        "pot, port",
        "pxxt,",
        "boundary-path, boundary_path",
        "strictinput, strict_input",
        "x,",
        "'',",
        "routse, routes",
        "port,"
    })
    void the_nearest_name_is_what_was_probably_meant(String given, @Nullable String meant) {
        assertThat(Suggestions.nearest(given, NAMES).orElse(null)).isEqualTo(meant);
    }

    @Test
    void of_names_that_are_as_near_the_first_in_order_is_meant() {
        assertThat(Suggestions.nearest("cat", List.of("rat", "hat", "bat"))).contains("bat");
    }

    @Test
    void what_nobody_writes_by_a_slip_is_like_nothing() {
        String long200 = "x".repeat(200);
        assertThat(Suggestions.nearest(long200 + "y", List.of(long200))).isEmpty();
        assertThat(Suggestions.nearest("y" + long200.substring(1), List.of(long200)))
                .contains(long200);
    }

    @Test
    void few_are_three_at_most_the_nearest_first() {
        assertThat(Suggestions.few("class_bod", List.of("class_bodies", "class_body", "class_bond", "glass_bodi", "x")))
                .containsExactly("class_body", "class_bond", "glass_bodi");
        assertThat(Suggestions.few("zzz", NAMES)).isEmpty();
    }

    @Test
    void a_hint_names_the_nearest_else_all_there_are() {
        assertThat(Suggestions.hint("prot", NAMES, "allowed")).isEqualTo("did you mean \"port\"?");
        assertThat(Suggestions.hint("zzz", List.of("a", "b"), "allowed")).isEqualTo("allowed: a, b");
        assertThat(Suggestions.hint("zzz", List.of(), "allowed")).isEqualTo("there are none");
    }

    @Test
    void a_hint_is_only_as_long_as_one_reads() {
        List<String> names =
                IntStream.rangeClosed(1, 50).mapToObj(i -> "name" + i).toList();
        assertThat(Suggestions.hint("zzzzzz", names, "names"))
                .startsWith("nearest names: name1, ")
                .endsWith("; there are 50")
                .hasSizeLessThan(60);
        assertThat(Suggestions.hint("z".repeat(100_000), names, "names")).hasSizeLessThan(60);
    }

    @Test
    void a_sentence_ends_with_the_nearest_or_as_it_is() {
        assertThat(Suggestions.ending("prot", NAMES)).isEqualTo("; did you mean port?");
        assertThat(Suggestions.ending("zzz", NAMES)).isEmpty();
    }
}
