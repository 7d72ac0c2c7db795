package io.precinct.lib.re2j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.quicktheories.QuickTheory.qt;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.precinct.testing.AnyPattern;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternsTest {
    private static LinearPattern compile(String text) {
        return new Patterns().compile(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(((f{1000}){1000}){1000})",
                "((a{1000}){1000}){1000}",
                "(((a{2}){2}){2}){1000}",
                "(a{100}){100}",
                "((((a?){50}){50}){50}){50}",
                "([(]{1000}[)]{1000}){1000}",
                "(?:\\Qa\\E{1000}){1000}",
                "([]a{1000}]{900}){1000}",
                "f{1000}(?i){1000}",
                "f{1000}(?){1000}",
                "f{1000}(?s-i){1000}(?m){1000}",
                "f{1000}\\Q\\E{1000}",
                "(a{2,1000}){1000,}"
            })
    void aPatternWhoseRepetitionsMultiplyIsRefusedBeforeItIsWrittenOut(String pattern) {
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> compile(pattern))
                .withMessageContaining("repetitions are written out")
                .matches(BadPattern::isTooLarge);
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
        assertThat(compile(pattern)).isNotNull();
    }

    @Test
    void aPatternTooLongNestedTooDeepOrWrongIsRefused() {
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> compile("a".repeat(5_000)))
                .withMessageContaining("4096");
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> compile("(".repeat(1_500) + ")".repeat(1_500)))
                .withMessageContaining("200 deep");
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> compile("(a"))
                .withMessageContaining("is no regular expression in the syntax of RE2")
                .matches(bad -> !bad.isTooLarge());
    }

    @Test
    void patternsOfOneRequestAreLimitedTogether() {
        var patterns = new Patterns();
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        patterns.compile("(f{1000}){2}");
                    }
                })
                .withMessageContaining("at most 25000 are allowed together");
        assertThatExceptionOfType(BadPattern.class)
                .isThrownBy(() -> compile("\\pL".repeat(300)))
                .withMessageContaining("256 classes of Unicode");
    }

    @Test
    void aTextTooLargeForItsPatternIsNotSearched() {
        LinearPattern pattern = compile("^.{1,1000}");
        String large = "x".repeat(1 << 20);
        byte[] utf8 = large.getBytes(StandardCharsets.UTF_8);

        for (boolean answer : new boolean[] {true, false}) {
            assertThat(pattern.find(large, answer)).isEqualTo(answer);
            assertThat(pattern.find(utf8, 0, utf8.length, answer)).isEqualTo(answer);
        }
        assertThat(pattern.find(large.substring(1 << 19 + 1), false)).isFalse();
        assertThat(pattern.find("x".repeat(1 << 16), false)).isTrue();
        assertThat(pattern.find(utf8, 5, 1 << 16, false)).isTrue();
    }

    @Test
    void theSizeOfAPatternIsNeverUnderestimatedByMuch() {
        qt().forAll(AnyPattern.upTo(14)).checkAssert(pattern -> {
            PatternSize size = PatternSize.of(pattern);
            if (size.steps() > 20_000 || size.depth() > 200) {
                return;
            }
            int real;
            try {
                real = Pattern.compile(pattern).programSize();
            } catch (PatternSyntaxException e) {
                return;
            }
            assertThat(real).isLessThanOrEqualTo(3 * size.steps() + 10);
        });
    }

    @Test
    void placesAreVisitedUntilSomebodyHasEnough() {
        byte[] utf8 = "-aa-ü-aaa-a".getBytes(StandardCharsets.UTF_8);
        for (int most = 1; most <= 2; most++) {
            var visited = new ArrayList<LinearPattern.Span>();
            int wanted = most;
            compile("a+|b*").visit(utf8, 2, utf8.length - 1, () -> false, (start, end) -> {
                visited.add(new LinearPattern.Span(start, end));
                return visited.size() < wanted;
            });
            assertThat(visited)
                    .isEqualTo(List.of(new LinearPattern.Span(2, 3), new LinearPattern.Span(7, 10))
                            .subList(0, most));
        }
    }
}
