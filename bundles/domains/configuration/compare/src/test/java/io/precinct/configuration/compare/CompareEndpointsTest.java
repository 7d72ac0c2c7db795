package io.precinct.configuration.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.configuration.queries.ConfigurationEndpoints;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import io.precinct.testkit.TestRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("unchecked") // plain data
class CompareEndpointsTest {
    private static final Map<String, Object> CONFIGURATION = Data.map("path", "app.yaml", "query", "@");
    private static final Map<String, Object> FILE = Data.map("path", "app.yaml");

    private final TestSources sources = new TestSources();
    private final CountDownLatch never = new CountDownLatch(1);
    private CompareEndpoints endpoints;
    private TestChain chain;

    @BeforeEach
    void fill() {
        sources.with("one")
                .file("main", "app.yaml", "db: {host: a, port: 1}\nports: [80, 443]\n")
                .file("main", "binary.dat", "\u0000")
                .file("same", "app.yaml", "# the same\nports: [80, 443]\ndb: {port: 1, host: a}\n")
                .file("other", "app.yaml", "db: {host: <b>}\nports: [443]\n")
                .file("bad", "app.yaml", "db: {")
                .file("none", "else.yaml", "1");
        sources.with("two").file("main", "app.yaml", "db: {host: a, port: 1}\nports: [80, 443]\n");
        sources.with("hanging").opening = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        sources.with("broken").opening = () -> {
            throw new IllegalStateException("the disk is gone");
        };
        start(Duration.ofSeconds(50));
    }

    private void start(Duration time) {
        endpoints = new CompareEndpoints(sources, time);
        endpoints.queries = new ConfigurationEndpoints(sources);
        chain = TestChain.empty().strictInput(true).family("compare", endpoints).start();
    }

    @AfterEach
    void close() {
        chain.close();
    }

    private static Map<String, Object> environment(String name, String repo, String ref) {
        return Data.map("name", name, "repo", repo, "ref", ref);
    }

    private TestAnswer ask(Map<String, Object> selector, List<?> environments, Object... more) {
        return asking(selector, environments, more).send();
    }

    private TestRequest asking(Map<String, Object> selector, List<?> environments, Object... more) {
        var body = Data.mapBuilder().put("selector", selector).put("envs", Data.freezeList(environments));
        for (int i = 0; i < more.length; i += 2) {
            body.put((String) more[i], more[i + 1]);
        }
        return chain.request("POST", "/compare").json(body.build());
    }

    private static List<Map<String, Object>> list(TestAnswer answer, String member) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) (List<?>) answer.json().get(member);
    }

    private static List<Map<String, Object>> threeAndAHalf() {
        return List.of(
                environment("prod", "one", null),
                environment("stage", "one", "same"),
                environment("dev", "one", "other"),
                environment("new", "one", "none"));
    }

    @Test
    void dataIsComparedByWhatItHolds() {
        TestAnswer answer = ask(CONFIGURATION, threeAndAHalf());

        assertThat(answer.json()).containsEntry("equal", false).containsEntry("kind", "data");
        assertThat(answer.json().get("base"))
                .isEqualTo(Data.map("environment", "prod", "group", 1, "chosen", "largest_group"));
        assertThat(list(answer, "environments")).extracting("status").containsExactly("ok", "ok", "ok", "missing");
        assertThat(list(answer, "environments")).extracting("ref").containsExactly("main", "same", "other", "none");
        assertThat(list(answer, "groups"))
                .extracting("environments")
                .containsExactly(List.of("prod", "stage"), List.of("dev"));
        assertThat(list(answer, "diff").getFirst().get("changes"))
                .isEqualTo(List.of(
                        Data.map("pointer", "/db/host", "op", "replace", "base", "a", "value", "<b>"),
                        Data.map("pointer", "/db/port", "op", "remove", "base", 1L),
                        Data.map("pointer", "/ports/0", "op", "remove", "base", 80L)));
        assertThat(list(answer, "missing"))
                .containsExactly(
                        Data.map("pointer", "", "environments", List.of("new")),
                        Data.map("pointer", "/db/port", "environments", List.of("dev")));
        assertThat(ask(CONFIGURATION, threeAndAHalf()).text()).isEqualTo(answer.text());
    }

    @Test
    void filesAndLinesAreComparedAsText() {
        TestAnswer answer = ask(FILE, threeAndAHalf(), "base", "dev");
        assertThat(answer.json()).containsEntry("kind", "text");
        assertThat(list(answer, "groups")).hasSize(3);
        assertThat(list(answer, "diff").getFirst().get("unified").toString()).startsWith("--- dev\n+++ prod\n@@ ");

        TestAnswer second = ask(
                Data.map("path", "app.yaml", "from", 2, "to", 5),
                List.of(environment("a", "one", null), environment("b", "two", null)));
        assertThat(second.json()).containsEntry("equal", true);
        assertThat(list(second, "groups").getFirst()).containsEntry("value", "ports: [80, 443]\n");
        assertThat(list(ask(Data.map("path", "app.yaml", "from", 3), threeAndAHalf()), "environments"))
                .extracting("status")
                .containsExactly("missing", "ok", "missing", "missing");
    }

    @Test
    void whatIsEqualIsLeftOutIfAskedFor() {
        TestAnswer answer = ask(CONFIGURATION, threeAndAHalf(), "only_different", true);

        assertThat(list(answer, "environments")).extracting("name").containsExactly("dev", "new");
        assertThat(list(answer, "groups"))
                .extracting("value")
                .containsExactly(Data.map("db", Data.map("host", "<b>"), "ports", List.of(443L)));
    }

    @Test
    void aFailureIsThatOfItsEnvironment() {
        chain.close();
        start(Duration.ofSeconds(1));
        // On a busy machine, others may be late too.
        Eventually.untilAsserted("only the one that hangs is late", () -> {
            TestAnswer answer = ask(
                    CONFIGURATION,
                    List.of(
                            environment("a", "one", null),
                            environment("b", "nowhere", null),
                            environment("c", "one", "nowhere"),
                            environment("d", "broken", null),
                            environment("e", "hanging", null),
                            environment("f", "one", "bad")));

            assertThat(list(answer, "environments"))
                    .extracting(each -> each.get("code"))
                    .containsExactly(
                            null, "unknown_repo", "unknown_ref", "repository_failed", "query_timeout", "bad_document");
            assertThat(answer.json()).containsEntry("equal", false).containsEntry("truncated_by", "time");
            assertThat(list(answer, "groups")).hasSize(1);
        });
    }

    @Test
    void ifAllFailTheAnswerIsTheFaultOfTheFirst() {
        assertThat(ask(FILE, List.of(environment("a", "nowhere", null))).status())
                .isEqualTo(404);
        assertThat(ask(FILE, List.of(environment("d", "broken", null))).status())
                .isEqualTo(503);
        assertThat(ask(Data.map("path", "binary.dat"), List.of(environment("a", "one", null)))
                        .json())
                .containsEntry("code", "binary");
        chain.close();
        start(Duration.ofMillis(50));
        TestAnswer late = ask(FILE, List.of(environment("e", "hanging", null)));
        assertThat(late.status()).isEqualTo(504);
        assertThat(late.json()).containsEntry("code", "query_timeout");
    }

    /** What is masked is a good text; what is in the clear is no JSON, of another type, or too large. */
    @Test
    void theFaultOfASecretDoesNotQuoteIt() {
        String hidden = "hunter2";
        sources.with("store")
                .secret("main", "apps/token.json", hidden)
                .secret("main", "apps/token.toml", "a = " + hidden)
                .secret("main", "apps/token.yaml", "a: 1\n" + hidden + ": 2\n" + hidden + ": 3\n")
                .secret("main", "apps/db", "{\"password\": \"" + hidden + "\"}")
                .secret("main", "apps/long", hidden.repeat(1_500_000))
                .file("other", "apps/token.json", "1")
                .file("other", "apps/token.toml", "a = 1")
                .file("other", "apps/token.yaml", "a: 1")
                .secret("other", "apps/db", "{\"password\": 1}")
                .file("other", "apps/long", "1");
        Map<String, Object> failing = environment("failing", "store", null);
        Map<String, Object> other = environment("other", "store", "other");
        Map<Map<String, Object>, String> selectors = Map.of(
                Data.map("path", "apps/token.json", "query", "@"), "bad_document",
                Data.map("path", "apps/token.toml", "query", "@"), "bad_document",
                Data.map("path", "apps/token.yaml", "query", "@"), "bad_document",
                Data.map("glob", "apps/*.json", "query", "@"), "bad_document",
                Data.map("path", "apps/db", "query", "sum([password])"), "bad_query",
                Data.map("path", "apps/long"), "too_large");
        selectors.forEach((selector, code) -> {
            TestAnswer alone = asking(selector, List.of(failing))
                    .as("eve", TestView.GRANTED)
                    .send();
            assertThat(alone.status()).as(selector.toString()).isIn(413, 422);
            assertThat(alone.json()).as(selector.toString()).containsEntry("code", code);
            assertThat(alone.text()).as(selector.toString()).doesNotContain(hidden, "line", "10500000");

            TestAnswer beside = asking(selector, List.of(failing, other))
                    .as("eve", TestView.GRANTED)
                    .send();
            assertThat(list(beside, "environments"))
                    .as(selector.toString())
                    .extracting(each -> each.get("code"))
                    .containsExactly(code, null);
            assertThat(beside.text()).as(selector.toString()).doesNotContain(hidden, "10500000");
        });
    }

    @Test
    void theTypeOfASecretIsASecret() {
        sources.with("store").secret("main", "apps/db", "{}").secret("other", "apps/db", "x");
        Map<String, Object> type = Data.map("path", "apps/db", "query", "type(@)");
        List<?> both = List.of(environment("a", "store", null), environment("b", "store", "other"));

        assertThat(ask(type, both).json()).containsEntry("equal", null);
        assertThat(asking(type, both).as("eve", TestView.GRANTED).send().json()).containsEntry("equal", false);
    }

    @Test
    void moreThanAreComparedAtOnceAreRefused() {
        List<Map<String, Object>> hanging = List.of(environment("e", "hanging", "main"));
        for (int i = 0; i < CompareEndpoints.MOST_AT_ONCE; i++) {
            Thread.ofPlatform().start(() -> ask(FILE, hanging));
        }
        Eventually.until("all are under way", () -> sources.views.get() == CompareEndpoints.MOST_AT_ONCE);

        TestAnswer answer = ask(FILE, List.of(environment("a", "one", null)));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json()).containsEntry("code", "overloaded");
        never.countDown();
        Eventually.until(
                "another one is compared",
                () -> ask(FILE, List.of(environment("a", "one", null))).status() == 200);
    }

    @Test
    void aPlaceIsReadOnce() {
        List<Map<String, Object>> environments = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            environments.add(environment("e" + i, "one", i % 2 == 0 ? "same" : "other"));
        }
        TestAnswer answer = ask(FILE, environments);

        assertThat(list(answer, "groups"))
                .extracting(group -> ((List<?>) group.get("environments")).size())
                .containsExactly(50, 50);
        assertThat(sources.views).hasValue(2);
        assertThat(sources.reads).hasValue(2);
    }

    @Test
    void aValueHasItsShareOfTheMemory() {
        sources.with("one").file("large", "app.yaml", "x".repeat(500_000));
        List<Map<String, Object>> environments = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            environments.add(environment("e" + i, "one", i == 7 ? "large" : "same"));
        }

        assertThat(list(ask(FILE, environments), "environments").get(7)).containsEntry("code", "too_large");
        assertThat(list(ask(FILE, environments.subList(0, 10)), "environments").get(7))
                .containsEntry("status", "ok");
        environments.add(environment("more", "one", null));
        assertThat(ask(FILE, environments).status()).isEqualTo(413);
        assertThat(ask(FILE, environments).json()).containsEntry("code", "too_many_environments");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        TestAnswer answer = ask(
                Data.map("path", 7, "colour", "red"),
                List.of(environment("a", "one", null), environment("a", null, null)),
                "base",
                "z");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()).containsEntry("code", "malformed");
        assertThat(answer.json().get("errors").toString())
                .contains("/selector/path", "/selector/colour", "/envs/1/name", "/envs/1/repo", "/base");
        List<Map<String, Object>> one = List.of(environment("a", "one", null));
        for (Map<String, Object> selector : List.of(
                Data.map(),
                Data.map("query", "@"),
                Data.map("path", "a", "glob", "b", "query", "@"),
                Data.map("annotation", "@req:*", "name", "x"),
                Data.map("path", "a", "from", 3, "to", 2))) {
            assertThat(ask(selector, one).status()).as(selector.toString()).isEqualTo(400);
        }
        assertThat(ask(FILE, List.of()).status()).isEqualTo(400);
        assertThat(ask(Data.map("path", "app.yaml", "query", "a["), one).json()).containsEntry("code", "bad_query");
    }

    @Test
    void withoutTheServiceOfQueriesEverythingElseIsCompared() {
        endpoints.queries = null;
        List<Map<String, Object>> one = List.of(environment("a", "one", null));

        TestAnswer answer = ask(CONFIGURATION, one);
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isNotNull();
        assertThat(ask(FILE, one).status()).isEqualTo(200);
    }

    private Document page(Map<String, Object> selector) {
        TestAnswer answer = chain.request("POST", "/compare")
                .header("Accept", "text/html")
                .json(Data.map("selector", selector, "envs", Data.freezeList(threeAndAHalf())))
                .send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'");
        return Jsoup.parse(answer.text());
    }

    @Test
    void aPageTellsWhichSideHasNoNewlineAtItsEnd() {
        sources.with("one").file("unended", "app.yaml", "ports: 1").file("ended", "app.yaml", "ports: 1\n");
        TestAnswer answer = chain.request("POST", "/compare")
                .header("Accept", "text/html")
                .json(Data.map(
                        "selector",
                        FILE,
                        "envs",
                        List.of(environment("a", "one", "ended"), environment("b", "one", "unended"))))
                .send();

        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("td.is").eachText()).containsExactly("ports: 1 no newline at the end");
        assertThat(page.select("td.was").eachText()).containsExactly("ports: 1");
    }

    @Test
    void aPageShowsTheDifferencesFirst() {
        Document data = page(CONFIGURATION);
        assertThat(data.select("script, [onclick]")).isEmpty();
        assertThat(data.select("main > section h2").eachText()).containsExactly("dev", "Missing", "Environments");
        assertThat(data.select(".sides tbody tr").first().children().eachText())
                .containsExactly("/db/host", "\"a\"", "\"<b>\"");
        assertThat(data.select("td a").attr("href")).startsWith("/repos/one/files/app.yaml?ref=");

        Document text = page(FILE);
        assertThat(text.select(".sides tbody tr:has(.was):has(.is)")
                        .first()
                        .children()
                        .eachText())
                .containsExactly("db: {host: a, port: 1}", "# the same");
        assertThat(data.select(".sides .none").eachText()).containsExactly("absent here", "absent here");
        assertThat(text.select("b:contains(b)"))
                .as("markup of the data")
                .noneMatch(b -> b.text().equals("}"));
    }
}
