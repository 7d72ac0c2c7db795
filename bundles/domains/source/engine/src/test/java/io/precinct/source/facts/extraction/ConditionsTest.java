package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.facts.extraction.Engine.Stopped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// @req:source-symbols
class ConditionsTest {
    private static final String CUT = """
            class Limiter {
                public Limiter(int most)
            #if DEBUG // @req:debug
                    : base(most)
            #endif
                {
                }

                int Left() {
            #if ONE
                    if (left > 1) {
            #elif TWO
                    if (left > 2) { /* @req:two */
            #else
                    while (left > 0) {
            #endif
                        return left;
                    }
                    return 0;
                }
            #if ONE
                void One() {}
            #else
                // @req:none
                void None() {}
            #endif
            }

            class Behind {}
            """;

    private static List<String> readings(String text) throws Stopped {
        Conditions conditions = Conditions.in("c_sharp", text.getBytes(StandardCharsets.UTF_8), () -> false);
        var readings = new ArrayList<String>();
        for (int i = 0; conditions != null && i < conditions.readings(); i++) {
            String reading = new String(conditions.reading(i), StandardCharsets.UTF_8);
            assertThat(reading).hasSameSizeAs(text);
            assertThat(reading.lines().count()).isEqualTo(text.lines().count());
            readings.add(reading.replaceAll("\\s+", " ").strip());
        }
        return readings;
    }

    @Test
    void aReadingHasOneBranchOfEachCondition() throws Stopped {
        assertThat(readings(
                        "a\n#if X\nb\n# elif Y \\\n Z\nc\n  #else // d\ne\n#endif /* f */\ng\n#ifdef H\ni\n#endif\n"))
                .containsExactly("a b /* f */ g i", "a c /* f */ g i", "a // d e /* f */ g i");
        assertThat(readings("#if A\na\n#if B\nb\n#else\nc\n#endif\nd\n#else\n#if B\ne\n#else\nf\n#endif\n#endif\n"))
                .containsExactly("a b d", "a c d", "e", "f");
    }

    @Test
    void whatIsNoConditionStays() throws Stopped {
        assertThat(readings("#include <a>\n#define B 1\n// #if C\n/*\n#if D\n*/ x\n\"\\\n#if E\"\n"))
                .isEmpty();
        assertThat(readings("#endif\n#else\na\n#if B\nb\n")).containsExactly("#endif #else a b");
        assertThat(Conditions.in("python", "#if a\nb\n#endif\n".getBytes(StandardCharsets.UTF_8), () -> false))
                .isNull();
    }

    @Test
    @Timeout(5)
    void manyBranchesTakeLinearTime() throws Stopped {
        assertThat(readings("#if A\n" + "#elif B\n".repeat(100_000) + "#endif\n"))
                .containsOnly("");
        assertThat(readings("#if A\n".repeat(60_000) + "#endif\n".repeat(60_000)))
                .containsExactly("");
        assertThat(readings("#if A\n#else\n".repeat(30_000) + "#endif\n".repeat(30_000)))
                .hasSize(Conditions.MOST_READINGS);
    }

    @Test
    void lookingForThemEndsIfItIsGivenUp() {
        byte[] text = "#if A\n#endif\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Conditions.in("c_sharp", text, () -> true)).isInstanceOf(Stopped.class);
    }

    @Test
    void aClassWhoseCodeIsCutByConditionsIsFoundWithAllBranches() {
        var found = ExtractedFacts.of("c_sharp", CUT);
        assertThat(found.symbols())
                .contains(
                        "class Limiter",
                        "constructor Limiter/Limiter",
                        "method Limiter/Left",
                        "method Limiter/One",
                        "method Limiter/None",
                        "class Behind")
                .doesNotHaveDuplicates();
        assertThat(found.notes()).anyMatch(note -> note.startsWith("req:none next method Limiter/None"));
        assertThat(found.notes()).anyMatch(note -> note.startsWith("req:two"));
        assertThat(found.notes()).anyMatch(note -> note.startsWith("req:debug"));
    }

    @Test
    void branchesBehindTheLastReadingAreNamed() {
        var text = new StringBuilder("class C {\nint F(int a\n#if A\n) {\n");
        for (int i = 0; i < 8; i++) {
            text.append("#elif B")
                    .append(i)
                    .append("\n, int b) { // @req:B")
                    .append(i)
                    .append("\n");
        }
        var found = ExtractedFacts.of("c_sharp", text + "#endif\n  return a;\n}\n\nvoid G() {}\n}\n");
        assertThat(found.symbols()).contains("method C/F", "method C/G");
        assertThat(found.notes()).hasSize(8);
        assertThat(found.facts().gaps())
                .extracting(gap -> gap.from() + "-" + gap.to())
                .containsExactly("15-20");
    }
}
