package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests the search for texts before, while and after they are indexed. */
@Timeout(120)
class SourceSearchTest {
    private static final int FILES = 400;

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    /** When there was nothing to index yet, to the second of file times. */
    private static final Instant BEGAN = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    private static GitFolder many;
    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        many = GitFolder.init(folder.resolve("many"));
        for (int i = 0; i < FILES; i++) {
            many.write(
                    String.format("src/F%03d.java", i),
                    "class F" + i + " {\n    // file number " + i + "\n    int number = " + i + ";\n}\n");
        }
        many.write("notes.md", "The class F7 declares nothing.\n").commit("first");
        GitFolder.init(folder.resolve("few"))
                .write("Größe.txt", "Straße\r\nSTRASSE\r\n")
                .commit("first");
        service = SHARED.get();
        SharedService.serve(service, repository("many"), repository("few"));
        http = service.http;
        service.awaitParsed("many");
        service.awaitParsed("few");
    }

    private static String repository(String name) {
        return name + ": {url: " + folder.resolve(name) + ", refresh: 0}";
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(Http.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.json().get("items");
    }

    private static List<String> found(String target) {
        var found = new ArrayList<String>();
        String cursor = "";
        do {
            Http.Answer page = http.get(target + cursor);
            items(page).forEach(item -> found.add(item.get("repo") + "/" + item.get("path") + ":" + item.get("line")));
            Object next = page.json().get("next_cursor");
            cursor = next == null ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void linesAreFoundByTextAndByExpression() {
        assertThat(found("/search?q=file+number&limit=70")).hasSize(FILES).doesNotHaveDuplicates();
        assertThat(found("/repos/many/search?q=" + encoded("= 7;"))).containsExactly("many/src/F007.java:3");
        assertThat(found("/search?q=" + encoded("= 1\\d7;$") + "&regex=true&path=" + encoded("src/F1*")))
                .hasSize(10)
                .first()
                .isEqualTo("many/src/F107.java:3");
        assertThat(found("/search?q=" + encoded("strAßE") + "&case=no")).containsExactly("few/Größe.txt:1");
        assertThat(found("/search?q=F7&word=true")).containsExactly("many/src/F007.java:1", "many/notes.md:1");
        assertThat(found("/search?q=F7&word=true&lang=java&repo=m*")).containsExactly("many/src/F007.java:1");
        assertThat(found("/search?q=absent")).isEmpty();
    }

    @Test
    void whatIsCommittedIsFoundAndWhatIsGoneIsNot() {
        GitFolder moving = GitFolder.init(folder.resolve("searched")).write("a.txt", "old words\n");
        moving.commit("first");
        SharedService.serve(service, repository("many"), repository("few"), repository("searched"));
        Eventually.until(
                () -> "the repository is searched",
                () -> http.get("/repos/searched/search?q=old").status() == 200);
        assertThat(found("/search?q=words&repo=searched")).containsExactly("searched/a.txt:1");
        Object before = http.get("/repos/searched/search?q=old").json().get("commit");
        moving.write("a.txt", "new words\n").write("b.txt", "more words\n").commit("second");
        assertThat(http.post("/repos/searched/refresh?wait=true", "").status()).isEqualTo(200);
        assertThat(found("/search?q=words&repo=searched")).containsExactly("searched/a.txt:1", "searched/b.txt:1");
        assertThat(found("/search?q=old+words")).isEmpty();
        assertThat(found("/repos/searched/search?q=old+words&ref=" + before)).containsExactly("searched/a.txt:1");
    }

    @Test
    void identifiersAreFoundInCodeOnly() {
        List<Map<String, Object>> found = items(http.get("/references?name=F7&context=0"));
        assertThat(found)
                .singleElement()
                .satisfies(item -> assertThat(item)
                        .containsEntry("repo", "many")
                        .containsEntry("path", "src/F007.java")
                        .containsEntry("declaration", true));
        assertThat(items(http.get("/repos/many/references?name=number&path=src/F007.java")))
                .singleElement()
                .satisfies(item -> assertThat(item).containsEntry("container", "F7"));
        String page = http.get("/repos/many/references?name=F7", "Accept", "text/html")
                .text();
        assertThat(page)
                .contains("<mark>F7</mark>", "<small>declared in</small> F007.java</h2>", "aria-label=\"Repository\"");
    }

    @Test
    void aPageShowsWhatAProgramGets() {
        Http.Answer page = http.get("/search?q=" + encoded("number = 42"), "Accept", "text/html");
        assertThat(page.text()).contains("<mark>number = 42</mark>", "many / src/F042.java");
        Http.Answer again = http.get("/search?q=absent");
        assertThat(http.get("/search?q=absent", "If-None-Match", String.valueOf(again.header("ETag")))
                        .status())
                .isEqualTo(304);
    }

    @Test
    void theIndexLiesInTheCache() {
        Eventually.until(() -> "the index is written", () -> {
            try (Stream<Path> files = Files.list(service.data.resolve("source/cache/texts"))) {
                return files.anyMatch(file ->
                        file.toString().endsWith(".fdt") && !modified(file).isBefore(BEGAN));
            } catch (IOException | UncheckedIOException e) {
                return false;
            }
        });
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
