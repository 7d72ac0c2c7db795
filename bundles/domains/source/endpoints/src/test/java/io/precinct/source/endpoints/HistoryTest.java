package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.source.api.ParseProgress;
import io.precinct.testkit.TestAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryTest {
    private static final String NOTHING = "0".repeat(40);

    private final TestEndpoints endpoints = new TestEndpoints();
    private TestRepository one;
    private String first;
    private String second;

    @BeforeEach
    void fill() {
        one = endpoints.sources.testRepository("one").file("a.toy", "class A\nclass B\n");
        first = one.commit();
        second = one.file("a.toy", "class A\nclass C\n").commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private TestAnswer get(String target) {
        TestAnswer answer = endpoints.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private void assertFault(int status, String code, String target) {
        TestAnswer answer = endpoints.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).containsEntry("code", code);
    }

    @Test
    void aCommitHasAllItsMembers() {
        TestAnswer answer = get("/repos/one/commits");
        assertThat(answer.json())
                .containsEntry("repo", "one")
                .containsEntry("commit", second)
                .containsEntry("truncated", false);
        Map<String, Object> newest = TestEndpoints.items(answer).getFirst();
        assertThat(newest.keySet()).containsExactly("commit", "parents", "author", "committer", "summary", "message");
        assertThat(newest)
                .containsEntry("commit", second)
                .containsEntry("parents", List.of(first))
                .containsEntry(
                        "author", Map.of("name", "Ada", "email", "ada@example.org", "time", "2026-01-01T00:00:00Z"))
                .containsEntry("committer", null);
        assertThat(TestEndpoints.items(get("/repos/one/commits?path=a.toy")).getFirst())
                .containsEntry("path", "a.toy");
    }

    @Test
    void aCommitIsReadByItsIdOrByAName() {
        TestAnswer answer = get("/repos/one/commits/" + second);
        assertThat(answer.json().keySet())
                .containsExactly(
                        "repo",
                        "ref",
                        "commit",
                        "fetched_at",
                        "stale",
                        "parents",
                        "author",
                        "committer",
                        "summary",
                        "message",
                        "truncated");
        assertThat(answer.json())
                .containsEntry("commit", second)
                .containsEntry("parents", List.of(first))
                .containsEntry("summary", "change 1")
                .containsEntry("message", "change 1\n\nWith <reasons>.\n");
        assertThat(answer.header("Cache-Control")).contains("immutable");
        TestAnswer named = get("/repos/one/commits/main");
        assertThat(named.json()).containsEntry("commit", second).containsEntry("ref", "main");
        assertThat(named.header("Cache-Control")).isEqualTo("no-cache");
        assertFault(404, "unknown_ref", "/repos/one/commits/nowhere");
        assertFault(404, "unknown_repo", "/repos/nowhere/commits/main");
        one.withoutHistory();
        assertFault(404, "unknown_ref", "/repos/one/commits/main");
    }

    @Test
    void aFirstCommitDiffersFromNothing() {
        String target = "/repos/one/diff?from=" + NOTHING + "&to=" + first;
        assertThat(TestEndpoints.items(get(target))).hasSize(2);
        assertThat(get(target).header("Cache-Control")).contains("immutable");
        assertThat(TestEndpoints.items(get(target + "&symbols=true")).getFirst())
                .containsKey("symbols");
        assertThat(page(target))
                .contains("Nothing to " + first.substring(0, 10))
                .doesNotContain("Commit before");
    }

    @Test
    void aPageOfACommitShowsAllOfItAndWhatItChanges() {
        assertThat(page("/repos/one/commits/main"))
                .contains(
                        "<h1>change 1</h1>",
                        "change 1\n\nWith &lt;reasons&gt;.</pre>",
                        "<span>Author</span> Ada &lt;ada@example.org&gt; <time datetime=\"2026-01-01T00:00:00Z\">",
                        "<span>Committer</span> unreadable",
                        "<a href=\"/repos/one/commits/" + first + "\">" + first.substring(0, 10) + "</a>",
                        "<a href=\"/repos/one/files/a.toy?ref=" + second + "\">a.toy</a>",
                        "<span class=\"l add\">")
                .doesNotContain("A first commit");
        assertThat(page("/repos/one/commits/" + first))
                .contains(
                        "A first commit: it has no parent",
                        "/repos/one/diff?from=" + NOTHING + "&amp;to=" + first,
                        "<span class=\"l add\">");
    }

    @Test
    void aListOfCommitsIsWalkedAtTheCommitAtWhichItBegan() {
        TestAnswer page = get("/repos/one/commits?limit=1");
        one.file("a.toy", "class D\n").commit();
        Object cursor = page.json().get("next_cursor");
        TestAnswer next = get("/repos/one/commits?limit=1&cursor=" + cursor);
        assertThat(TestEndpoints.items(next))
                .extracting(item -> item.get("commit"))
                .containsExactly(first);
        assertThat(next.json()).containsEntry("commit", second).containsEntry("next_cursor", null);
        assertFault(400, "bad_cursor", "/repos/one/commits?limit=1&path=a.toy&cursor=" + cursor);
    }

    @Test
    void branchesAndTagsHaveNamesAndCommits() {
        assertThat(TestEndpoints.items(get("/repos/one/branches")))
                .containsExactly(
                        Map.of("name", "feature/x", "commit", first, "time", "1970-01-01T00:00:00Z", "default", false),
                        Map.of("name", "main", "commit", second, "time", "1970-01-01T00:00:00Z", "default", true));
        assertThat(TestEndpoints.items(get("/repos/one/tags")))
                .containsExactly(
                        Map.of("name", "v1", "commit", first, "time", "1970-01-01T00:00:00Z", "default", false));
    }

    @Test
    void namesAreNeverKeptForEverAndCommitsOfACommitAre() {
        TestAnswer page = get("/repos/one/branches?limit=1");
        TestAnswer last = get("/repos/one/branches?cursor=" + page.json().get("next_cursor"));
        assertThat(TestEndpoints.items(last)).hasSize(1);
        assertThat(last.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(get("/repos/one/commits?ref=" + first).header("Cache-Control"))
                .contains("immutable");
        TestAnswer known = get("/repos/one/commits");
        assertThat(endpoints
                        .request("GET", "/repos/one/commits")
                        .header("If-None-Match", String.valueOf(known.header("ETag")))
                        .send()
                        .status())
                .isEqualTo(304);
    }

    @Test
    void whatIsNotThereIsRefusedAsElsewhere() {
        assertFault(404, "unknown_repo", "/repos/nowhere/commits");
        assertFault(404, "unknown_repo", "/repos/nowhere/tags");
        assertFault(404, "unknown_ref", "/repos/one/commits?ref=nowhere");
        assertThat(endpoints.get("/repos/one/branches?ref=main").status()).isEqualTo(400);
    }

    @Test
    void whatIsNoneOfGitHasNoCommits() {
        one.withoutHistory();
        assertThat(TestEndpoints.items(get("/repos/one/commits"))).isEmpty();
        assertThat(TestEndpoints.items(get("/repos/one/branches"))).isEmpty();
    }

    @Test
    void linesSayWhoWroteThem() {
        TestAnswer answer = get("/repos/one/blame/a.toy");
        assertThat(answer.json().keySet())
                .containsExactly("repo", "ref", "commit", "fetched_at", "stale", "path", "items", "truncated");
        assertThat(answer.json()).containsEntry("path", "a.toy").containsEntry("commit", second);
        Map<String, Object> run = TestEndpoints.items(answer).getFirst();
        assertThat(run.keySet())
                .containsExactly("from", "to", "commit", "path", "original_from", "author", "committer", "summary");
        assertThat(run)
                .containsEntry("from", 1)
                .containsEntry("commit", first)
                .containsEntry("path", "before.toy")
                .containsEntry("original_from", 7);
        assertThat(TestEndpoints.items(get("/repos/one/blame/a.toy?from=2&to=9")))
                .hasSize(1);
        assertThat(get("/repos/one/blame/a.toy?ref=" + second).header("Cache-Control"))
                .contains("immutable");
        TestAnswer shallow = get("/repos/one/blame/a.toy?ref=" + first);
        assertThat(shallow.json()).containsEntry("truncated", true).containsEntry("truncated_by", "shallow");
        assertThat(shallow.header("Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void whatHasNoLinesIsNotBlamed() {
        one.file("b.bin", "\0\1").file("large.toy", "x".repeat(1001)).commit();
        assertFault(404, "unknown_path", "/repos/one/blame/nowhere.toy");
        assertFault(404, "unknown_repo", "/repos/nowhere/blame/a.toy");
        assertFault(404, "unknown_ref", "/repos/one/blame/a.toy?ref=nowhere");
        assertFault(415, "binary", "/repos/one/blame/b.bin");
        assertFault(413, "too_large", "/repos/one/blame/large.toy");
        assertFault(416, "range_not_satisfiable", "/repos/one/blame/a.toy?from=3");
        assertThat(endpoints.get("/repos/one/blame/a.toy?from=2&to=1").status()).isEqualTo(400);
        one.withoutHistory();
        assertFault(404, "unknown_path", "/repos/one/blame/a.toy");
    }

    @Test
    void aDiffShowsFilesAndTheirHunks() {
        TestAnswer answer = get("/repos/one/diff?from=" + first + "&path=src/");
        assertThat(answer.json()).containsEntry("ref", "main").containsEntry("commit", second);
        Map<String, Object> hunk = Map.of(
                "old_from",
                1,
                "old_lines",
                1,
                "new_from",
                1,
                "new_lines",
                2,
                "lines",
                List.of(" class A", "+class src"));
        assertThat(TestEndpoints.items(answer))
                .containsExactly(
                        Data.map("status", "changed", "old_path", "a.toy", "path", "a.toy", "hunks", List.of(hunk)),
                        Data.map(
                                "status",
                                "added",
                                "old_path",
                                null,
                                "path",
                                "b.bin",
                                "hunks",
                                List.of(),
                                "skipped",
                                Map.of("reason", "binary")));
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(get("/repos/one/diff?from=" + first + "&to=" + second).header("Cache-Control"))
                .contains("immutable");
        assertThat(get("/repos/one/diff?from=main&to=" + second).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(TestEndpoints.items(get("/repos/one/diff?from=main"))).isEmpty();
    }

    @Test
    @SuppressWarnings("unchecked") // plain data
    void aDiffNamesDeclarationsIfItIsAskedTo() {
        String third = one.file("a.toy", "class A of another kind\nclass A\ndef C\nclass C\n")
                .commit();
        var file = TestEndpoints.items(get("/repos/one/diff?symbols=true&from=" + first + "&to=" + third))
                .getFirst();
        var symbols = (Map<String, List<Map<String, Object>>>) file.get("symbols");
        assertThat(symbols.keySet()).containsExactly("added", "removed", "changed");
        assertThat(symbols.get("added"))
                .extracting(each -> each.get("kind") + " " + each.get("name_path"))
                .containsExactly("class A", "def C", "class C");
        assertThat(symbols.get("added").getFirst().keySet())
                .containsExactly("kind", "name", "container", "name_path", "start", "end");
        assertThat(symbols.get("removed"))
                .extracting(each -> each.get("kind") + " " + each.get("name_path"))
                .containsExactly("class B");
        assertThat(symbols.get("changed")).isEmpty();
        one.file("a.toy", "class A of another kind\nclass B\n").commit();
        file = TestEndpoints.items(get("/repos/one/diff?symbols=true&from=" + first))
                .getFirst();
        assertThat((Map<String, List<Map<String, Object>>>) file.get("symbols"))
                .containsEntry("added", List.of())
                .containsEntry("removed", List.of())
                .hasEntrySatisfying(
                        "changed",
                        changed -> assertThat(changed)
                                .extracting(each -> each.get("name"))
                                .containsExactly("A"));
    }

    @Test
    void aDiffIsNotWholeWhileFilesAreParsed() {
        one.parsing("a.toy", new ParseProgress(1, 2));
        TestAnswer answer = get("/repos/one/diff?symbols=true&from=" + first + "&to=" + second);
        assertThat(answer.json()).containsEntry("truncated", true).containsEntry("truncated_by", "parsing");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(get("/repos/one/diff?from=" + first).json()).containsEntry("truncated", false);
    }

    @Test
    void aDiffIsWalkedAndRefusedAsOtherLists() {
        TestAnswer page = get("/repos/one/diff?limit=1&from=" + first);
        Object cursor = page.json().get("next_cursor");
        assertThat(TestEndpoints.items(get("/repos/one/diff?limit=1&from=" + first + "&cursor=" + cursor)))
                .extracting(item -> item.get("path"))
                .containsExactly("b.bin");
        assertFault(400, "bad_cursor", "/repos/one/diff?from=main&cursor=" + cursor);
        assertFault(404, "unknown_ref", "/repos/one/diff?from=nowhere");
        assertFault(404, "unknown_ref", "/repos/one/diff?from=main&to=nowhere");
        assertThat(endpoints.get("/repos/one/diff").status()).isEqualTo(400);
        one.withoutHistory();
        assertFault(404, "unknown_path", "/repos/one/diff?from=main");
    }

    private String page(String target) {
        TestAnswer answer = endpoints.page(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).startsWith("<!doctype html>");
        return answer.text();
    }

    @Test
    void aPageOfCommitsLeadsToWhatEachChanged() {
        assertThat(page("/repos/one/commits"))
                .contains(
                        "<a href=\"/repos/one/commits/" + second + "\">change 1</a>",
                        "<a href=\"/repos/one/commits/" + first + "\">change 0</a>",
                        "<time datetime=\"2026-01-01T00:00:00Z\">2026-01-01 00:00</time>",
                        "aria-current=\"page\">Commits</a>");
        assertThat(page("/repos/one/commits?path=a.toy"))
                .contains(
                        "Commits of a.toy",
                        "/repos/one/files/a.toy?ref=" + second,
                        "<a href=\"/repos/one/diff?from=" + NOTHING + "&amp;to=" + first + "&amp;path=a.toy\">");
        assertThat(page("/repos/one/commits?limit=1")).contains("rel=\"next\"");
        one.withoutHistory();
        assertThat(page("/repos/one/commits")).contains("No commit is here.");
    }

    @Test
    void aPageOfBranchesLeadsToTheirFilesCommitsAndDifferences() {
        assertThat(page("/repos/one/branches"))
                .contains(
                        "<a href=\"/repos/one/tree?ref=feature%2Fx\">feature/x</a>",
                        "<a href=\"/repos/one/commits?ref=feature%2Fx\">Commits</a>",
                        "<a href=\"/repos/one/diff?from=main&amp;to=feature%2Fx\">with main</a>",
                        "<small>followed</small>");
        assertThat(page("/repos/one/tags")).contains("<h1>Tags</h1>", ">v1</a>");
    }

    @Test
    void aPageShowsWhoWroteTheLines() {
        assertThat(page("/repos/one/blame/a.toy"))
                .contains(
                        "<a title=\"change 1\" href=\"/repos/one/commits/" + second + "\">" + second.substring(0, 10)
                                + "</a> <a title=",
                        ">before</a> <span>2026-01-01</span> <b>Ada</b>",
                        "<a title=\"change 0\" href=\"/repos/one/commits/" + first + "\">",
                        "/repos/one/files/a.toy?ref=main&amp;raw=true");
        assertThat(page("/repos/one/blame/a.toy?from=2")).contains("id=\"L2\"").doesNotContain("id=\"L1\"");
        assertThat(page("/repos/one/blame/a.toy?ref=" + first)).contains("The clone is shallow");
    }

    @Test
    void aBlamedLineLeadsToTheSameLineOfTheFileAndOfTheFileBefore() {
        String blamed = page("/repos/one/blame/a.toy");
        assertThat(blamed)
                .contains(
                        "href=\"/repos/one/files/a.toy?ref=main#L2\" aria-label=\"Code\"",
                        "href=\"/repos/one/blame/a.toy?ref=" + first + "#L2\">before</a>")
                .doesNotContain("#L7");
        assertThat(page("/repos/one/blame/a.toy?from=2&to=2"))
                .contains(
                        "href=\"/repos/one/files/a.toy?ref=main&amp;from=2&amp;to=2\">Code",
                        "<a href=\"/repos/one/blame/a.toy?ref=main#L2\">The whole file</a>");
    }

    @Test
    void aLineOfAFileThatWasNotThereBeforeLeadsToTheChange() {
        String third = one.file("new.toy", "class A\nclass B\n").commit();
        assertThat(page("/repos/one/blame/new.toy"))
                .contains(
                        "href=\"/repos/one/diff?from=" + second + "&amp;to=" + third + "&amp;path=new.toy\">change</a>")
                .doesNotContain(">before</a>");
    }

    @Test
    void aPageShowsLinesThatDiffer() {
        assertThat(page("/repos/one/diff?from=" + first + "&symbols=true&path=" + encoded("<i>")))
                .contains(
                        "<span class=\"l\"><i data-n=\"1\"></i><i data-n=\"1\"></i> class A\n",
                        "<span class=\"l add\"><i data-n=\"\"></i><i data-n=\"2\"></i>+class &lt;i&gt;\n",
                        "<small>added</small> <code><a href=\"/repos/one/files/a.toy?ref=main#L2\">C</a></code>",
                        "<small>removed</small> <code><a href=\"/repos/one/files/a.toy?ref=" + first + "#L2\">B</a>",
                        "Not compared: binary",
                        "name=\"symbols\" value=\"true\" checked");
        assertThat(page("/repos/one/diff?from=main")).contains("Nothing differs.");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
