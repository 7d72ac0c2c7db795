package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests configuration queries of the packaged distribution over a real repository. */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class ConfigurationQueriesTest {
    private static final int FILES = 1_000;

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static String first;
    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        GitFolder work = GitFolder.init(folder.resolve("work"))
                .write("a.json", "{\"port\": 1}")
                .write("b.yaml", "port: 2\n---\nport: 3\n")
                .write("c.toml", "port = 4\n")
                .write("d.properties", "port=5\n")
                .write("e.xml", "<root><port>6</port></root>\n")
                .write("f.tf", "port = 7\n")
                .write("bad.json", "{\n\"port\": }")
                .write("bomb.xml", "<!DOCTYPE r [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><r>&a;</r>");
        for (int i = 0; i < FILES; i++) {
            work.write("many/" + i + ".yaml", "name: n" + i + "\nspec: {replicas: " + i + ", ports: [80, 443]}\n");
        }
        first = work.commit("first");
        service = SHARED.get();
        SharedService.serve(service, "settings: {url: " + folder.resolve("work") + ", refresh: 0}");
        http = service.http;
        Eventually.until(
                "the repository serves", () -> http.get("/repos/settings/tree").status() == 200);
    }

    private static Http.Answer ask(Object... members) {
        return http.post("/repos/settings/config", Json.compact(Data.map(members)));
    }

    private static List<Map<String, Object>> items(Http.Answer answer) {
        return (List<Map<String, Object>>) (List<?>) answer.ok().json().get("items");
    }

    @Test
    void everyFormatIsRead() {
        Http.Answer answer = ask("glob", "*.{json,yaml,toml,properties,xml,tf}", "query", "port || root.port");

        assertThat(items(answer).stream().map(item -> item.get("value").toString()))
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
        assertThat(items(answer).stream().map(item -> item.get("format")).distinct())
                .containsExactly("json", "yaml", "toml", "properties", "xml", "hcl");
        assertThat(items(answer).get(2).get("locations").toString()).contains("/port", "3");
        assertThat(answer.json()).containsEntry("commit", first);
        assertThat(answer.json().get("skipped").toString()).contains("bad.json", "bomb.xml");
        assertThat(answer.text()).doesNotContain("hostname");
    }

    @Test
    void faultsAreSaid() {
        Http.Answer bad = ask("path", "bad.json", "query", "port");
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.json()).containsEntry("code", "bad_document").containsEntry("line", 2);
        assertThat(ask("path", "a.json", "query", "port[").json()).containsEntry("code", "bad_query");
        assertThat(ask("path", "a.json", "query", "a".repeat(70_000)).status()).isEqualTo(413);
        assertThat(ask("path", "../a.json", "query", "@").status()).isEqualTo(400);
    }

    @Test
    void aGetHasATagAndOtherRepresentations() {
        String target = "/repos/settings/config?path=b.yaml&query=" + URLEncoder.encode("port", StandardCharsets.UTF_8);
        Http.Answer once = http.get(target).ok();
        assertThat(http.get(target, "If-None-Match", once.header("ETag")).status())
                .isEqualTo(304);
        assertThat(http.get(target, "Accept", "text/html").ok().header("Content-Type"))
                .startsWith("text/html");
        assertThat(http.get(target, "Accept", "text/plain").ok().text()).contains("b.yaml");
    }

    /** A page ends at its limit; the walk continues until every file was queried. */
    @Test
    void aThousandFilesAreAskedPageByPage() {
        String target = "/repos/settings/config?limit=300&glob=many/*.yaml&query=name";
        int found = 0;
        Object cursor = "";
        while (cursor != null) {
            Http.Answer page = http.get(target + "&cursor=" + cursor);
            found += items(page).size();
            cursor = page.json().get("next_cursor");
        }

        assertThat(found).isEqualTo(FILES);
    }
}
