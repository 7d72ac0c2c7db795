package io.precinct.graph.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a text says: sections and fences are where they are said to be. */
class OutlinePositionsTest {
    /** Both count lines, and every block has to be found where it stands. */
    @Property(tries = 2000)
    void positions_fit_the_text(@ForAll("texts") String text) {
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
        for (Section section : outline.sections()) {
            assertThat(section.line()).isGreaterThanOrEqualTo(before);
            assertThat(section.body()).isGreaterThan(section.line()).isLessThanOrEqualTo(section.own());
            assertThat(section.own()).isLessThanOrEqualTo(section.end());
            assertThat(section.end()).isLessThanOrEqualTo(lines.count());
            for (Fence fence : section.fences()) {
                assertThat(lines.line(fence.open()).strip()).startsWith(fence.marker());
                assertThat(fence.open()).isGreaterThanOrEqualTo(section.body());
                assertThat(fence.next()).isLessThanOrEqualTo(section.own());
                if (fence.closed()) {
                    assertThat(lines.line(fence.end()).strip()).startsWith(fence.marker());
                }
            }
            before = section.body();
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
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
                        "x\u000b")
                .flatMap(line -> Arbitraries.of("\n", "\n", "\r\n", "\r").map(eol -> line + eol))
                .list()
                .ofMaxSize(14)
                .flatMap(lines -> Arbitraries.of("", "end", "```").map(end -> String.join("", lines) + end));
    }
}
