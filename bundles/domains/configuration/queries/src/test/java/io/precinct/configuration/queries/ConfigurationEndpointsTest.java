package io.precinct.configuration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.configuration.api.ConfigurationQuery;
import io.precinct.source.api.SourceFault;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConfigurationEndpointsTest {
    private final TestRepository repository = new TestRepository();
    private final TestChain chain = TestChain.empty()
            .strictInput(true)
            .family("configuration", new ConfigurationEndpoints(repository))
            .start();
    private String first;

    @BeforeEach
    void fill() {
        first = repository
                .file("a/app.yaml", "kind: A\nports: [1, 2]\n---\nkind: B\n---\nother: 1\n")
                .file("a/bad.json", "{\n  \"kind\": }\n")
                .file("a/note.txt", "kind: no\n")
                .file("b/app.toml", "kind = 'C'\n")
                .file("b/binary.json", "{\u0000}")
                .file("b/large.xml", " ".repeat(100_001))
                .commit();
    }

    @AfterEach
    void close() {
        chain.close();
    }

    private TestAnswer ask(String query, Object... members) {
        return chain.request("POST", "/repos/one/config" + query)
                .json(Data.map(members))
                .send();
    }

    private TestAnswer get(String path, String query, String more) {
        String encoded = URLEncoder.encode(query, StandardCharsets.UTF_8);
        return chain.request("GET", "/repos/one/config?path=" + path + "&query=" + encoded + more)
                .send();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(TestAnswer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) (List<?>) answer.json().get("items");
    }

    private static List<Object> values(TestAnswer answer) {
        return items(answer).stream().map(item -> item.get("value")).toList();
    }

    @Test
    void everyDocumentOfEveryFileIsAsked() {
        TestAnswer answer = ask("", "glob", "**", "query", "kind");

        assertThat(values(answer)).containsExactly("A", "B", "C");
        assertThat(answer.json())
                .containsEntry("repo", "one")
                .containsEntry("ref", "main")
                .containsEntry("commit", first)
                .containsEntry("stale", false)
                .containsEntry("next_cursor", null)
                .containsEntry("truncated", false)
                .containsKey("fetched_at");
        assertThat(items(answer).get(1))
                .containsOnlyKeys("path", "blob", "format", "document", "value", "locations")
                .containsEntry("path", "a/app.yaml")
                .containsEntry("format", "yaml")
                .containsEntry("document", 1)
                .containsEntry("locations", List.of(Map.of("pointer", "/kind", "line", 4, "column", 0)));
        assertThat(answer.json().get("skipped").toString())
                .contains("a/bad.json", "bad_document", "binary", "too_large")
                .doesNotContain("note.txt");
    }

    @Test
    void partsOfWhatIsPutTogetherAreLocatedAndWhatIsComputedIsNot() {
        assertThat(items(ask("", "path", "a/app.yaml", "query", "{k: kind, n: length(ports || `[]`)}"))
                        .getFirst())
                .containsEntry("value", Map.of("k", "A", "n", 2L))
                .containsEntry("locations", List.of(Map.of("pointer", "/kind", "line", 1, "column", 0)));
        assertThat(items(ask("", "path", "a/app.yaml", "query", "length(@)")).getFirst())
                .containsEntry("locations", List.of());
    }

    @Test
    void aWalkGoesOnAtTheCommitWhereItBegan() {
        List<Object> all = new ArrayList<>();
        TestAnswer page = ask("?limit=1", "glob", "**", "query", "kind");
        repository.file("a/app.yaml", "kind: New\n").commit();
        while (page.json().get("next_cursor") != null) {
            all.addAll(values(page));
            page = ask("?limit=1&cursor=" + page.json().get("next_cursor"), "glob", "**", "query", "kind");
        }
        all.addAll(values(page));

        assertThat(all).containsExactly("A", "B", "C");
        assertThat(page.json()).containsEntry("commit", first).containsEntry("ref", "main");
        assertThat(ask("?limit=1", "path", "b/app.toml", "query", "kind").json())
                .containsEntry("next_cursor", null);
    }

    @Test
    void aCursorBelongsToItsListAndItsCommit() {
        String cursor = String.valueOf(
                ask("?limit=1", "glob", "**", "query", "kind").json().get("next_cursor"));

        assertThat(ask("?cursor=" + cursor, "glob", "**", "query", "other").json())
                .containsEntry("code", "bad_cursor");
        assertThat(ask("?cursor=xyz", "glob", "**", "query", "kind").json()).containsEntry("code", "bad_cursor");
        repository.file("c.json", "{}").commit();
        repository.shallow();
        TestAnswer stale = ask("?cursor=" + cursor, "glob", "**", "query", "kind");
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.json()).containsEntry("code", "stale_cursor");
    }

    @Test
    void whatTheClientHasIsNotSentAgain() {
        TestAnswer once = get("b/app.toml", "kind", "");
        assertThat(values(once)).containsExactly("C");
        assertThat(once.header("Cache-Control")).isEqualTo("no-cache");
        TestAnswer again = chain.request("GET", "/repos/one/config?path=b/app.toml&query=kind")
                .header("If-None-Match", once.header("ETag"))
                .send();
        assertThat(again.status()).isEqualTo(304);

        assertThat(get("b/app.toml", "kind", "&ref=" + first).header("Cache-Control"))
                .contains("immutable");
        repository.file("b/app.toml", "kind = 'D'\n").commit();
        TestAnswer changed = chain.request("GET", "/repos/one/config?path=b/app.toml&query=kind")
                .header("If-None-Match", once.header("ETag"))
                .send();
        assertThat(values(changed)).containsExactly("D");
    }

    @Test
    void aFileIsParsedOnceHoweverOftenItIsAsked() {
        values(ask("", "path", "a/app.yaml", "query", "kind"));
        values(ask("", "path", "a/app.yaml", "query", "ports"));
        values(ask("", "glob", "a/*.yaml", "query", "kind"));

        assertThat(repository.parses).isEqualTo(1);
    }

    @Test
    void aFileThatCannotBeReadIsAFaultWithItsPlace() {
        TestAnswer bad = ask("", "path", "a/bad.json", "query", "kind");
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.json()).containsEntry("code", "bad_document").containsEntry("line", 2);
        assertThat(bad.json()).containsEntry("column", 10);
        assertThat(ask("", "path", "b/large.xml", "query", "@").json()).containsEntry("code", "too_large");
        assertThat(ask("", "path", "b/binary.json", "query", "@").json()).containsEntry("code", "binary");
        assertThat(ask("", "path", "a/note.txt", "query", "@").json())
                .containsEntry("code", "unknown_format")
                .containsKey("available");
    }

    @Test
    void anExpressionThatIsWrongIsRefused() {
        TestAnswer bad = ask("", "path", "a/app.yaml", "query", "kind[");
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.json())
                .containsEntry("code", "bad_query")
                .containsEntry("kind", "syntax")
                .containsEntry("offset", 5);
        assertThat(ask("", "glob", "**", "query", "nothing(@)").json()).containsEntry("code", "bad_query");
        assertThat(ask("", "path", "a/app.yaml", "query", "length(other)").json())
                .containsEntry("code", "bad_query")
                .containsEntry("kind", "invalid_type");
    }

    /** Applies a function that takes only texts to documents with and without one. */
    @Test
    void aDocumentThatAnExpressionDoesNotFitIsLeftOut() {
        TestAnswer answer = ask("", "glob", "b/*.toml", "query", "starts_with(kind, 'C')");
        assertThat(values(answer)).containsExactly(true);
        TestAnswer all = ask("", "glob", "**", "query", "starts_with(kind, 'C')");
        assertThat(values(all)).containsExactly(false, false, true);
        assertThat(all.json().get("skipped").toString()).contains("a/app.yaml", "invalid_type");
    }

    @Test
    void allThatIsWrongWithAQuestionIsSaidAtOnce() {
        TestAnswer answer = ask("?limit=0", "path", 7, "colour", "red");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("errors").toString()).contains("path", "colour", "query");
        assertThat(ask("", "query", "@").status()).isEqualTo(400);
        assertThat(ask("", "path", "a", "glob", "*", "query", "@").status()).isEqualTo(400);
        assertThat(ask("", "path", "no.json", "query", "@").status()).isEqualTo(404);
        assertThat(ask("", "path", "a/app.yaml", "query", "a".repeat(1001)).status())
                .isEqualTo(413);
        assertThat(chain.request("GET", "/repos/two/config?path=a&query=b")
                        .send()
                        .status())
                .isEqualTo(404);
    }

    @Test
    void timeThatIsOverIsSaid() {
        repository.file("slow.json", "[" + "1,".repeat(20_000) + "1]").commit();
        repository.time = Duration.ZERO;
        TestAnswer answer = ask("", "path", "slow.json", "query", "[?@ > `0`]");

        assertThat(answer.status()).as(answer.text()).isEqualTo(504);
        assertThat(answer.json()).containsEntry("code", "query_timeout");

        TestAnswer walk = ask("", "glob", "{a,b}/*.*", "query", "kind");
        assertThat(walk.json()).containsEntry("truncated", true).containsEntry("truncated_by", "time");
        assertThat(walk.json().get("next_cursor")).isNotNull();
    }

    @Test
    void otherBundlesAskTheSame() {
        ConfigurationQueries queries = new ConfigurationEndpoints(repository);
        var all = new ConfigurationQuery(null, "**", "kind");

        ConfigurationQueries.Found found = queries.find(repository.view("main"), all, 100, Duration.ofSeconds(50));
        assertThat(found.values())
                .containsExactly(
                        new ConfigurationQueries.Value("a/app.yaml", 0, "A", false),
                        new ConfigurationQueries.Value("a/app.yaml", 1, "B", false),
                        new ConfigurationQueries.Value("b/app.toml", 0, "C", false));
        assertThat(found.skipped()).extracting("path").contains("a/bad.json", "b/binary.json");
        assertThat(found.truncatedBy()).isNull();
        assertThat(queries.find(repository.view("main"), all, 2, Duration.ofSeconds(50))
                        .truncatedBy())
                .isEqualTo("limit");
        assertThat(queries.find(repository.view("main"), all, 100, Duration.ZERO)
                        .truncatedBy())
                .isEqualTo("time");
        assertThatThrownBy(() -> queries.check("kind["))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("bad_query"));
    }
}
