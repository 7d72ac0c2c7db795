package io.precinct.graph.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** For any text, sections and fences are at their reported positions. */
class OutlinePositionsTest {
    @Test
    void positionsFitTheText() {
        qt().withExamples(2000).forAll(texts()).checkAssert(OutlinePositionsTest::check);
    }

    /** Checks that both count the same lines, and that every block is found at its position. */
    private static void check(String text) {
        Outline outline = Outline.of(text);
        Lines lines = outline.lines();
        int at = 0;
        for (int i = 0; i < lines.count(); i++) {
            assertThat(lines.start(i)).isEqualTo(at);
            assertThat(lines.ended(i) || i == lines.count() - 1).isTrue();
            at = lines.after(i);
        }
        assertThat(at).isEqualTo(text.length());
        int before = 0;
        List<Section> sections = outline.sections();
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            int next = i + 1 < sections.size() ? sections.get(i + 1).line() : lines.count();
            assertThat(section.line()).isGreaterThanOrEqualTo(before);
            assertThat(section.body()).isGreaterThan(section.line()).isLessThanOrEqualTo(next);
            assertThat(next).isLessThanOrEqualTo(section.end());
            assertThat(section.end()).isLessThanOrEqualTo(lines.count());
            for (Fence fence : section.fences()) {
                assertThat(lines.line(fence.open()).strip()).startsWith(fence.marker());
                assertThat(fence.open()).isGreaterThanOrEqualTo(section.body());
                assertThat(fence.next()).isLessThanOrEqualTo(next);
                if (fence.closed()) {
                    assertThat(lines.line(fence.end()).strip()).startsWith(fence.marker());
                }
            }
            before = section.body();
        }
    }

    private static Gen<String> texts() {
        Gen<String> lines = pick(List.of(
                "# a",
                "## b",
                "### c ###",
                "text",
                "===",
                "---",
                "```",
                "```todo",
                "~~~~ todo",
                "~~~~",
                "- [ ] x",
                "- [x] y",
                "> q",
                "> ```",
                "- l",
                "  more",
                "    code",
                "\t",
                "",
                "<!--",
                "-->",
                "<div>",
                "[r]: /u",
                "\u2028",
                "\u0000",
                "x\u000b"));
        Gen<String> ended = lines.zip(pick(List.of("\n", "\r\n", "\r", "\n")), (line, eol) -> line + eol);
        return lists().of(ended)
                .ofSizeBetween(0, 14)
                .zip(pick(List.of("", "end", "```")), (all, last) -> String.join("", all) + last);
    }
}
