package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.ExpectedAnnotation;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Annotations as clients find them: in all languages the code they belong to, ids as people end them, patterns. */
@Timeout(120)
class SourceAnnotationsTest {
    private static final Path SAMPLES = Path.of("../grammars/src/test/resources/samples");

    /** Languages whose files do not end with their names. */
    private static final Map<String, String> ENDINGS = Map.ofEntries(
            Map.entry("bash", "sh"),
            Map.entry("c_sharp", "cs"),
            Map.entry("javascript", "js"),
            Map.entry("kotlin", "kt"),
            Map.entry("python", "py"),
            Map.entry("ruby", "rb"),
            Map.entry("rust", "rs"),
            Map.entry("typescript", "ts"));

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() throws IOException {
        GitFolder languages = GitFolder.init(folder.resolve("languages"));
        for (String language : languages()) {
            languages.write(file(language), sample(language));
        }
        languages.commit("first");
        GitFolder.init(folder.resolve("ids")).write("Ids.java", """
                        /** **@req:A-1**, `@req:A-1.2`: <b>@test:A-1</b> [@todo:B-1]; "@req:B-2"! {@link @see:x[a-z]y}? */
                        class Ids {}
                        """).commit("first");
        service = SHARED.get();
        SharedService.serve(
                service,
                "languages: {url: " + folder.resolve("languages") + ", refresh: 0}",
                "ids: {url: " + folder.resolve("ids") + ", refresh: 0}");
        http = service.http;
        for (String name : List.of("languages", "ids")) {
            Eventually.until(
                    () -> name + " is served: " + http.get("/repos").text() + service.server.transcript(),
                    () -> http.get("/repos/" + name + "/tree").status() == 200);
            service.awaitParsed(name);
        }
    }

    private static List<String> languages() throws IOException {
        try (Stream<Path> all = Files.list(SAMPLES)) {
            return all.map(sample -> sample.getFileName().toString()).sorted().toList();
        }
    }

    private static String sample(String language) throws IOException {
        return Files.readString(SAMPLES.resolve(language).resolve("annotations.txt"));
    }

    private static String file(String language) {
        return "annotations." + ENDINGS.getOrDefault(language, language);
    }

    private static List<Map<String, Object>> found(String target) {
        var answer = http.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        var items = new ArrayList<Map<String, Object>>();
        for (Object item : (List<?>) answer.json().get("items")) {
            var members = new HashMap<String, Object>();
            ((Map<?, ?>) item).forEach((name, value) -> members.put(String.valueOf(name), value));
            items.add(members);
        }
        return items;
    }

    private static String id(Map<String, Object> item) {
        var mark = (Map<?, ?>) item.get("annotation");
        return mark.get("tag") + ":" + mark.get("id");
    }

    @Test
    void everyCommentOfEveryLanguageBelongsToTheCodeThatItsSampleSays() throws IOException {
        for (String language : languages()) {
            var items = new HashMap<String, Map<String, Object>>();
            found("/repos/languages/annotations?pattern=@req:*&context=0&limit=1000&path=" + file(language))
                    .forEach(item -> items.put(id(item), item));
            List<ExpectedAnnotation> expected = ExpectedAnnotation.in(sample(language));
            assertThat(expected).as(language).hasSizeGreaterThan(10);
            for (ExpectedAnnotation each : expected) {
                Map<String, Object> item = items.remove("req:" + each.id());
                assertThat(
                                item == null
                                        ? each.wrongAsNothing()
                                        : each.wrong(
                                                String.valueOf(item.get("association")),
                                                String.valueOf(item.get("kind")),
                                                (String) item.get("name_path"),
                                                String.valueOf(item.get("text"))))
                        .as(language)
                        .isNull();
            }
            assertThat(items).as(language).isEmpty();
        }
    }

    @Test
    void idsEndWherePeopleEndThemAndAStarStandsForATagOrAnId() {
        assertThat(found("/repos/ids/annotations?pattern=@*:*").stream().map(SourceAnnotationsTest::id))
                .containsExactly("req:A-1", "req:A-1.2", "test:A-1", "todo:B-1", "req:B-2", "see:x[a-z]y");
        assertThat(found("/annotations?pattern=@*:A-1").stream().map(SourceAnnotationsTest::id))
                .containsExactly("req:A-1", "test:A-1");
        assertThat(found("/annotations?pattern=@t*:*&path=Ids.java").stream().map(SourceAnnotationsTest::id))
                .containsExactly("test:A-1", "todo:B-1");
        assertThat(http.post(
                                "/traces/resolve",
                                "{\"traces\": [{\"repo\": \"ids\", \"query\": {\"annotation\": \"@*:B-2\"}}]}")
                        .text())
                .contains("\"status\":\"ok\"", "\"id\":\"B-2\"");
        assertThat(http.get("/traces/coverage?repo=ids&tag=*").text())
                .contains("\"pattern\":\"@*:*\"", "{\"requirements\":5,\"covered\":5,\"places\":6");
        assertThat(http.get("/repos/ids/annotations?pattern=@:A-1").status()).isEqualTo(400);
    }
}
