package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How lists over all repositories continue from page to page. */
// @req:source-cursor @req:source-across
@Timeout(60)
class WalkTest {
    private static final int REPOSITORIES = 300;

    private final TestEndpoints endpoints = new TestEndpoints();

    @BeforeEach
    void fill() {
        for (int i = 0; i < REPOSITORIES; i++) {
            repository(i)
                    .file("a.toy", "class A" + i + "\n# @req:R-" + i + "\ndef b\n")
                    .commit();
        }
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private TestRepository repository(int number) {
        return endpoints.sources.testRepository("a-repository-with-a-long-name-" + number);
    }

    private static TestAnswer page(TestEndpoints where, Object cursor) {
        TestAnswer page = where.get("/symbols?limit=7&cursor=" + (cursor == null ? "" : cursor));
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page;
    }

    private static Object next(TestAnswer page) {
        return page.json().get("next_cursor");
    }

    private static TestAnswer refused(TestEndpoints where, Object cursor) {
        return where.get("/symbols?limit=7&cursor=" + cursor);
    }

    private static List<Object> names(TestAnswer page) {
        return TestEndpoints.items(page).stream().map(item -> item.get("name")).toList();
    }

    @Test
    void aCursorIsShortHoweverManyRepositoriesThereAre() {
        for (String target : List.of("/symbols?limit=7", "/annotations?limit=7&pattern=@req:*")) {
            assertThat(next(endpoints.get(target)).toString()).as(target).hasSizeLessThan(200);
        }
        assertThat(next(endpoints.post("/query?limit=7", Map.of("query", "(x) @name")))
                        .toString())
                .hasSizeLessThan(200);
    }

    @Test
    void aWalkStaysAtTheCommitsOfAllRepositories() {
        List<Object> seen = new ArrayList<>();
        Object cursor = null;
        Object heads = null;
        do {
            TestAnswer page = page(endpoints, cursor);
            heads = heads == null ? page.json().get("repositories") : heads;
            assertThat(page.json()).containsEntry("repositories", heads);
            seen.addAll(names(page));
            cursor = next(page);
            int behind = seen.size() % REPOSITORIES;
            repository(behind).file("a.toy", "class New\n").commit();
            repository(REPOSITORIES - 1)
                    .file("z" + behind + ".toy", "class New\n")
                    .commit();
        } while (cursor != null);

        assertThat(seen).hasSize(2 * REPOSITORIES).doesNotContain("New").endsWith("A299", "b");
    }

    @Test
    void aWalkStaysInTheOrderInWhichItBegan() {
        List<Object> seen = new ArrayList<>();
        Object cursor = null;
        do {
            TestAnswer page = page(endpoints, cursor);
            seen.addAll(names(page));
            cursor = next(page);
            endpoints.sources.moveToEnd(repository(0).name());
            endpoints.sources.moveToEnd(repository(200).name());
        } while (cursor != null);

        assertThat(seen.stream().filter(name -> !name.equals("b")))
                .hasSize(REPOSITORIES)
                .doesNotHaveDuplicates();
    }

    @Test
    void whereNobodyRemembersTheCommitsAWalkGoesOnIfTheyAreStillServed() {
        TestAnswer first = page(endpoints, null);
        try (var restarted = new TestEndpoints(endpoints.sources)) {
            TestAnswer second = page(restarted, next(first));
            assertThat(second.text()).isEqualTo(page(endpoints, next(first)).text());

            repository(299).file("z.toy", "class New\n").commit();
            assertThat(page(restarted, next(second)).text())
                    .as("this instance remembers them now")
                    .isEqualTo(page(endpoints, next(second)).text());
        }
        try (var restarted = new TestEndpoints(endpoints.sources)) {
            TestAnswer answer = refused(restarted, next(first));
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.json()).containsEntry("code", "stale_cursor");
        }
    }

    @Test
    void whereNobodyRemembersTheCommitsAWalkInAnotherOrderIsStale() {
        Object cursor = next(page(endpoints, null));
        endpoints.sources.moveToEnd(repository(0).name());

        try (var restarted = new TestEndpoints(endpoints.sources)) {
            assertThat(refused(restarted, cursor).json()).containsEntry("code", "stale_cursor");
        }
    }

    @Test
    void afterARestartAWalkWaitsForRepositoriesThatAreStillOpened() {
        Object cursor = next(page(endpoints, null));
        try (var restarted = new TestEndpoints(endpoints.sources)) {
            repository(250).failing("cloning");
            TestAnswer early = refused(restarted, cursor);
            assertThat(early.status()).isEqualTo(503);
            assertThat(early.json()).containsEntry("code", "cloning");
            assertThat(early.header("Retry-After")).isNotNull();

            repository(250).failing("repository_failed");
            assertThat(refused(restarted, cursor).json()).containsEntry("code", "stale_cursor");

            repository(250).failing("");
            assertThat(names(page(restarted, cursor))).contains("A4");
        }
    }

    @Test
    void afterARestartAWalkGoesOnWithoutWhatItBeganWithout() {
        repository(250).failing("cloning");
        Object cursor = next(page(endpoints, null));

        try (var restarted = new TestEndpoints(endpoints.sources)) {
            TestAnswer page = page(restarted, cursor);
            assertThat(names(page)).contains("A4");
            assertThat(page.json()).containsEntry("skipped", List.of());

            repository(250).failing("");
            List<Object> seen = new ArrayList<>();
            for (Object at = next(page); at != null; at = next(page)) {
                page = page(restarted, at);
                seen.addAll(names(page));
            }
            assertThat(seen).contains("A249", "A251").doesNotContain("A250");
        }
    }

    @Test
    void aCursorOfAllRepositoriesIsNoneOfOneAndViceVersa() {
        String one = "/repos/" + repository(0).name() + "/symbols?limit=1&cursor=";
        Object ofOne = next(endpoints.get(one));
        Object ofAll = next(endpoints.get("/symbols?limit=1"));

        for (String target : List.of(one + ofAll, "/symbols?limit=1&cursor=" + ofOne)) {
            TestAnswer answer = endpoints.get(target);
            assertThat(answer.status()).as(target).isEqualTo(400);
            assertThat(answer.json()).containsEntry("code", "bad_cursor");
        }
    }

    @Test
    void theCommitsOfWalksAreForgottenBeforeTheyTakeTooMuch() {
        var walked = new WalkedCommits(10_000);
        var commits = new LinkedHashMap<>(Map.of("one", "0".repeat(40)));
        String first = walked.keep(commits);
        assertThat(walked.of(first)).isEqualTo(commits);
        assertThat(walked.keep(commits)).isEqualTo(first);

        for (int i = 1; i < 30; i++) {
            walked.keep(Map.of("one", "%040x".formatted(i)));
        }

        assertThat(walked.of(first)).isNull();
        assertThat(walked.of(WalkedCommits.digest(Map.of("one", "%040x".formatted(29)))))
                .isNotNull();
    }

    // @req:source-overload
    @Test
    void aWalkWhoseTimeIsOverGoesOnInTheNextRepository() {
        endpoints.sources.withoutTime();
        List<Object> seen = new ArrayList<>();
        TestAnswer page = endpoints.get("/symbols?path=a.toy");
        int pages = 1;
        for (Object cursor = next(page); cursor != null; cursor = next(page)) {
            assertThat(page.json()).containsEntry("truncated", true).containsEntry("truncated_by", "time");
            seen.addAll(names(page));
            page = endpoints.get("/symbols?path=a.toy&cursor=" + cursor);
            pages++;
        }
        seen.addAll(names(page));

        assertThat(page.json()).containsEntry("truncated", false).doesNotContainKey("truncated_by");
        assertThat(pages).isEqualTo(REPOSITORIES);
        assertThat(seen).hasSize(2 * REPOSITORIES).startsWith("A0", "b", "A1").endsWith("A299", "b");
    }

    // @req:source-overload
    @Test
    @SuppressWarnings("unchecked") // plain data
    void coverageWhoseTimeIsOverNamesWhatItDidNotLookInto() {
        endpoints.sources.withoutTime();

        Map<String, Object> coverage = endpoints.get("/traces/coverage").json();

        assertThat((List<Map<String, Object>>) coverage.get("requirements"))
                .extracting(requirement -> requirement.get("id"))
                .containsExactly("R-0");
        assertThat((List<?>) coverage.get("repositories")).hasSize(1);
        assertThat((List<Map<String, Object>>) coverage.get("skipped"))
                .hasSize(REPOSITORIES - 1)
                .allSatisfy(
                        left -> assertThat(left).containsEntry("reason", "time").containsKey("detail"))
                .extracting(left -> left.get("repo"))
                .startsWith(repository(1).name())
                .endsWith(repository(299).name());
        Object alone =
                endpoints.get("/traces/coverage?repo=" + repository(7).name()).text();
        assertThat(alone.toString()).contains("R-7").doesNotContain("\"time\"");
    }
}
