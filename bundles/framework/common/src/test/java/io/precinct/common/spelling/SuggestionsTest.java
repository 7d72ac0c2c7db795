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
    void theNearestNameIsWhatWasProbablyMeant(String given, @Nullable String meant) {
        assertThat(Suggestions.nearest(given, NAMES).orElse(null)).isEqualTo(meant);
    }

    @Test
    void ofNamesThatAreAsNearTheFirstInOrderIsMeant() {
        assertThat(Suggestions.nearest("cat", List.of("rat", "hat", "bat"))).contains("bat");
    }

    @Test
    void whatNobodyWritesByASlipIsLikeNothing() {
        String long200 = "x".repeat(200);
        assertThat(Suggestions.nearest(long200 + "y", List.of(long200))).isEmpty();
        assertThat(Suggestions.nearest("y" + long200.substring(1), List.of(long200)))
                .contains(long200);
    }

    @Test
    void fewAreThreeAtMostTheNearestFirst() {
        assertThat(Suggestions.few("class_bod", List.of("class_bodies", "class_body", "class_bond", "glass_bodi", "x")))
                .containsExactly("class_body", "class_bond", "glass_bodi");
        assertThat(Suggestions.few("zzz", NAMES)).isEmpty();
    }

    @Test
    void aHintNamesTheNearestElseAllThereAre() {
        assertThat(Suggestions.hint("prot", NAMES, "allowed")).isEqualTo("did you mean \"port\"?");
        assertThat(Suggestions.hint("zzz", List.of("a", "b"), "allowed")).isEqualTo("allowed: a, b");
        assertThat(Suggestions.hint("zzz", List.of(), "allowed")).isEqualTo("there are none");
    }

    @Test
    void aHintIsOnlyAsLongAsOneReads() {
        List<String> names =
                IntStream.rangeClosed(1, 50).mapToObj(i -> "name" + i).toList();
        assertThat(Suggestions.hint("zzzzzz", names, "names"))
                .startsWith("nearest names: name1, ")
                .endsWith("; there are 50")
                .hasSizeLessThan(60);
        assertThat(Suggestions.hint("z".repeat(100_000), names, "names")).hasSizeLessThan(60);
    }

    @Test
    void aSentenceEndsWithTheNearestOrAsItIs() {
        assertThat(Suggestions.ending("prot", NAMES)).isEqualTo("; did you mean port?");
        assertThat(Suggestions.ending("zzz", NAMES)).isEmpty();
    }

    @Test
    void theClosestAreThreeHoweverFarTheyAre() {
        List<String> names = List.of("echo", "seal", "operations.health", "operations.ready", "health_formatter");
        assertThat(Suggestions.closest("health", names)).hasSize(3).startsWith("health_formatter", "operations.health");
        assertThat(Suggestions.closest("helth", names)).hasSize(3).startsWith("operations.health");
        assertThat(Suggestions.closest("x".repeat(500), names)).hasSize(3);
        assertThat(Suggestions.closest("x", List.of())).isEmpty();
    }
}
