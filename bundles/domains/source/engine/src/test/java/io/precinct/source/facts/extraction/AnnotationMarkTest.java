package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.testing.Texts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnotationMarkTest {
    @Test
    void marksEndBeforePunctuationWhiteSpaceAndTheNextMark() {
        assertThat(marks("(@req:A-1). @req:A-2,@req:A-3; @req:ü\u00a0x @todo: no @see:). a@b:c @x-y:z"))
                .containsExactly("req A-1", "req A-2", "req A-3", "req ü", "x-y z");
    }

    @Test
    void marksAreFoundWhereverTheyStand() {
        qt().forAll(Texts.of("a @:", 0, 40))
                .checkAssert(before ->
                        assertThat(marks(before + "\n@req:A-1 and more")).contains("req A-1"));
    }

    private static List<String> marks(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        var found = new ArrayList<String>();
        AnnotationMark.in(utf8, 0, utf8.length).forEach(mark -> found.add(mark.tag() + " " + mark.id()));
        assertThat(found.isEmpty() || AnnotationMark.any(utf8)).isTrue();
        return found;
    }
}
