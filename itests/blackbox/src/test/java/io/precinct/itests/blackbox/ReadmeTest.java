package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import io.precinct.itests.support.Http;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the README's curls answer as printed; {@code {…}} stands for a seal, and {@code …} in the tour for
 * anything.
 */
class ReadmeTest {
    private static final Path README = Path.of(System.getProperty("precinct.root"), "README.md");
    private static final Pattern EXAMPLE = Pattern.compile("```sh\\ncurl (.*)\\n```\\n```json\\n(.*)\\n```");
    private static final Pattern HEADER = Pattern.compile("-H '([^:]+): ([^']*)'");
    private static final Pattern TARGET = Pattern.compile("http://127\\.0\\.0\\.1:3000(\\S+)");

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.onDefaults(folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @TestFactory
    List<DynamicTest> everyCurlAnswersAsPrinted() throws Exception {
        String readme = Files.readString(README);
        var examples = EXAMPLE.matcher(readme);
        Map<String, String> printed = new LinkedHashMap<>();
        Map<String, String> answered = new LinkedHashMap<>();
        while (examples.find()) {
            printed.put(examples.group(1), examples.group(2));
            answered.put(examples.group(1), answer(service.http, examples.group(1)));
        }
        assertThat(printed).hasSizeGreaterThanOrEqualTo(4);
        return printed.keySet().stream()
                .map(curl -> DynamicTest.dynamicTest(
                        curl, () -> assertThat(unsealed(answered.get(curl))).isEqualTo(unsealed(printed.get(curl)))))
                .toList();
    }

    /** Routes and boundaries that nobody uses have no figures, for which scrapers would pay. */
    @Test
    void thePageOfMetricsIsSmall() {
        assertThat(service.http.get("/metrics").ok().text().length()).isBetween(10_000, 150_000);
    }

    @Test
    void theTourOfTheCasesPrintsWhatStandsBelowIt() throws Exception {
        List<Block> blocks = GuideDocument.read(README).blocks();
        Block tour = blocks.stream()
                .filter(block -> block.text().contains("/api/tasks"))
                .findFirst()
                .orElseThrow();
        Block shown = blocks.get(blocks.indexOf(tour) + 1);
        Path bin = Files.createDirectories(folder.resolve("bin"));
        GuideCurl.where(bin);
        var environment =
                Map.of("PATH", bin + ":" + System.getenv("PATH"), "JAVA_HOME", System.getProperty("java.home"));
        String here = tour.text()
                .replace(
                        "http://127.0.0.1:3000",
                        "http://" + service.server.url().getAuthority());

        GuideShell.Result result = GuideShell.execute(folder, environment, List.of("sh", "-c", here));

        assertThat(shown.describes(result.out()))
                .as("expected%n%sprinted%n%s", shown.text(), result)
                .isTrue();
    }

    private static String answer(Http http, String curl) {
        var target = TARGET.matcher(curl);
        assertThat(target.find()).isTrue();
        List<String> headers = new ArrayList<>();
        var header = HEADER.matcher(curl);
        while (header.find()) {
            headers.add(header.group(1));
            headers.add(header.group(2));
        }
        return http.get(target.group(1), headers.toArray(String[]::new)).text();
    }

    private static String unsealed(String json) {
        return json.replaceAll("\"_seal\":\\{[^}]*}", "\"_seal\":{}");
    }
}
