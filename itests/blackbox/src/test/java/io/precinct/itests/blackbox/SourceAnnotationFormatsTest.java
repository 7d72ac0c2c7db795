package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests that clients find annotations of other tools if a repository is configured for them. */
// @req:source-annotation-formats
@Timeout(120)
class SourceAnnotationFormatsTest {
    private static final String CODE = """
            class Login {
                // [impl->dsn~login~2 >> utest]
                void login() {}

                // @ Ends a session, IMPL_7, impl, [REQ_1]
                void logout() {}

                // @need-ids: REQ_2, REQ_3
                int tries; // @req:A-1 STORY-12
            }
            """;

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() throws IOException {
        GitFolder.init(folder.resolve("code"))
                .write("Login.java", CODE)
                .write("Makefile", "# [itest->dsn~build~1]\nall:\n")
                .commit("first");
        service = SHARED.get();
        SharedService.serve(
                service,
                "plain: {url: " + folder.resolve("code") + ", refresh: 0}",
                "traced: {url: " + folder.resolve("code") + ", refresh: 0, annotations: [openfasttrace]}",
                "needs: {url: " + folder.resolve("code") + ", refresh: 0, annotations: [sphinx-codelinks]}",
                "own: {url: " + folder.resolve("code")
                        + ", refresh: 0, annotation_patterns: {story: {pattern: 'STORY-(?P<id>[0-9]+)'}}}");
        http = service.http;
        for (String name : List.of("plain", "traced", "needs", "own")) {
            Eventually.until(
                    () -> name + " is served: " + http.get("/repos").text() + service.server.transcript(),
                    () -> http.get("/repos/" + name + "/tree").status() == 200);
            service.awaitParsed(name);
        }
    }

    /** {@code tag:id#revision name}. */
    private static List<String> found(String repository, String pattern) {
        var answer = http.get("/repos/" + repository + "/annotations?context=0&pattern=" + pattern);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return ((List<?>) answer.json().get("items"))
                .stream()
                        .map(item -> (Map<?, ?>) item)
                        .map(item -> {
                            var mark = (Map<?, ?>) item.get("annotation");
                            return mark.get("tag") + ":" + mark.get("id") + "#" + mark.get("revision") + " "
                                    + item.get("name");
                        })
                        .toList();
    }

    @Test
    void everyRepositoryHasTheAnnotationsOfTheFormatsThatItIsConfiguredWith() {
        assertThat(found("plain", "@*:*")).containsExactly("req:A-1#null tries");
        assertThat(found("traced", "@*:*"))
                .containsExactly("impl:dsn~login#2 login", "req:A-1#null tries", "itest:dsn~build#1 null");
        assertThat(found("needs", "@*:*"))
                .containsExactly(
                        "impl:IMPL_7#null logout",
                        "need:REQ_1#null logout",
                        "need:REQ_2#null tries",
                        "need:REQ_3#null tries",
                        "req:A-1#null tries");
        assertThat(found("own", "@*:*")).containsExactly("req:A-1#null tries", "story:12#null tries");
        assertThat(found("traced", "@impl:dsn~*")).containsExactly("impl:dsn~login#2 login");
    }

    @Test
    void coverageComparesRevisions() {
        String body = "{\"requirements\": [{\"id\": \"dsn~login\", \"revision\": \"%s\"}, {\"id\": \"dsn~audit\"}]}";
        var current = http.post("/traces/coverage?repo=traced&tag=impl", body.formatted("2"));
        assertThat(current.status()).as(current.text()).isEqualTo(200);
        assertThat(current.text())
                .contains("\"revision\":\"2\",\"status\":\"covered\"", "\"status\":\"uncovered\"", "\"drift\":[]");
        assertThat(http.post("/traces/coverage?repo=traced&tag=impl", body.formatted("3"))
                        .text())
                .contains("\"revision\":\"3\",\"status\":\"drifted\"");
        assertThat(http.get("/traces/coverage?repo=needs&tag=need").text())
                .contains("{\"requirements\":3,\"covered\":3,\"places\":3");
    }
}
