package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests lists over three hundred repositories, page by page. */
// @req:source-cursor @req:source-across
@Timeout(240)
class SourceWalkTest {
    private static final int REPOSITORIES = 300;
    private static final int LIMIT = 70;
    private static final int LONGEST_CURSOR = 500;

    @TempDir
    private static Path folder;

    private static GitFolder own;
    private static Service service;

    private static int walks;

    @BeforeAll
    static void serve() {
        GitFolder.init(folder.resolve("common"))
                .write("a.py", "# @req:S-1\ndef shared(): pass\n")
                .write("b.py", "# @req:S-2\nclass Shared: pass\n")
                .commit("first");
        own = GitFolder.init(folder.resolve("own"));
        commitFirst();
        start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Serves the last repository with the same content before each test. */
    @BeforeEach
    void begin() {
        commitFirst();
        refreshed();
    }

    private static void commitFirst() {
        own.write("c.py", "# @req:O-1\ndef own(): pass\n")
                .write("walks.txt", "walk " + ++walks)
                .commit("first");
    }

    private static Http.Answer refreshed() {
        Http.Answer fetched = service.http.post("/repos/the-last-one/refresh?wait=true", "{}");
        service.awaitParsed("the-last-one");
        return fetched;
    }

    private static void start() {
        var yaml = new StringBuilder("repos:\n");
        for (int i = 1; i < REPOSITORIES; i++) {
            yaml.append("  the-repository-of-team-number-").append(i).append(": {url: ../common, refresh: 0}\n");
        }
        service = Service.withSource(folder, yaml + "  the-last-one: {url: ../own, refresh: 0}\n");
        Eventually.until(
                () -> "everything is parsed: "
                        + service.http.get("/ready/source").text() + service.server.transcript(),
                () -> service.http.get("/ready/source").status() == 200
                        && !service.http.get("/repos?limit=1000").text().contains("\"parsing\":")
                        && items(service.http.get("/symbols?path=c.py")).size() == 1);
    }

    private static void restart() {
        service.close();
        start();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(Http.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.json().get("items");
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<String> commits(Http.Answer answer) {
        return ((List<Map<String, Object>>) answer.json().get("repositories"))
                .stream()
                        .map(head -> head.get("repo") + " " + head.get("commit"))
                        .toList();
    }

    private static String next(Http.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (String) answer.json().get("next_cursor");
    }

    private Http.Answer symbols(String cursor) {
        return service.http.get("/symbols?context=0&limit=" + LIMIT + "&cursor=" + cursor);
    }

    private Http.Answer annotations(String cursor) {
        return service.http.get("/annotations?pattern=@req:*&context=0&limit=" + LIMIT + "&cursor=" + cursor);
    }

    private Http.Answer matches(String cursor) {
        return service.http.post(
                "/query?context=0&limit=" + LIMIT + "&cursor=" + cursor,
                "{\"lang\":\"python\",\"query\":\"(identifier) @name\"}");
    }

    /** Pushes another commit to the last repository, which is served from then on. */
    private void push(String name) {
        String commit = own.write("c.py", "def " + name + "(): pass\n").commit(name);
        assertThat(refreshed().text()).contains(commit);
    }

    /** Walks a list to its end; after the first page, another commit is served. */
    private List<Map<String, Object>> walked(Function<String, Http.Answer> list, String pushed) {
        Http.Answer page = list.apply("");
        List<String> commits = commits(page);
        var seen = new ArrayList<>(items(page));
        push(pushed);
        for (String cursor = next(page); cursor != null; cursor = next(page)) {
            assertThat(cursor).hasSizeLessThan(LONGEST_CURSOR);
            page = list.apply(cursor);
            assertThat(commits(page)).isEqualTo(commits);
            seen.addAll(items(page));
        }
        return seen;
    }

    @Test
    void everyListIsWalkedToItsEndAtTheCommitsWhereItBegan() {
        List<Map<String, Object>> symbols = walked(this::symbols, "second");
        assertThat(symbols).hasSize(2 * REPOSITORIES - 1);
        assertThat(symbols.getLast()).containsEntry("name", "own").containsEntry("repo", "the-last-one");
        assertThat(items(service.http.get("/symbols?name=second"))).hasSize(1);

        own.write("c.py", "# @req:O-2\ndef own(): pass\n").commit("annotated again");
        refreshed();
        List<Map<String, Object>> annotations = walked(this::annotations, "third");
        assertThat(annotations).hasSize(2 * REPOSITORIES - 1);
        assertThat(annotations.getLast().get("annotation").toString()).contains("O-2");

        List<Map<String, Object>> matches = walked(this::matches, "fourth");
        assertThat(matches).hasSize(2 * REPOSITORIES - 1);
        assertThat(matches.getLast().toString()).contains("third");
    }

    @Test
    void afterARestartAWalkGoesOnUnlessOtherCommitsAreServed() {
        String cursor = next(symbols(""));
        String expected = symbols(cursor).text();

        restart();

        Http.Answer page = symbols(cursor);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        assertThat(withoutTimes(page.text())).isEqualTo(withoutTimes(expected));

        push("second");
        assertThat(symbols(cursor).status()).as("the instance remembers by now").isEqualTo(200);
        restart();
        Http.Answer stale = symbols(cursor);
        assertThat(stale.status()).as(stale.text()).isEqualTo(409);
        assertThat(stale.json()).containsEntry("code", "stale_cursor");
    }

    private static String withoutTimes(String page) {
        return page.replaceAll("\"fetched_at\":\"[^\"]*\"", "");
    }
}
