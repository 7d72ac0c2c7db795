package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.SourceFault;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListsTest {
    private static final Pattern NEXT = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"");

    private final TestEndpoints endpoints = new TestEndpoints();
    private String first;

    @BeforeEach
    void fill() {
        endpoints
                .sources
                .testRepository("one")
                .file("a.toy", "class A\nclass B\n")
                .file("b.toy", "def c\n");
        first = endpoints.sources.testRepository("one").commit();
        endpoints
                .sources
                .testRepository("two")
                .file("z.toy", "class Z\n# @req:R-1\ndef z\n")
                .commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void anAnswerSaysOfWhichCommitItIs() {
        TestAnswer answer = endpoints.get("/repos/one/symbols?name=A");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json())
                .containsEntry("repo", "one")
                .containsEntry("ref", "main")
                .containsEntry("commit", first)
                .containsEntry("stale", false)
                .containsEntry("position_encoding", "utf-8")
                .containsEntry("truncated", false)
                .containsEntry("skipped", List.of())
                .containsKeys("fetched_at", "next_cursor");
        Map<String, Object> item = TestEndpoints.items(answer).getFirst();
        assertThat(item.keySet())
                .containsExactly(
                        "path",
                        "lang",
                        "blob",
                        "kind",
                        "name",
                        "container",
                        "name_path",
                        "start",
                        "end",
                        "text",
                        "context",
                        "has_error",
                        "permalink");
        assertThat(item.get("start")).isEqualTo(Map.of("line", 1, "row", 0, "column", 0, "byte", 0));
        assertThat(item).containsEntry("permalink", "/repos/one/files/a.toy?ref=" + first + "&from=1&to=1");
    }

    @Test
    void aListOfTheOnlyRepositoryIsNotAnsweredFromThatOfOneRepository() {
        try (var only = new TestEndpoints()) {
            only.sources
                    .testRepository("one")
                    .file("a.toy", "class A\nclass B\n")
                    .commit();
            assertThat(only.get("/repos/one/symbols?limit=1").json()).containsEntry("repo", "one");

            TestAnswer all = only.get("/symbols?limit=1");
            assertThat(all.json()).containsKey("repositories").doesNotContainKey("repo");
            assertThat(TestEndpoints.items(
                            only.get("/symbols?limit=1&cursor=" + all.json().get("next_cursor"))))
                    .singleElement()
                    .satisfies(item -> assertThat(item).containsEntry("name", "B"));
        }
    }

    // @req:source-fields
    @Test
    void itemsHaveTheFieldsThatAreAskedForOnEveryPage() {
        TestAnswer whole = endpoints.get("/repos/one/symbols?limit=2");
        TestAnswer some = endpoints.get("/repos/one/symbols?limit=2&fields=name,path,start");
        assertThat(TestEndpoints.items(some))
                .hasSize(2)
                .allSatisfy(item -> assertThat(item.keySet()).containsExactly("path", "name", "start"));
        assertThat(some.header("ETag")).isNotEqualTo(whole.header("ETag"));
        String cursor = String.valueOf(some.json().get("next_cursor"));
        assertThat(TestEndpoints.items(
                        endpoints.get("/repos/one/symbols?limit=2&fields=name,path,start&cursor=" + cursor)))
                .singleElement()
                .satisfies(item -> assertThat(item.keySet()).containsExactly("path", "name", "start"));
        assertThat(endpoints
                        .get("/repos/one/symbols?limit=2&fields=name&cursor=" + cursor)
                        .status())
                .isEqualTo(400);
        assertThat(TestEndpoints.items(endpoints.get("/symbols?name=Z&fields=name")))
                .containsExactly(Map.of("repo", "two", "name", "Z"));
        assertThat(TestEndpoints.items(endpoints.get("/annotations?pattern=@req:*&fields=annotation,association")))
                .singleElement()
                .satisfies(item -> assertThat(item.keySet()).containsExactly("repo", "association", "annotation"));
    }

    // @req:source-fields
    @Test
    void aFieldThatItemsDoNotHaveIsRefusedWithThoseTheyHave() {
        assertThat(endpoints.get("/repos/one/symbols?fields=").status()).isEqualTo(400);
        TestAnswer answer = endpoints.get("/repos/one/symbols?fields=path,nmae");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("no member 'nmae', did you mean name?", "\"permalink\"");
        assertThat(endpoints.get("/annotations?pattern=@req:*&fields=colour").text())
                .contains("no member 'colour'; there are path, lang", "association");
    }

    @Test
    void aQuestionAskedAgainIsAnsweredTheSameUntilSomethingChanges() {
        TestAnswer once = endpoints.get("/repos/one/symbols?name=A");
        TestAnswer again = endpoints.get("/repos/one/symbols?name=A");
        assertThat(again.text()).isEqualTo(once.text());
        assertThat(again.header("ETag")).isEqualTo(once.header("ETag"));
        assertThat(endpoints
                        .get("/repos/one/symbols?name=A&position_encoding=utf-16")
                        .text())
                .isNotEqualTo(once.text());
        assertThat(endpoints.get("/repos/two/symbols?name=A").json()).containsEntry("repo", "two");

        String second = endpoints
                .sources
                .testRepository("one")
                .file("c.toy", "class A\n")
                .commit();
        TestAnswer changed = endpoints.get("/repos/one/symbols?name=A");
        assertThat(changed.json()).containsEntry("commit", second);
        assertThat(TestEndpoints.items(changed)).hasSize(2);
        assertThat(changed.header("ETag")).isNotEqualTo(once.header("ETag"));
    }

    @Test
    void whatTwoClientsAskAtTheSameMomentIsFoundOnce() throws Exception {
        var looked = new AtomicInteger();
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        endpoints.sources.testRepository("one").whenLookedInto(() -> {
            looked.incrementAndGet();
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        var first = new FutureTask<>(() -> endpoints.get("/repos/one/symbols?name=A"));
        var second = new FutureTask<>(() -> endpoints.get("/repos/one/symbols?name=A"));
        Thread.ofVirtual().start(first);
        begun.await();
        Thread waiting = Thread.ofVirtual().start(second);
        Eventually.until(
                "the second waits for the answer to the first, or has its own",
                () -> waiting.getState() == Thread.State.WAITING || !waiting.isAlive());
        go.countDown();

        assertThat(second.get().text()).isEqualTo(first.get().text());
        assertThat(first.get().status()).isEqualTo(200);
        assertThat(looked).hasValue(1);
    }

    @Test
    void aWalkGoesOnAtTheCommitWhereItBegan() {
        TestAnswer page = endpoints.get("/repos/one/symbols?limit=2");
        endpoints
                .sources
                .testRepository("one")
                .file("a.toy", "class New\nclass A\nclass B\n")
                .commit();

        TestAnswer next =
                endpoints.get("/repos/one/symbols?limit=2&cursor=" + page.json().get("next_cursor"));

        assertThat(next.json()).containsEntry("commit", first).containsEntry("ref", "main");
        assertThat(TestEndpoints.items(next))
                .extracting(item -> item.get("name"))
                .containsExactly("c");
        assertThat(next.json().get("next_cursor")).isNull();
    }

    @Test
    void aCursorOfACommitThatIsGoneIsStale() {
        Object cursor = endpoints.get("/repos/one/symbols?limit=1").json().get("next_cursor");
        endpoints.sources.testRepository("one").file("c.toy", "class C\n").commit();
        endpoints.sources.testRepository("one").shallow();

        TestAnswer answer = endpoints.get("/repos/one/symbols?limit=1&cursor=" + cursor);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json()).containsEntry("code", "stale_cursor").containsKeys("error", "detail");
    }

    @Test
    void aCursorOfAnotherListIsRefused() {
        Object cursor = endpoints.get("/repos/one/symbols?limit=1").json().get("next_cursor");

        for (String target : List.of(
                "/repos/one/symbols?name=B&cursor=" + cursor,
                "/repos/two/symbols?cursor=" + cursor,
                "/repos/one/tree?cursor=" + cursor,
                "/repos/one/symbols?cursor=nonsense")) {
            TestAnswer answer = endpoints.get(target);
            assertThat(answer.status()).as(target).isEqualTo(400);
            assertThat(answer.json()).containsEntry("code", "bad_cursor");
        }
    }

    @Test
    void allRepositoriesAreWalkedOneAfterTheOther() {
        List<Object> seen = new ArrayList<>();
        Object cursor = "";
        int pages = 0;
        do {
            TestAnswer page = endpoints.get("/symbols?limit=2&cursor=" + cursor);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            TestEndpoints.items(page).forEach(item -> seen.add(item.get("repo") + "." + item.get("name")));
            cursor = page.json().get("next_cursor");
            pages++;
        } while (cursor != null);

        assertThat(seen).containsExactly("one.A", "one.B", "one.c", "two.Z", "two.z");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void aRepositoryThatFailsIsNamedAndTheOthersAnswer() {
        endpoints.sources.testRepository("two").failing("cloning");

        TestAnswer answer = endpoints.get("/symbols");

        assertThat(TestEndpoints.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "cloning");
        TestAnswer alone = endpoints.get("/repos/two/symbols");
        assertThat(alone.status()).isEqualTo(503);
        assertThat(alone.header("Retry-After")).isNotNull();
    }

    @Test
    void aRepositoryThatRefusesAQuestionIsNamedAndTheOthersAnswer() {
        endpoints.sources.testRepository("two").refusing(SourceFault.of(400, "lang_needed", "several languages"));

        assertThat(endpoints.post("/repos/one/query", Map.of("foo", "x")).text())
                .as("without the variable of the path")
                .contains("\"allowed\":[\"lang\",\"path\",\"query\"]");
        TestAnswer answer = endpoints.post("/query", Map.of("query", "(x) @name"));
        assertThat(TestEndpoints.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "lang_needed", "several languages");
        Object cursor = endpoints
                .post("/query?limit=3", Map.of("query", "(x) @name"))
                .json()
                .get("next_cursor");
        TestAnswer rest = endpoints.post("/query?limit=3&cursor=" + cursor, Map.of("query", "(x) @name"));
        assertThat(rest.status()).as(rest.text()).isEqualTo(200);
        assertThat(rest.json().get("skipped").toString()).contains("lang_needed");

        endpoints.sources.testRepository("one").refusing(SourceFault.of(422, "unknown_grammar", "no toys here"));
        assertThat(endpoints.post("/query", Map.of("query", "(x) @name")).json())
                .containsEntry("code", "lang_needed");
    }

    @Test
    void aRefThatNoRepositoryHasIsAMistake() {
        assertThat(endpoints.get("/symbols?ref=nowhere").json()).containsEntry("code", "unknown_ref");
        TestAnswer answer = endpoints.get("/symbols?ref=" + first);
        assertThat(TestEndpoints.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "unknown_ref");
    }

    @Test
    void aWalkThatStandsInARepositoryThatIsGoneIsStale() {
        Object cursor = endpoints.get("/symbols?limit=1").json().get("next_cursor");
        endpoints.sources.remove("one");

        TestAnswer answer = endpoints.get("/symbols?limit=1&cursor=" + cursor);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json()).containsEntry("code", "stale_cursor");
    }

    @Test
    void nothingIsForEverBeforeEveryLanguageIsThere() {
        String target = "/repos/one/symbols?ref=" + first;
        assertThat(endpoints.get(target).header("Cache-Control")).contains("immutable");
        endpoints.sources.testRepository("one").unsettled();
        assertThat(endpoints.get("/repos/one/tree?ref=" + first).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(endpoints.get("/repos/one/files/a.toy?ref=" + first).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(endpoints.get("/symbols?ref=" + first).header("Cache-Control"))
                .isEqualTo("no-cache");
    }

    @Test
    void aKindThatNoRepositoryKnowsIsAMistake() {
        TestAnswer answer = endpoints.get("/symbols?kind=spaceship");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("code", "unknown_kind").containsEntry("available", List.of("class"));
    }

    @Test
    void whatIsMalformedIsToldAtOnce() {
        TestAnswer answer = endpoints.get("/repos/one/symbols?limit=0&context=51&position_encoding=ebcdic&nmae=x");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()).containsEntry("code", "malformed");
        assertThat((List<?>) answer.json().get("errors")).hasSize(4);
        assertThat(endpoints.get("/repos/one/annotations").status()).isEqualTo(400);
        assertThat(endpoints.get("/repos/none/symbols").json())
                .containsEntry("code", "unknown_repo")
                .containsEntry("available", List.of("one", "two"));
    }

    @Test
    void aQueryIsHeldAgainstItsLimit() {
        assertThat(TestEndpoints.items(
                        endpoints.post("/repos/one/query?limit=1", Map.of("query", "(x) @name", "lang", "toy"))))
                .hasSize(1)
                .first()
                .extracting(match -> match.get("captures").toString())
                .asString()
                .contains("node_type", "lines");
        assertThat(endpoints.post("/repos/one/query", Map.of("query", "x")).json())
                .containsEntry("code", "bad_query");
        assertThat(endpoints
                        .post("/repos/one/query", Map.of("query", "(" + "x".repeat(200) + ")"))
                        .status())
                .isEqualTo(413);
        assertThat(endpoints.post("/repos/one/query", Map.of("query", 1)).status())
                .isEqualTo(400);
        assertThat(endpoints.post("/query", List.of()).status()).isEqualTo(400);
        assertThat(TestEndpoints.items(endpoints.post("/query", Map.of("query", "(x) @name"))))
                .hasSize(5);
    }

    @Test
    void whatAClientHasAlreadyIsNotSentAgain() {
        TestAnswer answer = endpoints.get("/repos/one/symbols");
        TestAnswer again = endpoints
                .request("GET", "/repos/one/symbols")
                .header("If-None-Match", answer.header("ETag"))
                .send();
        TestAnswer pinned = endpoints.get("/repos/one/symbols?ref=" + first);

        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(again.status()).isEqualTo(304);
        assertThat(pinned.header("Cache-Control")).contains("immutable");
    }

    @Test
    void listsOfCodeThatMayBeDecodedOtherwiseAreSentAgain() {
        Map<String, Object> query = Map.of("query", "(x) @name");
        for (String target : List.of(
                "/repos/two/symbols?name=z",
                "/repos/two/annotations?pattern=@req:*",
                "/symbols?name=z",
                "/annotations?pattern=@req:*")) {
            String tag = endpoints.get(target).header("ETag");
            String queried = endpoints.post("/repos/two/query", query).header("ETag");

            endpoints.sources.testRepository("two").decodedOtherwise();

            TestAnswer again = endpoints
                    .request("GET", target)
                    .header("If-None-Match", tag)
                    .send();
            assertThat(again.status()).as(target).isEqualTo(200);
            assertThat(TestEndpoints.items(again)).isNotEmpty();
            assertThat(endpoints.post("/repos/two/query", query).header("ETag")).isNotEqualTo(queried);
        }
    }

    @Test
    void annotationsComeWithTheirCodeAndTheirComment() {
        Map<String, Object> item = TestEndpoints.items(endpoints.get("/repos/two/annotations?pattern=@req:R-*"))
                .getFirst();

        assertThat(item).containsEntry("name", "z").containsEntry("association", "next");
        assertThat(item.get("annotation").toString()).contains("tag=req", "id=R-1", "text=@req:R-1");
        assertThat(item).containsKey("comment");
    }

    @Test
    void pagesShowWhatIsFoundAndLeadOn() {
        String symbols = endpoints.page("/repos/one/symbols?limit=2").text();
        String annotations = endpoints.page("/annotations?pattern=@req:*").text();

        assertThat(symbols)
                .startsWith("<!doctype html>")
                .contains("rel=\"next\"", "a.toy:1", "class", "href=\"/repos/one/files/a.toy?ref=main#L1\"");
        assertThat(annotations).contains("@req:R-1", "two / z.toy:3", "href=\"/repos/two/files/z.toy#L3\"");
        assertThat(endpoints.page("/repos/one/tree").text()).contains("/repos/one/files/a.toy?ref=main");
        assertThat(endpoints.page("/repos/one/tree?ref=" + first).text())
                .contains("/repos/one/files/a.toy?ref=" + first);
    }

    @Test
    void thePageOfAFolderLeadsOnAtTheSameRef() {
        String page = endpoints
                .page("/repos/one/tree?limit=1&ref=" + first + "&path=")
                .text();
        Matcher next = NEXT.matcher(page);
        assertThat(next.find()).as(page).isTrue();

        TestAnswer rest = endpoints.get("/repos/one/tree" + next.group(1).replace("&amp;", "&"));

        assertThat(rest.status()).as(rest.text()).isEqualTo(200);
        assertThat(TestEndpoints.items(rest))
                .extracting(item -> item.get("path"))
                .containsExactly("b.toy");
    }
}
