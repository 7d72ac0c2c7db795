package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.ParseProgress;
import io.precinct.testkit.TestAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers while files of a repository are not parsed yet. */
// @req:source-parsing
class ParsingTest {
    private static final Map<String, Object> PROGRESS = Map.of("done", 2, "total", 3);

    private final TestEndpoints endpoints = new TestEndpoints();
    private String commit;

    @BeforeEach
    void fill() {
        commit = one().file("a.toy", "class A\nclass B\n# @req:R-1\ndef a\n")
                .file("b.toy", "class B\n# @req:R-2\ndef b\n")
                .file("c.toy", "class B\n")
                .commit();
        endpoints
                .sources
                .testRepository("two")
                .file("z.toy", "class B\n# @req:R-3\ndef z\n")
                .commit();
        one().parsing("b.toy", new ParseProgress(2, 3));
    }

    private TestRepository one() {
        return endpoints.sources.testRepository("one");
    }

    private void parsed() {
        one().parsing(null, null);
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private static List<Object> paths(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return TestEndpoints.items(answer).stream()
                .map(item -> item.get("path"))
                .toList();
    }

    @Test
    void whatIsKnownIsAnsweredAndWhatIsNotIsSaid() {
        for (String list : List.of("symbols?name=B", "annotations?pattern=@req:*")) {
            TestAnswer answer = endpoints.get("/repos/one/" + list);

            assertThat(paths(answer)).contains("a.toy").doesNotContain("b.toy");
            assertThat(answer.json())
                    .containsEntry("truncated", true)
                    .containsEntry("truncated_by", "parsing")
                    .containsEntry("progress", PROGRESS);
        }
        TestAnswer query = endpoints.post("/repos/one/query", Map.of("query", "(x) @x", "lang", "toy"));
        assertThat(paths(query)).as("a query reads the files itself").contains("b.toy");
        assertThat(query.json()).containsEntry("truncated", false).doesNotContainKey("progress");
    }

    @Test
    void anAnswerInPartIsNeverTakenForTheWhole() {
        String address = "/repos/one/symbols?name=B&ref=" + commit;
        TestAnswer part = endpoints.get(address);
        assertThat(part.header("Cache-Control")).isEqualTo("no-cache");
        one().parsing("b.toy", new ParseProgress(2, 4));
        assertThat(endpoints.get(address).json()).containsEntry("progress", Map.of("done", 2, "total", 4));

        parsed();
        TestAnswer whole = endpoints
                .request("GET", address)
                .header("If-None-Match", part.header("ETag"))
                .send();
        assertThat(paths(whole)).containsExactly("a.toy", "b.toy", "c.toy");
        assertThat(whole.json()).containsEntry("truncated", false).doesNotContainKeys("truncated_by", "progress");
        assertThat(whole.header("ETag")).isNotEqualTo(part.header("ETag"));
        assertThat(whole.header("Cache-Control")).contains("immutable");
    }

    @Test
    void aWalkThatBeganDuringTheParseEndsInPartOrIsToBeginAnew() {
        for (String list : List.of("/repos/one/symbols", "/symbols")) {
            String address = list + "?name=B&limit=1";
            TestAnswer first = endpoints.get(address);
            String rest = address + "&cursor=" + first.json().get("next_cursor");
            assertThat(paths(first)).containsExactly("a.toy");
            assertThat(paths(endpoints.get(rest))).containsExactly("c.toy");

            parsed();
            TestAnswer after = endpoints.get(rest);
            assertThat(after.status()).as(after.text()).isEqualTo(409);
            assertThat(after.json()).containsEntry("code", "stale_cursor");
            TestAnswer anew = endpoints.get(address);
            assertThat(paths(endpoints.get(address + "&cursor=" + anew.json().get("next_cursor"))))
                    .containsExactly("b.toy");
            one().parsing("b.toy", new ParseProgress(2, 3));
        }
    }

    @Test
    void acrossRepositoriesItIsNamedWithItsProgressAndTheOthersAnswerWhole() {
        TestAnswer answer = endpoints.get("/symbols?name=B");

        assertThat(paths(answer)).containsExactly("a.toy", "c.toy", "z.toy");
        assertThat(answer.json()).containsEntry("truncated", false).doesNotContainKey("progress");
        assertThat(skipped(answer)).hasSize(1);
        assertThat(skipped(answer).getFirst())
                .containsEntry("repo", "one")
                .containsEntry("path", null)
                .containsEntry("reason", "parsing")
                .containsEntry("progress", PROGRESS);
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> skipped(TestAnswer answer) {
        return (List<Map<String, Object>>) answer.json().get("skipped");
    }

    @Test
    void ofATraceOnlyIsSaidWhatTheRestCannotChange() {
        List<Map<String, Object>> items = TestEndpoints.items(
                endpoints.post("/traces/resolve", Map.of("traces", List.of(trace("B"), trace("A"), trace("Nobody")))));

        assertThat(items)
                .extracting(item -> item.get("status"))
                .containsExactly("ambiguous", "unavailable", "unavailable");
        assertThat(items.get(1))
                .containsEntry("code", "parsing")
                .containsEntry("truncated_by", "parsing")
                .containsEntry("progress", PROGRESS);
        assertThat((List<?>) items.get(1).get("items")).hasSize(1);
        parsed();
        assertThat(TestEndpoints.items(
                        endpoints.post("/traces/resolve", Map.of("traces", List.of(trace("A"), trace("Nobody"))))))
                .extracting(item -> item.get("status"))
                .containsExactly("ok", "not_found");
    }

    private static Map<String, Object> trace(String name) {
        return Map.of("repo", "one", "query", Map.of("name", name));
    }

    @Test
    void coverageNamesTheRepositoryAndComparesWhatIsKnown() {
        TestAnswer part = endpoints.get("/traces/coverage");

        assertThat(part.json().get("requirements").toString())
                .contains("R-1", "R-3")
                .doesNotContain("R-2");
        assertThat(skipped(part)).hasSize(1);
        assertThat(skipped(part).getFirst()).containsEntry("reason", "parsing").containsEntry("progress", PROGRESS);
        assertThat(endpoints.page("/traces/coverage").text()).contains("one is being parsed: 2 of 3 files");
        parsed();
        assertThat(skipped(endpoints.get("/traces/coverage"))).isEmpty();
    }

    @Test
    void repositoriesShowHowFarTheyAre() {
        assertThat(TestEndpoints.items(endpoints.get("/repos")))
                .extracting(item -> item.get("parsing"))
                .containsExactly(PROGRESS, null);
        assertThat(endpoints.page("/repos").text()).contains("ready, parsing 2 of 3 files");
        one().parsing("b.toy", new ParseProgress(0, -1));
        assertThat(endpoints.get("/repos").text()).contains("\"parsing\":{\"done\":0,\"total\":null}");
        assertThat(endpoints.page("/repos").text()).contains("ready, counting its files");
        parsed();
        assertThat(endpoints.page("/repos").text()).doesNotContain("parsing");
    }

    @Test
    void pagesForPeopleSayItAndAreNotKept() {
        assertThat(endpoints.page("/repos/one/symbols?name=B").text())
                .contains("Not all files are parsed yet: 2 of 3 files");
        assertThat(endpoints.page("/repos/one/symbols?name=Nobody").text()).contains("Nothing matches so far.");
        assertThat(endpoints.page("/symbols?name=B").text()).contains("parsing, 2 of 3 files");
        String file = "/repos/one/files/a.toy?ref=" + commit;
        assertThat(endpoints.page(file).header("Cache-Control")).isEqualTo("no-cache");
        parsed();
        assertThat(endpoints.page(file).header("Cache-Control")).isEqualTo("no-cache");
        assertThat(endpoints.page("/repos/one/symbols?name=Nobody").text()).contains("Nothing matches.");
    }
}
