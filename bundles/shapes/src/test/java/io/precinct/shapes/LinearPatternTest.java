package io.precinct.shapes;

import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.precinct.api.shape.Shape;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {
    /** Only there so that exponential time fails instead of hanging; linear time needs a fraction of it. */
    private static final Duration HANGS = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"^(.*a){20}$", "(x+x+)+y", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$"})
    void patternsThatExplodeElsewhereFinish(String pattern) {
        CompiledShape shape = CompiledShape.of(Shape.fields("f", map("matches", pattern)));
        String text = "a".repeat(50_000) + "!";

        assertThat(assertTimeoutPreemptively(HANGS, () -> shape.failures(map("f", text))))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "(((a{2}){2}){2}){1000}",
                "(a{100}){100}",
                "((((a?){50}){50}){50}){50}",
                "([(]{1000}[)]{1000}){1000}",
                "(?:\\Qa\\E{1000}){1000}",
                "([]a{1000}]{900}){1000}",
                "(a{2,1000}){1000,}"
            })
    void aPatternWhoseRepetitionsMultiplyIsRefusedBeforeItIsWrittenOut(String pattern) {
        assertThatThrownBy(() -> LinearPattern.compile(pattern, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("repetitions are written out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^.{1,1000}$",
                "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
                "\\Q(a{1000}){1000}\\E",
                "[(a{1000}){1000}]",
                "\\(\\(a\\{1000\\}\\)\\{1000\\}",
                "a{,1000}",
                "(a|b|c){300}",
                "\\pL{1000}"
            })
    void patternsOfOrdinarySizeAreTaken(String pattern) {
        assertThat(LinearPattern.compile(pattern, false)).isNotNull();
    }

    @Test
    void aPatternTooLongOrNestedTooDeepIsRefused() {
        assertThatThrownBy(() -> LinearPattern.compile("a".repeat(5_000), false))
                .hasMessageContaining("4096");
        assertThatThrownBy(() -> LinearPattern.compile("(".repeat(1_500) + ")".repeat(1_500), false))
                .hasMessageContaining("200 deep");
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,true"})
    void aTextTooLargeForItsPatternIsNotSearched(boolean answer, boolean expected) {
        LinearPattern pattern = LinearPattern.compile("^.{1,1000}", answer);

        assertThat(pattern.holds("x".repeat(1 << 20))).isEqualTo(expected);
        assertThat(pattern.holds("x".repeat(1 << 16))).isTrue();
    }

    @Test
    void aTextTooLargeForItsPatternFailsWithAndWithoutNot() {
        Object payload = map("f", "x".repeat(1 << 20));

        assertThat(CompiledShape.of(Shape.fields("f", map("matches", "^.{1,1000}")))
                        .failures(payload))
                .hasSize(1);
        assertThat(CompiledShape.of(Shape.fields("f", map("not", map("matches", "^.{1,1000}y"))))
                        .failures(payload))
                .hasSize(1);
    }

    @Test
    void aTextOfOneMebibyteFitsPatternsOfOrdinarySize() {
        LinearPattern pattern = LinearPattern.compile("z(y|x){20}$", false);

        assertThat(pattern.holds("a".repeat((1 << 20) - 21) + "z" + "xy".repeat(10)))
                .isTrue();
    }
}
