package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.facts.extraction.FileFacts.Gap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

// @req:source-incomplete
class RecoveryTest {
    /** Read as JSX, so that its error goes on to the end of the text. */
    private static final String BROKEN = """
            class Broken {
              one() {}
              <Q>(b: Q): Y<Q>

              ]]] = {
            }
            """;

    @Test
    void whatStandsBehindAnErrorIsFoundWithItsPlace() {
        String after = "// größer @req:A-1\nclass After {\n  two() {}\n}\n\nfunction last() {}\n";
        var found = ExtractedFacts.of("javascript", "function before() {}\n\n" + BROKEN + "\n" + after);
        assertThat(found.symbols())
                .containsExactly("function before", "class After", "method After/two", "function last");
        assertThat(found.notes()).containsExactly("req:A-1 next class After | class After {");
        assertThat(found.comment(0)).isEqualTo("// größer @req:A-1");
        var last = found.facts().symbols().getLast();
        int length = found.text().getBytes(StandardCharsets.UTF_8).length;
        assertThat(last.end()).isEqualTo(length - 1);
        assertThat(last.start()).isEqualTo(length - 1 - "function last() {}".length());
    }

    @Test
    void theLinesThatStayHiddenAreNamed() {
        var found = ExtractedFacts.of("javascript", "function before() {}\n\n" + BROKEN + "\nclass After {}\n");
        assertThat(found.facts().hasError()).isTrue();
        assertThat(found.facts().gaps()).isNotEmpty().allSatisfy(gap -> {
            assertThat(gap.from()).isBetween(3, 8);
            assertThat(gap.to()).isBetween(gap.from(), 8);
        });
    }

    @Test
    void anErrorThatHidesNothingIsNoGap() {
        var found = ExtractedFacts.of("java", "class A {\n    int x = 1 2;\n    void f() {}\n}\n");
        assertThat(found.facts().hasError()).isTrue();
        assertThat(found.facts().gaps()).isEmpty();
        assertThat(found.symbols()).contains("class A", "method A/f");
    }

    @Test
    void aTextWithoutErrorsHasNoGaps() {
        assertThat(ExtractedFacts.of("java", "class A {}\n").facts().gaps()).isEmpty();
    }

    @Test
    void manyErrorsAreFewGapsThatReachToTheLast() {
        var found = ExtractedFacts.of("javascript", (BROKEN + "\nclass After {}\n\n").repeat(100));
        assertThat(found.facts().gaps()).hasSizeLessThanOrEqualTo(16);
        Gap last = found.facts().gaps().getLast();
        assertThat(last.to()).isBetween(99 * 9 + 1, 100 * 9);
        assertThat(found.symbols().stream().filter("class After"::equals)).hasSize(100);
    }

    @Test
    void aTextIsCutIntoABoundedNumberOfPieces() {
        String junk = "]]] = {\n" + "x\n\n".repeat(5000);
        var text = new SourceText(junk.getBytes(StandardCharsets.UTF_8));
        var all = new SyntaxErrors.Range(0, junk.length(), 0, text.rows());
        var pieces = TopLevel.around(text, List.of(all, all));
        assertThat(pieces).hasSize(1001);
        assertThat(pieces.getLast().end()).isEqualTo(junk.length());
        assertThat(pieces.stream()
                        .mapToInt(piece -> piece.end() - piece.start())
                        .sum())
                .isEqualTo(junk.length());
    }
}
