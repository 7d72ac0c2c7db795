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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListsTest {
    private final Reading reading = new Reading();
    private String first;

    @BeforeEach
    void fill() {
        reading.library.book("one").file("a.toy", "class A\nclass B\n").file("b.toy", "def c\n");
        first = reading.library.book("one").commit();
        reading.library
                .book("two")
                .file("z.toy", "class Z\n# @req:R-1\ndef z\n")
                .commit();
    }

    @AfterEach
    void close() {
        reading.close();
    }

    @Test
    void anAnswerSaysOfWhichCommitItIs() {
        TestAnswer answer = reading.get("/repos/one/symbols?name=A");

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
        Map<String, Object> item = Reading.items(answer).getFirst();
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
    void aQuestionAskedAgainIsAnsweredTheSameUntilSomethingChanges() {
        TestAnswer once = reading.get("/repos/one/symbols?name=A");
        TestAnswer again = reading.get("/repos/one/symbols?name=A");
        assertThat(again.text()).isEqualTo(once.text());
        assertThat(again.header("ETag")).isEqualTo(once.header("ETag"));
        assertThat(reading.get("/repos/one/symbols?name=A&position_encoding=utf-16")
                        .text())
                .isNotEqualTo(once.text());
        assertThat(reading.get("/repos/two/symbols?name=A").json()).containsEntry("repo", "two");

        String second = reading.library.book("one").file("c.toy", "class A\n").commit();
        TestAnswer changed = reading.get("/repos/one/symbols?name=A");
        assertThat(changed.json()).containsEntry("commit", second);
        assertThat(Reading.items(changed)).hasSize(2);
        assertThat(changed.header("ETag")).isNotEqualTo(once.header("ETag"));
    }

    @Test
    void whatTwoClientsAskAtTheSameMomentIsFoundOnce() throws Exception {
        var looked = new AtomicInteger();
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        reading.library.book("one").whenLookedInto(() -> {
            looked.incrementAndGet();
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        var first = new FutureTask<>(() -> reading.get("/repos/one/symbols?name=A"));
        var second = new FutureTask<>(() -> reading.get("/repos/one/symbols?name=A"));
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
        TestAnswer page = reading.get("/repos/one/symbols?limit=2");
        reading.library
                .book("one")
                .file("a.toy", "class New\nclass A\nclass B\n")
                .commit();

        TestAnswer next =
                reading.get("/repos/one/symbols?limit=2&cursor=" + page.json().get("next_cursor"));

        assertThat(next.json()).containsEntry("commit", first).containsEntry("ref", "main");
        assertThat(Reading.items(next)).extracting(item -> item.get("name")).containsExactly("c");
        assertThat(next.json().get("next_cursor")).isNull();
    }

    @Test
    void aCursorOfACommitThatIsGoneIsStale() {
        Object cursor = reading.get("/repos/one/symbols?limit=1").json().get("next_cursor");
        reading.library.book("one").file("c.toy", "class C\n").commit();
        reading.library.book("one").shallow();

        TestAnswer answer = reading.get("/repos/one/symbols?limit=1&cursor=" + cursor);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json()).containsEntry("code", "stale_cursor").containsKeys("error", "detail");
    }

    @Test
    void aCursorOfAnotherListIsRefused() {
        Object cursor = reading.get("/repos/one/symbols?limit=1").json().get("next_cursor");

        for (String target : List.of(
                "/repos/one/symbols?name=B&cursor=" + cursor,
                "/repos/two/symbols?cursor=" + cursor,
                "/repos/one/tree?cursor=" + cursor,
                "/repos/one/symbols?cursor=nonsense")) {
            TestAnswer answer = reading.get(target);
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
            TestAnswer page = reading.get("/symbols?limit=2&cursor=" + cursor);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            Reading.items(page).forEach(item -> seen.add(item.get("repo") + "." + item.get("name")));
            cursor = page.json().get("next_cursor");
            pages++;
        } while (cursor != null);

        assertThat(seen).containsExactly("one.A", "one.B", "one.c", "two.Z", "two.z");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void aRepositoryThatFailsIsNamedAndTheOthersAnswer() {
        reading.library.book("two").failing("cloning");

        TestAnswer answer = reading.get("/symbols");

        assertThat(Reading.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "cloning");
        TestAnswer alone = reading.get("/repos/two/symbols");
        assertThat(alone.status()).isEqualTo(503);
        assertThat(alone.header("Retry-After")).isNotNull();
    }

    @Test
    void aRepositoryThatRefusesAQuestionIsNamedAndTheOthersAnswer() {
        reading.library.book("two").refusing(SourceFault.of(400, "lang_needed", "several languages"));

        TestAnswer answer = reading.post("/query", Map.of("query", "(x) @name"));
        assertThat(Reading.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "lang_needed", "several languages");
        Object cursor = reading.post("/query?limit=3", Map.of("query", "(x) @name"))
                .json()
                .get("next_cursor");
        TestAnswer rest = reading.post("/query?limit=3&cursor=" + cursor, Map.of("query", "(x) @name"));
        assertThat(rest.status()).as(rest.text()).isEqualTo(200);
        assertThat(rest.json().get("skipped").toString()).contains("lang_needed");

        reading.library.book("one").refusing(SourceFault.of(422, "unknown_grammar", "no toys here"));
        assertThat(reading.post("/query", Map.of("query", "(x) @name")).json()).containsEntry("code", "lang_needed");
    }

    @Test
    void aRefThatNoRepositoryHasIsAMistake() {
        assertThat(reading.get("/symbols?ref=nowhere").json()).containsEntry("code", "unknown_ref");
        TestAnswer answer = reading.get("/symbols?ref=" + first);
        assertThat(Reading.items(answer)).hasSize(3);
        assertThat(answer.json().get("skipped").toString()).contains("two", "unknown_ref");
    }

    @Test
    void aWalkThatStandsInARepositoryThatIsGoneIsStale() {
        Object cursor = reading.get("/symbols?limit=1").json().get("next_cursor");
        reading.library.remove("one");

        TestAnswer answer = reading.get("/symbols?limit=1&cursor=" + cursor);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json()).containsEntry("code", "stale_cursor");
    }

    @Test
    void nothingIsForEverBeforeEveryLanguageIsThere() {
        String target = "/repos/one/symbols?ref=" + first;
        assertThat(reading.get(target).header("Cache-Control")).contains("immutable");
        reading.library.book("one").unsettled();
        assertThat(reading.get("/repos/one/tree?ref=" + first).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(reading.get("/repos/one/files/a.toy?ref=" + first).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(reading.get("/symbols?ref=" + first).header("Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void aKindThatNoRepositoryKnowsIsAMistake() {
        TestAnswer answer = reading.get("/symbols?kind=spaceship");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("code", "unknown_kind").containsEntry("available", List.of("class"));
    }

    @Test
    void whatIsMalformedIsToldAtOnce() {
        TestAnswer answer = reading.get("/repos/one/symbols?limit=0&context=51&position_encoding=ebcdic&nmae=x");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()).containsEntry("code", "malformed");
        assertThat((List<?>) answer.json().get("errors")).hasSize(4);
        assertThat(reading.get("/repos/one/annotations").status()).isEqualTo(400);
        assertThat(reading.get("/repos/none/symbols").json())
                .containsEntry("code", "unknown_repo")
                .containsEntry("available", List.of("one", "two"));
    }

    @Test
    void aQueryIsHeldAgainstItsLimit() {
        assertThat(Reading.items(reading.post("/repos/one/query?limit=1", Map.of("query", "(x) @name", "lang", "toy"))))
                .hasSize(1)
                .first()
                .extracting(match -> match.get("captures").toString())
                .asString()
                .contains("node_type", "lines");
        assertThat(reading.post("/repos/one/query", Map.of("query", "x")).json())
                .containsEntry("code", "bad_query");
        assertThat(reading.post("/repos/one/query", Map.of("query", "(" + "x".repeat(200) + ")"))
                        .status())
                .isEqualTo(413);
        assertThat(reading.post("/repos/one/query", Map.of("query", 1)).status())
                .isEqualTo(400);
        assertThat(reading.post("/query", List.of()).status()).isEqualTo(400);
        assertThat(Reading.items(reading.post("/query", Map.of("query", "(x) @name"))))
                .hasSize(5);
    }

    @Test
    void whatAClientHasAlreadyIsNotSentAgain() {
        TestAnswer answer = reading.get("/repos/one/symbols");
        TestAnswer again = reading.request("GET", "/repos/one/symbols")
                .header("If-None-Match", answer.header("ETag"))
                .send();
        TestAnswer pinned = reading.get("/repos/one/symbols?ref=" + first);

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
            String tag = reading.get(target).header("ETag");
            String queried = reading.post("/repos/two/query", query).header("ETag");

            reading.library.book("two").decodedOtherwise();

            TestAnswer again =
                    reading.request("GET", target).header("If-None-Match", tag).send();
            assertThat(again.status()).as(target).isEqualTo(200);
            assertThat(Reading.items(again)).isNotEmpty();
            assertThat(reading.post("/repos/two/query", query).header("ETag")).isNotEqualTo(queried);
        }
    }

    @Test
    void annotationsComeWithTheirCodeAndTheirComment() {
        Map<String, Object> item = Reading.items(reading.get("/repos/two/annotations?pattern=@req:R-*"))
                .getFirst();

        assertThat(item).containsEntry("name", "z").containsEntry("association", "next");
        assertThat(item.get("annotation").toString()).contains("tag=req", "id=R-1", "text=@req:R-1");
        assertThat(item).containsKey("comment");
    }

    @Test
    void pagesShowWhatIsFoundAndLeadOn() {
        String symbols = reading.page("/repos/one/symbols?limit=2").text();
        String annotations = reading.page("/annotations?pattern=@req:*").text();

        assertThat(symbols).startsWith("<!doctype html>").contains("rel=\"next\"", "a.toy:1", "class");
        assertThat(annotations).contains("@req:R-1", "two / z.toy:3");
        assertThat(reading.page("/repos/one/tree").text()).contains("/repos/one/files/a.toy?ref=" + first);
    }
}
