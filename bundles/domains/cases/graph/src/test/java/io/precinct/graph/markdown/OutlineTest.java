package io.precinct.graph.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutlineTest {
    @Test
    void sectionsNestByLevelAndKnowTheirLines() {
        Outline outline = Outline.of("# a\n\ntext\n## b\n### c\n```todo x\n- [ ] i\n```\n## d\n");
        assertThat(outline.signature()).containsExactly("1 a []", "2 b []", "3 c [todo]", "2 d []");
        Section c = outline.find(List.of("b", "c"));
        assertThat(c.fences()).containsExactly(new Fence("todo", 5, 7, true, "", "```"));
        assertThat(List.of(c.line(), c.body(), c.end())).containsExactly(4, 5, 8);
        Section b = outline.find(List.of("b"));
        assertThat(List.of(b.line(), b.body(), b.end())).containsExactly(3, 4, 8);
        assertThat(outline.find(List.of("a", "b"))).isEqualTo(b);
        assertThat(outline.find(List.of("c"))).isNull();
        assertThat(outline.below(outline.find(List.of("a"))))
                .extracting(Section::name)
                .containsExactly("b", "d");
    }

    @Test
    void ofSeveralSectionsWithOneSlugTheFirstCounts() {
        Outline outline = Outline.of("# t\n## a b\n### x\n## A-B!\n### y\n");
        assertThat(outline.find(List.of("a-b", "x"))).isNotNull();
        assertThat(outline.find(List.of("a-b", "y"))).isNull();
    }

    @Test
    void whatStandsInAnotherBlockIsContent() {
        Outline outline = Outline.of("""
                > # quoted

                - # in a list
                  ```todo
                  - [ ] no
                  ```

                <!--
                # comment
                -->

                ~~~
                # code
                ```todo
                ~~~

                    # indented
                # real
                """);
        assertThat(outline.signature()).containsExactly("1 real []");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "### foo|foo",
                "###   foo  |foo",
                "  ### foo ###  |foo",
                "### foo #b|foo #b",
                "### foo#|foo#",
                "### foo \\##|foo \\##",
                "### *a* [b](c)|*a* [b](c)",
                "### #|\"\"",
                "###|\"\"",
            })
    void theNameOfAHeadingIsItsTextAsWritten(String line, String name) {
        assertThat(Outline.of(line + "\r\n").sections().getFirst().name()).isEqualTo(name);
    }

    @Test
    void underlinedHeadingsCountAndMayHaveSeveralLines() {
        Outline outline = Outline.of("One\r\n  two\r\n===\r\n\r\nthree\r\n---");
        assertThat(outline.signature()).containsExactly("1 One two []", "2 three []");
        assertThat(outline.sections().getFirst().body()).isEqualTo(3);
    }

    @Test
    void aFenceThatIsNotClosedReachesToTheEnd() {
        Outline outline = Outline.of("# a\n  ~~~~ todo\nx\n\n");
        assertThat(outline.last()).isEqualTo(new Fence("todo", 1, 4, false, "  ", "~~~~"));
        assertThat(Outline.of("# a\n```").last().content(new Lines("# a\n```"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Build & Test,build-test",
        "' Ärger  im  Büro! ',ärger-im-büro",
        "A.B:C/d,a-b-c-d",
        "２４ Hours,24-hours",
        "हिन्दी,हिन्दी",
        "--,''",
        "🎉,''",
        "snake_case,snake-case",
    })
    void slugs(String name, String slug) {
        assertThat(SectionSlug.of(name)).isEqualTo(slug);
    }

    /** A naive parser takes minutes for each of these texts, or runs out of memory. */
    @ParameterizedTest
    @ValueSource(
            strings = {"> ", ">", "- ", "[", "*", "`", "[a]: b\n", "# x\n", "```\n", "<a ", "\\", "a\n", "-\n\n", "\t"})
    @Timeout(120)
    void aLargeTextIsRead(String part) {
        String text = part.repeat((1 << 19) / part.length());
        assertThat(Outline.of(text).lines().text()).isSameAs(text);
        String lazy = part.repeat((1 << 18) / part.length()) + "\n" + "a\n".repeat(1 << 17);
        assertThat(Outline.of(lazy).lines().text()).isSameAs(lazy);
    }
}
