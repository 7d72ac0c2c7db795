package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TracesTest {
    private final TestEndpoints endpoints = new TestEndpoints();

    @BeforeEach
    void fill() {
        endpoints
                .sources
                .testRepository("one")
                .file("a.toy", "# @req:R-1\nclass A\n# @req:R-2\nclass B\nclass B\n")
                .commit();
        endpoints
                .sources
                .testRepository("two")
                .file("b.toy", "# @req:R-2\ndef b\n# @req:X-9\ndef x\n")
                .commit();
        endpoints.sources.testRepository("away").file("c.toy", "").commit();
        endpoints.sources.testRepository("away").failing("cloning");
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private static Map<String, Object> trace(String repo, Object... query) {
        var members = new java.util.LinkedHashMap<String, Object>();
        for (int i = 0; i < query.length; i += 2) {
            members.put((String) query[i], query[i + 1]);
        }
        return Map.of("repo", repo, "query", members);
    }

    @Test
    void everyTraceHasAStatusOfItsOwnInTheOrderOfTheInput() {
        TestAnswer answer = endpoints.post(
                "/traces/resolve",
                Map.of(
                        "traces",
                        Arrays.asList(
                                trace("one", "kind", "class", "name", "A"),
                                trace("one", "name", "B"),
                                trace("one", "name", "Nobody"),
                                trace("away", "annotation", "@req:R-1"),
                                trace("none", "name", "A"),
                                trace("one", "annotation", "@req:R-1"),
                                trace("two", "s_expr", "(x) @x", "path", "b.toy", "lang", "toy"),
                                trace("two", "s_expr", "nonsense"),
                                trace("one", "name", "A", "s_expr", "(x)"),
                                Map.of("repo", "one"),
                                "text")));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(TestEndpoints.items(answer))
                .extracting(item -> item.get("status"))
                .containsExactly(
                        "ok",
                        "ambiguous",
                        "not_found",
                        "unavailable",
                        "invalid",
                        "ok",
                        "ambiguous",
                        "invalid",
                        "invalid",
                        "invalid",
                        "invalid");
        assertThat(TestEndpoints.items(answer).get(4)).containsEntry("code", "unknown_repo");
        assertThat(TestEndpoints.items(answer).get(7)).containsEntry("code", "bad_query");
        assertThat(TestEndpoints.items(answer).getFirst()).containsKeys("commit", "query", "items");
    }

    @Test
    void aTraceWithoutRefIsResolvedAtThatOfTheRequest() {
        String before =
                String.valueOf(endpoints.get("/repos/one/symbols").json().get("commit"));
        endpoints.sources.testRepository("one").file("a.toy", "class C\n").commit();
        Map<String, Object> body = Map.of("traces", List.of(trace("one", "name", "A")));

        assertThat(TestEndpoints.items(endpoints.post("/traces/resolve", body)).getFirst())
                .containsEntry("status", "not_found");
        assertThat(TestEndpoints.items(endpoints.post("/traces/resolve?ref=" + before, body))
                        .getFirst())
                .containsEntry("status", "ok");
        TestAnswer refused = endpoints.post("/traces/resolve?cursor=x", body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("a batch has no cursor");
    }

    @Test
    void aTraceWithMoreThanAPageGoesOnAtTheEndpointOfItsForm() {
        Map<String, Object> found = TestEndpoints.items(
                        endpoints.post("/traces/resolve?limit=1", Map.of("traces", List.of(trace("one", "name", "B")))))
                .getFirst();

        TestAnswer next = endpoints.get("/repos/one/symbols?limit=1&name=B&cursor=" + found.get("next_cursor"));

        assertThat(next.status()).as(next.text()).isEqualTo(200);
        assertThat(TestEndpoints.items(next)).hasSize(1);
        assertThat(next.json().get("next_cursor")).isNull();
    }

    @Test
    void aBatchIsAList() {
        assertThat(endpoints.post("/traces/resolve", Map.of("traces", "x")).status())
                .isEqualTo(400);
        assertThat(endpoints.post("/traces/resolve", Map.of()).status()).isEqualTo(400);
        assertThat(TestEndpoints.items(endpoints.post("/traces/resolve", Map.of("traces", List.of()))))
                .isEmpty();
    }

    @Test
    void withoutAGivenSetTheCodeItselfNamesTheRequirements() {
        TestAnswer answer = endpoints.get("/traces/coverage");

        assertThat(answer.json().get("summary"))
                .isEqualTo(Map.of("requirements", 3, "covered", 3, "places", 4, "percent", 100));
        assertThat(answer.json().get("duplicates").toString()).contains("R-2").doesNotContain("R-1");
        assertThat(answer.json().get("skipped").toString()).contains("away", "cloning");
    }

    @Test
    void aGivenSetIsComparedWithTheCode() {
        String blob = String.valueOf(TestEndpoints.items(endpoints.get("/repos/one/symbols?name=A"))
                .getFirst()
                .get("blob"));
        TestAnswer answer = endpoints.post(
                "/traces/coverage",
                Map.of(
                        "requirements",
                        List.of(
                                Map.of("id", "R-1", "title", "First", "blob", blob),
                                Map.of("id", "R-2", "blob", "0123456789"),
                                Map.of("id", "R-3"),
                                Map.of("id", "R-1"))));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().get("uncovered").toString()).contains("R-3").doesNotContain("R-1");
        assertThat(answer.json().get("orphans").toString()).contains("X-9");
        assertThat(answer.json().get("drift").toString()).contains("R-2").doesNotContain("R-1");
        assertThat(answer.json().get("listed_twice")).isEqualTo(List.of("R-1"));
        assertThat(answer.json().get("summary").toString()).contains("requirements=3", "covered=2", "percent=66");
        assertThat(endpoints
                        .post("/traces/coverage", Map.of("requirements", List.of(Map.of("id", ""), 7)))
                        .json()
                        .get("errors")
                        .toString())
                .contains("/requirements/0/id", "/requirements/1");
    }

    @Test
    void codeThatNamesAnotherRevisionHasDrifted() {
        endpoints
                .sources
                .testRepository("traced")
                .file("d.toy", "# @dsn:D-1#1\nclass D\n# @dsn:D-2#2\nclass E\n# @dsn:D-3\nclass F\n")
                .commit();
        TestAnswer answer = endpoints.post(
                "/traces/coverage?tag=dsn",
                Map.of(
                        "requirements",
                        List.of(
                                Map.of("id", "D-1", "revision", "1"),
                                Map.of("id", "D-2", "revision", "3"),
                                Map.of("id", "D-3", "revision", "3"))));

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat((List<?>) answer.json().get("requirements"))
                .extracting(each -> String.valueOf(((Map<?, ?>) each).get("status")))
                .containsExactly("covered", "drifted", "covered");
        assertThat(answer.text()).contains("\"id\":\"D-2\",\"blob\":null,\"revision\":\"3\"");
        assertThat(answer.json().get("drift").toString())
                .contains("D-2", "revision=2")
                .doesNotContain("D-1");
    }

    @Test
    void coverageIsAPageAndABadge() {
        assertThat(endpoints.page("/traces/coverage").text())
                .contains("Coverage of requirements", "R-1", "one / a.toy:1");
        TestAnswer badge = endpoints.get("/traces/coverage/badge.svg");
        assertThat(badge.mediaType()).isEqualTo("image/svg+xml");
        assertThat(badge.text()).startsWith("<svg").contains("3/3");
        assertThat(endpoints
                        .get("/traces/coverage?repo=two&path=b.toy")
                        .json()
                        .get("summary")
                        .toString())
                .contains("requirements=2");
        assertThat(endpoints.get("/traces/coverage?repo=none").status()).isEqualTo(404);
        assertThat(endpoints.get("/traces/coverage?path=../x").json()).containsEntry("code", "path_escape");
        assertThat(endpoints.get("/traces/coverage/badge.svg?path=../x").status())
                .isEqualTo(400);
    }

    // @req:source-overload
    @Test
    void aClientThatResolvesTooMuchIsRefusedAndLeavesPlacesToOthers() throws Exception {
        var inside = new Semaphore(0);
        var go = new CountDownLatch(1);
        endpoints.sources.testRepository("one").whenLookedInto(() -> {
            inside.release();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Map<String, Object> batch = Map.of("traces", List.of(trace("one", "name", "A")));
        List<FutureTask<TestAnswer>> admitted = new ArrayList<>();
        FutureTask<TestAnswer> last;
        while (true) {
            var asked = new FutureTask<>(() -> endpoints
                    .request("POST", "/traces/resolve")
                    .as("ada")
                    .json(batch)
                    .send());
            Thread.ofPlatform().start(asked);
            Eventually.until("it is admitted or refused", () -> inside.tryAcquire() || asked.isDone());
            if (asked.isDone()) {
                last = asked;
                break;
            }
            admitted.add(asked);
        }

        assertRefused(last.get());
        assertRefused(endpoints.request("GET", "/traces/coverage").as("ada").send());
        assertRefused(
                endpoints.request("GET", "/traces/coverage/badge.svg").as("ada").send());
        assertRefused(endpoints
                .request("POST", "/traces/coverage")
                .as("ada")
                .json(Map.of("requirements", List.of()))
                .send());
        assertThat(endpoints.request("GET", "/traces/coverage").as("bob").send().status())
                .isEqualTo(200);
        assertThat(endpoints
                        .request("POST", "/query")
                        .as("ada")
                        .json(Map.of("query", "(x) @name"))
                        .send()
                        .status())
                .as("lists of code have places of their own")
                .isEqualTo(200);

        go.countDown();
        assertThat(admitted).isNotEmpty();
        for (FutureTask<TestAnswer> each : admitted) {
            assertThat(TestEndpoints.items(each.get()).getFirst()).containsEntry("status", "ok");
        }
        assertThat(endpoints.request("GET", "/traces/coverage").as("ada").send().status())
                .isEqualTo(200);
    }

    private static void assertRefused(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(429);
        assertThat(answer.json()).containsEntry("code", "too_many_requests");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }
}
