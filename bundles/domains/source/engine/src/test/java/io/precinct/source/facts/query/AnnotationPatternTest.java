package io.precinct.source.facts.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.testing.Texts;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AnnotationPatternTest {
    @Test
    void anAnnotationPatternMatchesWholeIds() {
        qt().forAll(Texts.of("A-1*", 1, 6), Texts.of("A-10", 1, 6))
                .checkAssert((pattern, id) -> assertThat(
                                AnnotationPattern.of("@req:" + pattern).matches("req", id))
                        .isEqualTo(Pattern.matches(pattern.replace("*", "\\S*"), id)));
    }
}
