package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests live source while a repository of several thousand files is parsed for the first time. */
// @req:source-parsing
@Timeout(240)
class SourceParsingTest {
    private static final int FILES = 3000;
    private static final String LARGE = "/repos/large/symbols?name=only&limit=1000&context=0";
    private static final String SMALL = "/repos/small/symbols?name=stable";

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        GitFolder small = GitFolder.init(folder.resolve("small")).write("a.py", "# @req:S-1\ndef stable(): pass\n");
        small.commit("first");
        GitFolder large = GitFolder.init(folder.resolve("large"));
        var more = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            more.append("    int more")
                    .append(i)
                    .append("(int a) { return a + ")
                    .append(i)
                    .append("; }\n");
        }
        for (int i = 0; i < FILES; i++) {
            large.write(
                    String.format("src/p%02d/F%04d.java", i / 100, i),
                    "class F" + i + " {\n    // @req:L-" + i + "\n    void only() {}\n" + more + "}\n");
        }
        large.commit("first");
        service = Service.withSource(folder, "repos: {small: {url: ../small, refresh: 0}}\n");
        http = service.http;
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> list(Http.Answer answer, String member) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.json().get(member);
    }

    private static @Nullable Object parsing(String repository) {
        return list(http.get("/repos"), "items").stream()
                .filter(one -> one.get("name").equals(repository))
                .findFirst()
                .map(one -> one.get("parsing"))
                .orElse(null);
    }

    private static boolean isWhole(Http.Answer answer) {
        return answer.status() == 200 && Boolean.FALSE.equals(answer.json().get("truncated"));
    }

    /** The kinds of answers that were seen at least once while the large repository was being parsed. */
    private final Set<String> seen = new TreeSet<>();

    private @Nullable String partialTag;

    /** Requests the content of the large repository, and notes a partial answer. */
    private Http.Answer large() {
        Http.Answer answer = http.get(LARGE);
        if (answer.status() == 200 && "parsing".equals(answer.json().get("truncated_by"))) {
            assertThat((Map<?, ?>) answer.json().get("progress"))
                    .extracting("total")
                    .isEqualTo(FILES);
            partialTag = answer.header("ETag");
            seen.add("a partial answer");
        }
        return answer;
    }

    /** Notes what the answers show at this moment. Returns whether the large repository is parsed. */
    private boolean look() {
        large();
        if (String.valueOf(parsing("large")).contains("total=" + FILES)) {
            seen.add("progress in the list of repositories");
        }
        large();
        if (http.get("/ready/source").text().contains(" of " + FILES + " files")) {
            seen.add("progress in readiness");
        }
        large();
        if (http.get("/annotations?pattern=@req:S-*").text().contains("\"reason\":\"parsing\"")) {
            seen.add("a skipped repository");
        }
        if (seen.contains("the small repository")) {
            assertThat(isWhole(http.get(SMALL))).isTrue();
        } else if (isWhole(http.get(SMALL))) {
            seen.add("the small repository");
        }
        // Without the grammar of Java, which may be started last, there is nothing to parse.
        Http.Answer answer = large();
        return isWhole(answer) && !list(answer, "items").isEmpty();
    }

    @Test
    void aFirstParseBlocksNobody() {
        service.awaitParsed("small");
        // The large repository is added while the test polls for it, so that no part of its parse is missed.
        Service.write(
                service.config.resolve("source.yml"),
                "repos: {small: {url: ../small, refresh: 0}, large: {url: ../large, refresh: 0}}\n");
        Eventually.until(
                () -> "the large repository is parsed: " + seen + service.server.transcript(),
                () -> look() && seen.contains("the small repository"));
        assertThat(seen)
                .containsExactly(
                        "a partial answer",
                        "a skipped repository",
                        "progress in readiness",
                        "progress in the list of repositories",
                        "the small repository");
        assertThat(list(http.get("/traces/coverage?tag=req&path=a.py"), "requirements"))
                .extracting(one -> one.get("id"))
                .containsExactly("S-1");

        List<String> paths = new ArrayList<>();
        String cursor = "";
        do {
            Http.Answer page = http.get(LARGE + cursor);
            assertThat(isWhole(page)).as(page.json().get("truncated_by") + "").isTrue();
            list(page, "items").forEach(item -> paths.add(String.valueOf(item.get("path"))));
            cursor = page.json().get("next_cursor") == null
                    ? ""
                    : "&cursor=" + page.json().get("next_cursor");
        } while (!cursor.isEmpty());
        assertThat(paths).hasSize(FILES).isSorted().doesNotHaveDuplicates();
        assertThat(http.get(LARGE, "If-None-Match", String.valueOf(partialTag)).status())
                .isEqualTo(200);
        assertThat(list(http.get("/annotations?pattern=@req:L-7"), "skipped")).isEmpty();
        assertThat(figures("precinct_boundary_refused", "precinct_boundary_overstays", "precinct_boundary_open"))
                .as("what bulkheads and breakers did")
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).endsWith(" 0"));
    }

    /** The lines of these metrics. */
    private static List<String> figures(String... names) {
        return http.get("/metrics")
                .text()
                .lines()
                .filter(line -> Stream.of(names).anyMatch(line::startsWith))
                .toList();
    }
}
