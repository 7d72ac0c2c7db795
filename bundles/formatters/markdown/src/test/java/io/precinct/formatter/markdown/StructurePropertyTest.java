package io.precinct.formatter.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;

import io.precinct.api.data.Data;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.util.List;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.StrongEmphasis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.Gen;

/** Tests that the document has exactly the structure of its data, whatever the payload contains. */
class StructurePropertyTest {
    private static final Set<String> NODES = Set.of(
            "Heading",
            "TableBlock",
            "TableHead",
            "TableBody",
            "TableRow",
            "TableCell",
            "BulletList",
            "ListItem",
            "Paragraph",
            "Text",
            "StrongEmphasis",
            "FencedCodeBlock",
            "Code",
            "HtmlInline",
            "Link");

    private static QuickTheory qt() {
        return QuickTheory.qt().withExamples(500).withGenerateAttempts(1000);
    }

    @Test
    void noPayloadBringsMarkupOfItsOwn() {
        qt().forAll(data()).checkAssert(payload -> {
            for (Node node : ParsedMarkdown.nodes(ParsedMarkdown.document(payload))) {
                assertThat(NODES).contains(node.getClass().getSimpleName());
                if (node instanceof HtmlInline html) {
                    assertThat(html.getLiteral()).isEqualTo("<br>");
                }
                if (node instanceof Link link) {
                    assertThat(link.getDestination()).startsWith("http").isEqualTo(ParsedMarkdown.text(link));
                }
            }
        });
    }

    @Test
    void keysAndValuesOfATableReadAsTheyAre() {
        qt().forAll(line(), line()).checkAssert((key, value) -> {
            Node document = ParsedMarkdown.document(Data.map("only", Data.map(key, value)));

            assertThat(ParsedMarkdown.nodes(document, Heading.class)).hasSize(2);
            assertThat(ParsedMarkdown.nodes(document, TableBlock.class)).hasSize(1);
            assertThat(ParsedMarkdown.cells(document)).isEqualTo(List.of("key", "value", key, value));
        });
    }

    @Test
    void rowsAndHeadsOfRecordsReadAsTheyAre() {
        qt().forAll(line(), line()).checkAssert((key, value) -> {
            Node document = ParsedMarkdown.document(Data.list(Data.map(key, value), Data.map(key, value)));

            assertThat(ParsedMarkdown.cells(document)).isEqualTo(List.of(key, value, value));
        });
    }

    @Test
    void itemsAndTheirKeysReadAsTheyAre() {
        qt().forAll(line(), line()).checkAssert((key, value) -> {
            Node document = ParsedMarkdown.document(Data.list(value, Data.map(key, value), Data.list(value)));

            assertThat(ParsedMarkdown.nodes(document, BulletList.class)).hasSize(3);
            assertThat(ParsedMarkdown.nodes(document, ListItem.class)).hasSize(5);
            assertThat(ParsedMarkdown.nodes(document, StrongEmphasis.class).stream()
                            .map(ParsedMarkdown::text))
                    .containsExactly(key);
            assertThat(ParsedMarkdown.text(document)).isEqualTo("/notes/7" + value + key + ": " + value + value);
        });
    }

    @Test
    void aHeadingReadsAsItsKeyAndABlockAsItsLines() {
        qt().forAll(line(), lines()).checkAssert((key, value) -> {
            Node document = ParsedMarkdown.document(Data.map(key, value));

            assertThat(ParsedMarkdown.nodes(document, Heading.class).stream().map(ParsedMarkdown::text))
                    .containsExactly("/notes/7", key);
            assertThat(ParsedMarkdown.nodes(document, FencedCodeBlock.class))
                    .singleElement()
                    .satisfies(block -> assertThat(block.getLiteral()).isEqualTo(value + "\n"));
        });
    }

    private static Gen<String> hostile() {
        return oneOf(
                AnyText.upTo(20),
                AnyText.of("ab1 \n\t\r|-+=#>*_`~[]()<>&;!\\\"{}./:", 20),
                pick(List.of(
                        "<script>alert(1)</script>",
                        "![x](http://a)",
                        "[a]: http://b",
                        "[x](javascript:alert(1))",
                        "| --- |",
                        "```",
                        "~~~",
                        "---",
                        "# x",
                        "x #",
                        "#",
                        "> q",
                        "+ a",
                        "- a",
                        "10. x",
                        "===",
                        "1) x",
                        "&lt;&#60;",
                        "\\|",
                        "\\",
                        "a\\",
                        "**b**",
                        "__c__",
                        "https://example.org/|x",
                        "https://example.org/`x",
                        "<https://example.org>")));
    }

    /** Strings that appear unchanged in a line: no signs, no quotes, no blanks that Markdown would remove. */
    private static Gen<String> line() {
        return hostile()
                .assuming(text -> text.codePoints().allMatch(StructurePropertyTest::isShown)
                        && text.indexOf('\n') < 0
                        && Cell.key(text).charAt(0) != '"'
                        && !text.startsWith("http"));
    }

    private static Gen<String> lines() {
        return hostile()
                .zip(hostile(), (a, b) -> a + "\n" + b)
                .assuming(text -> text.codePoints().allMatch(StructurePropertyTest::isShown));
    }

    private static boolean isShown(int c) {
        return c == '\n'
                || c >= ' ' && c < 0x7F
                || c > 0xA0
                        && !(c >= 0x2028 && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c >= 0xD800 && c <= 0xDFFF);
    }

    private static Gen<@Nullable Object> data() {
        Gen<@Nullable Object> leaf = oneOf(
                AnyData.any(hostile()), pick(List.of(true, false, 1, -2.5, Long.MAX_VALUE)), constant((Object) null));
        return AnyData.nested(leaf, hostile(), 4).map(Data::freeze);
    }
}
