package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the packaged product exports from a repository for other tools. */
@Timeout(120)
class SourceExportTest {
    private static final int FILES = 700;

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static String first;
    private static String commit;
    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        GitFolder many = GitFolder.init(folder.resolve("many"));
        for (int i = 0; i < FILES; i++) {
            many.write(
                    String.format("src/F%03d.java", i),
                    "class F" + i + " {\n    // @req:E-" + i + "\n    void run" + i + "() {}\n}\n");
        }
        many.write("src/Gone.java", "class Gone {}\n");
        first = many.commit("first");
        many.git("rm", "-q", "src/Gone.java");
        commit = many.commit("second");
        service = SHARED.get();
        SharedService.serve(service, "exported: {url: " + folder.resolve("many") + ", refresh: 0}");
        http = service.http;
        service.awaitParsed("exported");
    }

    private static Http.Answer export(String format) {
        Http.Answer answer = http.get("/repos/exported/export?format=" + format);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("X-Commit")).isEqualTo(commit);
        return answer;
    }

    @Test
    void everyDeclarationIsExportedInEachFormat() {
        assertThat(export("symbols").text().lines()).hasSize(2 * FILES);
        assertThat(export("annotations").text().lines()).hasSize(FILES);
        assertThat(export("tags").text().lines().filter(line -> !line.startsWith("!")))
                .hasSize(2 * FILES)
                .contains("run7\tsrc/F007.java\t3;\"\tkind:method\tline:3\tlanguage:java\tscope:F7\tend:3");
        assertThat(export("scip").text())
                .contains(
                        "precinct git exported " + commit + " `src/F000.java`/F0#",
                        "precinct git exported " + commit + " `src/F699.java`/F699#run699().");
    }

    @Test
    void anEarlierCommitIsExportedOnceItIsParsed() {
        String target = "/repos/exported/export?ref=" + first;
        Eventually.until(
                () -> "the first commit is parsed: " + http.get(target).text(),
                () -> http.get(target).status() == 200);
        assertThat(http.get(target).text().lines()).hasSize(2 * FILES + 1);
        String annotations = target + "&format=annotations";
        Eventually.until(
                () -> "annotations of the first commit are known: "
                        + http.get(annotations).text(),
                () -> http.get(annotations).status() == 200);
        assertThat(http.get(annotations).text().lines()).hasSize(FILES);
    }

    @Test
    void aBrowserGetsADownload() {
        Http.Answer answer = http.get("/repos/exported/export?format=scip", "Accept", "text/html,*/*;q=0.8");
        assertThat(answer.header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(answer.header("Content-Disposition")).isEqualTo("attachment; filename=\"index.scip\"");
    }
}
