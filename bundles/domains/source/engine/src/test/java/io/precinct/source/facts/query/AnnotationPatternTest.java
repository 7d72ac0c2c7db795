package io.precinct.source.facts.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.testing.Texts;
import java.util.List;
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

    @Test
    void aStarStandsForATagOrAnIdAndWhatItLeadsToBeginsAsItSays() {
        qt().forAll(
                        Texts.of("re*", 1, 4),
                        Texts.of("A1*", 1, 4),
                        Texts.of("re", 1, 4).zip(Texts.of("A1", 1, 4), (tag, id) -> List.of(tag, id)))
                .checkAssert((tag, id, mark) -> {
                    var pattern = AnnotationPattern.of("@" + tag + ":" + id);
                    boolean matches = pattern.matches(mark.getFirst(), mark.getLast());
                    assertThat(matches)
                            .isEqualTo(
                                    Pattern.matches((tag + ":" + id).replace("*", "[^\\s:]*"), String.join(":", mark)));
                    assertThat(!matches || String.join(":", mark).startsWith(pattern.prefix()))
                            .isTrue();
                });
        assertThat(AnnotationPattern.of("@*:*").matches("req", "A-1")).isTrue();
        assertThat(AnnotationPattern.of("@*:A-1").matches("req", "A-10")).isFalse();
    }
}
