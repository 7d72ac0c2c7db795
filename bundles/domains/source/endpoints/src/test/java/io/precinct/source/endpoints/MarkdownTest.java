package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MarkdownTest {
    private final TestEndpoints endpoints = new TestEndpoints();
    private TestRepository one;

    @BeforeEach
    void fill() {
        one = endpoints
                .sources
                .testRepository("one")
                .file("README.md", "# The one\n")
                .file("docs/a.md", """
                        # First `part`

                        ## Next part
                        ## Next part

                        | a | b |
                        |---|---|
                        | 1 | 2 |

                        [up](../README.md#the-one), [file](b.toy), [root](/README.md), [out](https://example.org/x),
                        [folder](../docs/), [away](../../../etc/passwd), [script](javascript:alert), [page](data:text/html,x), [here](#first-part)

                        ![picture](img/a%20b.png) ![far](http://example.org/far.png) [![badge](http://example.org/b.svg)](https://example.org/build)

                        <p align="center"><b onclick="x()">kept</b></p>

                        a <i>word</i> <script>alert(1)</script>
                        """);
        one.commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private String page(String target) {
        TestAnswer answer = endpoints.page(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.text();
    }

    @Test
    void aFileIsShownAsPeopleReadItAboveItsLines() {
        assertThat(page("/repos/one/files/docs/a.md"))
                .contains(
                        "<h1 id=\"first-part\">First <code>part</code></h1>",
                        "<h2 id=\"next-part\">",
                        "<h2 id=\"next-part-1\">",
                        "<td>1</td>",
                        "id=\"L1\"");
        assertThat(page("/repos/one/files/docs/a.md?from=1&to=2")).doesNotContain("<h2 id=\"next-part\">");
    }

    @Test
    void linksLeadWithinTheRepositoryAtTheSameRef() {
        assertThat(article())
                .contains(
                        "href=\"/repos/one/files/README.md?ref=main#the-one\">up</a>",
                        "href=\"/repos/one/files/docs/b.toy?ref=main\">file</a>",
                        "href=\"/repos/one/files/README.md?ref=main\">root</a>",
                        "href=\"https://example.org/x\">out</a>",
                        "href=\"#first-part\">here</a>",
                        "<img src=\"/repos/one/files/docs/img/a%20b.png?ref=main&amp;raw=true\" alt=\"picture\">",
                        "href=\"/repos/one/tree?ref=main&amp;path=docs\">folder</a>",
                        "href=\"/repos/one/files/etc/passwd?ref=main\">away</a>",
                        "href=\"\">script</a>",
                        "href=\"\">page</a>",
                        "href=\"http://example.org/far.png\">far</a>",
                        "href=\"https://example.org/build\">badge</a>")
                .doesNotContain("javascript:", "data:", "<img src=\"http", "/..");
    }

    /** What is rendered of the file, without its lines. */
    private String article() {
        String page = page("/repos/one/files/docs/a.md");
        return page.substring(page.indexOf("<article"), page.indexOf("</article>"));
    }

    @Test
    void htmlWithinLosesItsTags() {
        assertThat(article())
                .contains("<p>kept</p>", "<p>a word alert(1)</p>")
                .doesNotContain("<b onclick", "<script", "<p align");
    }

    @Test
    void aFolderShowsItsReadme() {
        one.file("src/ReadMe.markdown", "# Inner\n").commit();
        assertThat(page("/repos/one/tree")).contains("<h1 id=\"the-one\">").doesNotContain("id=\"inner\"");
        assertThat(page("/repos/one/tree?path=src")).contains("<h1 id=\"inner\">");
        assertThat(page("/repos/one/tree?path=docs")).doesNotContain("class=\"card prose\"");
    }

    @Test
    void aTextThatIsNestedTooDeepIsShownAsLines() {
        one.file("deep.md", ">".repeat(200_000) + " x\n" + "*a **b ".repeat(50_000) + "[".repeat(100_000) + "\n")
                .commit();
        assertThat(page("/repos/one/files/deep.md")).contains("id=\"L1\"");
    }

    @Test
    void aTextThatTakesLongToParseIsShownAsLines() {
        one.file("brackets.md", "![[]()".repeat(170_000) + "\n")
                .file("table.md", "|a".repeat(1000) + "\n" + "|-".repeat(1000) + "\n" + "|x\n".repeat(2000))
                .commit();
        for (String path : List.of("brackets.md", "table.md")) {
            assertThat(page("/repos/one/files/" + path)).contains("id=\"L1\"").doesNotContain("class=\"card prose\"");
        }
    }

    @Test
    void manyEqualHeadingsHaveAnchorsOfTheirOwn() {
        one.file("many.md", "# a\n".repeat(20_000)).commit();
        assertThat(page("/repos/one/files/many.md")).contains("id=\"a\"", "id=\"a-1\"", "id=\"a-19999\"");
    }

    @Test
    void theRefCanBeSwitched() {
        assertThat(page("/repos/one/tree?path=docs"))
                .contains(
                        "action=\"/repos/one/tree\"",
                        "<input type=\"hidden\" name=\"path\" value=\"docs\">",
                        "list=\"refs\" autocomplete=\"off\" value=\"main\"",
                        "<option value=\"feature/x\">",
                        "<option value=\"v1\">");
        assertThat(page("/repos/one/files/docs/a.md")).contains("action=\"/repos/one/files/docs/a.md\"");
    }
}
