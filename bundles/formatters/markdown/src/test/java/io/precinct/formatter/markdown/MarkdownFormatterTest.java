package io.precinct.formatter.markdown;

import static io.precinct.formatter.markdown.ParsedMarkdown.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.util.concurrent.CompletableFuture;
import org.commonmark.node.Code;
import org.junit.jupiter.api.Test;

class MarkdownFormatterTest {
    @Test
    void isADocumentTitledByItsPath() {
        var rendition = new MarkdownFormatter().render(new Target("Grüße", 200, "text/markdown", "/notes/a_b", null));

        assertThat(rendition.contentType()).isEqualTo("text/markdown; charset=utf-8");
        assertThat(rendition.body())
                .isEqualTo("# /notes/a_b\n\nGrüße\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void titlesAnErrorByStatusAndText() {
        assertThat(markdown(new Target(Data.map("error", "no *such* note"), 404, "text/markdown", "/x", null)))
                .startsWith("# 404 no \\*such\\* note\n");
        assertThat(markdown(new Target("odd", 500, "text/markdown", "/x", null)))
                .startsWith("# 500 /x\n");
    }

    @Test
    void writesAMapAsATableAndWhatIsNestedAsSectionsBehindIt() {
        assertThat(markdown(Data.map(
                        "id", 7, "geo", Data.map("lat", 48.5, "box", Data.map("w", 1)), "open", true, "by", null)))
                .isEqualTo("""
                        # /notes/7

                        | key | value |
                        | --- | --- |
                        | id | 7 |
                        | open | true |
                        | by | null |

                        ## geo

                        | key | value |
                        | --- | --- |
                        | lat | 48.5 |

                        ### box

                        | key | value |
                        | --- | --- |
                        | w | 1 |
                        """);
    }

    @Test
    void writesAListOfMapsThatAreAlikeAsOneTable() {
        assertThat(markdown(Data.map(
                        "notes",
                        Data.list(
                                Data.map("id", 9, "title", "a|b", "tags", Data.list("x", "y")),
                                Data.map("id", 10, "title", "plain", "why", Data.list("one, two", "three"))))))
                .endsWith("""
                        ## notes

                        | id | title | tags | why |
                        | ---: | --- | --- | --- |
                        | 9 | a\\|b | x, y | |
                        | 10 | plain | | one, two<br>three |
                        """);
    }

    @Test
    void writesOtherListsAsLists() {
        assertThat(markdown(Data.map(
                        "mixed",
                        Data.list(
                                "a, b", -5, "- c", "1. d", Data.list("e"), Data.map("k", 1, "deep", Data.list("f"))))))
                .endsWith("""
                        ## mixed

                        - a, b
                        - -5
                        - \\- c
                        - 1\\. d
                        -
                          - e
                        -
                          - **k**: 1
                          - **deep**:
                            - f
                        """);
    }

    @Test
    void writesTextOfSeveralLinesBehindAFenceThatItCannotClose() {
        assertThat(markdown(Data.map("poem", "Roses\n```\n<b>")))
                .endsWith("## poem\n\n````text\nRoses\n```\n<b>\n````\n");
    }

    @Test
    void leavesTextAloneThatIsNoMarkup() {
        assertThat(markdown(Data.map("a", "snake_case, C# & co. (50% off!) x > y: 2.5 - \\d+")))
                .contains("| a | snake_case, C# & co. (50% off!) x > y: 2.5 - \\d+ |");
    }

    @Test
    void linksWholeUrls() {
        assertThat(markdown(Data.map("a", "https://example.org/a_b?c=d", "b", "javascript:alert(1)")))
                .contains("| a | <https://example.org/a_b?c=d> |", "| b | javascript:alert(1) |");
    }

    @Test
    void quotesStringsThatWouldBeTakenForSomethingElse() {
        assertThat(markdown(
                        Data.map("a", "", "b", "true", "c", "12", "d", " x\u00a0", "e", Data.list(), "f", Data.map())))
                .contains("| a | \"\" |", "| b | \"true\" |", "| c | \"12\" |", "| d | \" x\u00a0\" |")
                .contains("| e | \\[] |", "| f | {} |");
    }

    @Test
    void showsControlCharactersAsSigns() {
        assertThat(markdown(Data.map("a", "x\u0000\u001b\r\u0085\u202e\ud83d😀\ty")))
                .contains("| a | x␀␛␍[U+0085][U+202E]\ufffd😀 y |");
        assertThat(markdown(Data.map("a", "x\n\u001b\ty\r"))).contains("\nx\n␛\ty␍\n");
    }

    @Test
    void writesWhatIsNestedVeryDeepAsCodeOnTheStackOfAVirtualThread() throws Exception {
        Object deep = "bo`tt``om";
        for (int i = 0; i < 1000; i++) {
            deep = i % 2 == 0 ? Data.list(deep, i) : Data.map("k", deep);
        }
        Object payload = deep;
        var text = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                text.complete(markdown(payload));
            } catch (Throwable e) { // this test looks for a stack overflow
                text.completeExceptionally(e);
            }
        });

        assertThat(text.get()).contains("[\"bo`tt``om\",0]").hasSizeLessThan(12_000);
        var code = ParsedMarkdown.nodes(ParsedMarkdown.document(payload), Code.class);
        assertThat(code)
                .singleElement()
                .satisfies(one -> assertThat(one.getLiteral()).contains("bo`tt``om"));
    }
}
