package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.TextSelector;
import io.precinct.testkit.TestAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SearchTest {
    private final TestEndpoints endpoints = new TestEndpoints();
    private TestRepository one;

    @BeforeEach
    void fill() {
        one = endpoints.sources.testRepository("one").file("a.toy", "class A\n<b>ü class</b> class B\n");
        one.commit();
        endpoints.sources.testRepository("two").file("z.toy", "class Z\n").commit();
        endpoints.sources.testRepository("other").file("z.toy", "nothing\n").commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private TextSelector asked(String query) {
        TestAnswer answer = endpoints.get("/repos/one/search?" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return one.searched();
    }

    @Test
    void aSearchIsLiteralAndMindsCaseUnlessItSaysOtherwise() {
        assertThat(asked("q=a.b")).isEqualTo(new TextSelector("a.b", false, true, false, null, null));
        assertThat(asked("q=a.b&regex=true&case=no&word=true&path=src&lang=toy"))
                .isEqualTo(new TextSelector("a.b", true, false, true, "src", "toy"));
        assertThat(asked("q=a.c&case=yes&regex=false").caseSensitive()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~ two words ~|~two words~",
                "~\" in quotes \"~|~ in quotes ~",
                "~\"a \\\" and a \\\\ and \\n\"~|~a \" and a \\ and \\n~",
                "~\"a\" + \"b\"~|~\"a\" + \"b\"~",
                "~\"open~|~\"open~",
                "~\"~|~\"~"
            })
    void quotesKeepWhatStandsBetweenThem(String given, String meant) {
        assertThat(asked("q=" + URLEncoder.encode(given, StandardCharsets.UTF_8))
                        .text())
                .isEqualTo(meant);
    }

    @Test
    void aLineSaysWhereItIsAndWhatMatches() {
        TestAnswer answer = endpoints.get("/repos/one/search?q=%C3%BC");
        assertThat(answer.json()).containsEntry("repo", "one").containsEntry("truncated", false);
        Map<String, Object> line = TestEndpoints.items(answer).getFirst();
        assertThat(line.keySet())
                .containsExactly("repo", "path", "lang", "blob", "line", "text", "matches", "context", "permalink");
        assertThat(line)
                .containsEntry("line", 2)
                .containsEntry("text", "<b>ü class</b> class B")
                .containsEntry(
                        "permalink",
                        "/repos/one/files/a.toy?ref=" + answer.json().get("commit") + "&from=2&to=2");
    }

    @Test
    void aSearchOverAllIsWalkedAndMayNameRepositories() {
        assertThat(paths("/search?q=class")).containsExactly("one/a.toy", "one/a.toy", "two/z.toy");
        assertThat(paths("/search?q=class&repo=t*&repo=other")).containsExactly("two/z.toy");
        TestAnswer page = endpoints.get("/search?q=class&limit=2");
        assertThat(paths("/search?q=class&limit=2&cursor=" + page.json().get("next_cursor")))
                .containsExactly("two/z.toy");
        assertThat(endpoints
                        .get("/search?q=class&limit=2&repo=two&cursor="
                                + page.json().get("next_cursor"))
                        .status())
                .isEqualTo(400);
    }

    private List<String> paths(String target) {
        TestAnswer answer = endpoints.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return TestEndpoints.items(answer).stream()
                .map(item -> item.get("repo") + "/" + item.get("path"))
                .toList();
    }

    @Test
    void whatCannotBeSearchedForIsRefused() {
        assertThat(endpoints.get("/search").status()).isEqualTo(400);
        assertThat(endpoints.get("/search?q=").status()).isEqualTo(400);
        TestAnswer unknown = endpoints.get("/search?q=a&repo=nowhere");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json())
                .containsEntry("code", "unknown_repo")
                .containsEntry("available", List.of("one", "two", "other"));
    }

    @Test
    void aPageMarksTheMatchesAndKeepsTheForm() {
        String html = endpoints.page("/repos/one/search?q=class&case=no").text();
        assertThat(html)
                .contains("<mark>class</mark> A", "&lt;b&gt;ü <mark>class</mark>&lt;/b&gt; class B")
                .contains("name=\"case\" value=\"no\" checked")
                .contains("name=\"regex\" value=\"true\">")
                .contains("value=\"class\"");
        assertThat(endpoints.page("/search?q=Z").text()).contains("two / z.toy", "name=\"repo\"");
        assertThat(endpoints.page("/search?q=absent").text()).contains("Nothing matches.");
    }

    @Test
    void wordsOnAPageBecomeParameters() {
        assertThat(moved("/search?q=lang:toy+a+b+path:src/x&case=no"))
                .isEqualTo("/search?q=a%20b&case=no&lang=toy&path=src%2Fx");
        assertThat(moved("/repos/one/search?q=repo:t*+class&ref=main")).isEqualTo("/search?q=class&ref=main&repo=t%2A");
        assertThat(moved("/repos/one/search?q=sym:A+path:a.toy")).isEqualTo("/repos/one/symbols?name=A&path=a.toy");
        assertThat(endpoints.page("/repos/one/search?q=%22lang:toy%22").status())
                .isEqualTo(200);
        assertThat(endpoints.get("/repos/one/search?q=lang:toy").status()).isEqualTo(200);
        assertThat(endpoints.page("/repos").text()).contains("action=\"/search\"");
        assertThat(endpoints.page("/repos/one/tree?ref=main").text())
                .contains("action=\"/repos/one/search\"", "name=\"ref\" value=\"main\"");
    }

    private String moved(String target) {
        TestAnswer answer = endpoints.page(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        return answer.header("Location");
    }
}
