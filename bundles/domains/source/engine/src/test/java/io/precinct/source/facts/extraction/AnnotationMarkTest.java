package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;

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

    @Test
    void anIdEndsBeforeWhateverClosesWhatItStandsIn() {
        assertThat(marks("**@req:A-1** `@req:A-2` \"@req:A-3\" '@req:A-4' [@req:A-5] {@req:A-6} (@req:A-7)"))
                .containsExactly("req A-1", "req A-2", "req A-3", "req A-4", "req A-5", "req A-6", "req A-7");
        assertThat(marks("<b>@req:A-1</b> <@req:A-2> @req:A-3! @req:A-4? (see [@req:A-5].) **@req:A-6.** @req:A-7*/"))
                .containsExactly("req A-1", "req A-2", "req A-3", "req A-4", "req A-5", "req A-6", "req A-7");
        assertThat(marks("@req:\"A-1\" @req:** @req:) @req:'")).isEmpty();
    }

    @Test
    void whatStandsWithinAnIdStays() {
        assertThat(marks("@req:A-1.2. @req:a[a-z]b, @req:A/b:c; @req:A-*: @req:a<b @req:a<brim @req:x[1][2]] @req:A,B"))
                .containsExactly(
                        "req A-1.2",
                        "req a[a-z]b",
                        "req A/b:c",
                        "req A-*",
                        "req a<b",
                        "req a<brim",
                        "req x[1][2]",
                        "req A,B");
    }

    @Test
    void anyRunOfClosersEndsAnId() {
        qt().forAll(
                        Texts.of("aZ0-_/.", 1, 12),
                        Texts.of(".,;:!?", 0, 4),
                        integers().between(0, CLOSERS.size() - 1))
                .as((id, punctuation, closer) -> List.of("x" + id + "x", punctuation, CLOSERS.get(closer)))
                .checkAssert(parts -> assertThat(marks("@req:" + String.join("", parts) + " more. @req:B"))
                        .as(parts.toString())
                        .containsExactly("req " + parts.getFirst(), "req B"));
    }

    private static final List<String> CLOSERS = List.of(
            "", "</b>", "<br>", "<BR/>", "<br ", ">", "\"", "'", "”", "’", "»", "›", "`", "]", "}", ")", "**", "*/",
            ")]", "`)", "\").", "**,", "]]>", "}}", "')\"");

    private static List<String> marks(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        var found = new ArrayList<String>();
        AnnotationMark.in(utf8, 0, utf8.length).forEach(mark -> found.add(mark.tag() + " " + mark.id()));
        assertThat(found.isEmpty() || AnnotationMark.any(utf8)).isTrue();
        return found;
    }
}
