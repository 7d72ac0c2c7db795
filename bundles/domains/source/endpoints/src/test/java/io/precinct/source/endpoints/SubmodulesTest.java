package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where submodules lead. */
class SubmodulesTest {
    private static final String COMMIT = "ab".repeat(20);

    private final TestSources sources = new TestSources();
    private final TestEndpoints endpoints = new TestEndpoints(sources);
    private TestRepository one;

    @BeforeEach
    void start() {
        sources.inlineBytes = 4 << 20;
        one = sources.testRepository("one").submodule("lib", COMMIT);
        TestRepository served = sources.testRepository("served").from("ssh://git@Example.org:22/group/lib.git");
        served.commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private String stated(String url) {
        return one.file(".gitmodules", "[core]\n\turl = x\n[submodule \"a b\"]\n\tpath = lib\n\turl = " + url + "\n")
                .commit();
    }

    private Map<String, Object> entry() {
        return TestEndpoints.items(endpoints.get("/repos/one/tree?path=lib")).stream()
                .findFirst()
                .orElseGet(() -> TestEndpoints.items(endpoints.get("/repos/one/tree")).stream()
                        .filter(item -> item.get("path").equals("lib"))
                        .findFirst()
                        .orElseThrow());
    }

    private List<String> pages() {
        return List.of(
                endpoints.page("/repos/one/tree").text(),
                endpoints.page("/repos/one/files/lib").text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/group/lib",
                "https://me:secret@EXAMPLE.org:443/group/lib.git/",
                "git@example.org:group/lib.git",
                "example.org:/group/lib",
                "\"git://example.org/group/lib\" ; where it was",
                "../lib.git",
                "./../lib"
            })
    void aSubmoduleLeadsToTheRepositoryThatIsServedHere(String url) {
        one.from("https://example.org/group/one.git");
        stated(url);
        assertThat(entry().get("submodule")).asString().contains("repo=served");
        assertThat(pages())
                .allSatisfy(page -> assertThat(page)
                        .contains("<a href=\"/repos/served/tree?ref=" + COMMIT + "\">served</a>")
                        .doesNotContain("secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://other.org/a/b.git, https://other.org/a/b.git, https://other.org/a/b",
        "https://u:secret@other.org:8443/a?token=secret#x, https://other.org:8443/a, https://other.org:8443/a",
        "git@other.org:a/b.git, ssh://other.org/a/b.git, https://other.org/a/b",
        "git@forge:team/lib.git, ssh://forge/team/lib.git, https://forge/team/lib",
        "ssh://u:secret@other.org:2222/a, ssh://other.org:2222/a, https://other.org/a",
        "../../x/y, https://example.org/x/y, https://example.org/x/y"
    })
    void anotherSubmoduleLeadsToItsWebAddressWithoutCredentials(String url, String told, String web) {
        one.from("https://example.org/group/one.git");
        stated(url);
        assertThat(entry()).containsEntry("submodule", Data.map("url", told, "repo", null));
        assertThat(pages())
                .allSatisfy(page -> assertThat(page)
                        .contains("<a href=\"" + web + "\" rel=\"noopener noreferrer\">" + web + "</a>")
                        .doesNotContain("secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "javascript://other.org/%0Aalert(1)",
                "data:text/html,hello",
                "https://good.org\\\\@evil.org/a",
                "https://other.org/a b",
                "\"https://other.org/\\\"onclick=x\"",
                "/etc/passwd",
                "file:///etc/passwd",
                "../../../x",
                "https://",
                "lib"
            })
    void aHostileUrlLeadsNowhere(String url) {
        one.from("https://example.org/group/one.git");
        stated(url);
        assertThat(entry()).doesNotContainKey("submodule");
        assertThat(pages()).allSatisfy(page -> assertThat(page).doesNotContain("noopener", "passwd", "evil.org"));
    }

    @Test
    void foldersOfThisMachineAreCompared() {
        sources.testRepository("served").from("/srv/git/lib.git");
        one.from("/srv/git/one");
        stated("../lib");
        assertThat(entry()).containsEntry("submodule", Data.map("url", null, "repo", "served"));
    }

    @Test
    void aFileThatIsTooLargeOrMissingLeadsNowhere() {
        one.commit();
        assertThat(entry()).containsEntry("submodule_commit", COMMIT).doesNotContainKey("submodule");
        stated("https://other.org/a\n" + "#".repeat(1 << 20));
        assertThat(entry()).doesNotContainKey("submodule");
        stated("https://other.org/" + "a".repeat(5000));
        assertThat(entry()).doesNotContainKey("submodule");
    }

    @Test
    void aTreeWithSubmodulesIsNotKeptForEver() {
        String commit = stated("https://other.org/a");
        assertThat(endpoints.get("/repos/one/tree?ref=" + commit).header("Cache-Control"))
                .isEqualTo("no-cache");
        assertThat(endpoints
                        .get("/repos/served/tree?ref="
                                + sources.testRepository("served").status().commit())
                        .header("Cache-Control"))
                .contains("immutable");
    }
}
