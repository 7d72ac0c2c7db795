package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/tools.md exactly as written. */
@Timeout(240)
class ToolsGuideTest {
    private static final Pattern CALL = Pattern.compile("\\bcall ([a-z]+) ");
    private static final Pattern NAME = Pattern.compile("\"name\":\"([a-z]+)\"");

    @TempDir
    private Path folder;

    private static final GuideDocument GUIDE = guide();

    private static GuideDocument guide() {
        try {
            return GuideDocument.read(Path.of(System.getProperty("precinct.root"), "docs", "tools.md"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void everyToolHasAnExampleThatWorks() throws IOException {
        GitFolder.ofCheckout(folder.resolve("checkout"), "LICENSE", "bundles/domains/tools/service/src/main");
        String commands = GUIDE.in("sh").stream().map(Block::text).collect(Collectors.joining());
        Service.initializeDatabase(folder);
        Service.write(folder.resolve("config/source.yml"), "repos: {precinct: {url: ../checkout}}\n");
        try (var service =
                Service.on(folder, "service: tools\n", "--features", "framework,cases,source,dependencies,tools")) {
            Eventually.until(
                    "the cases serve", () -> service.http.get("/api/tasks").status() == 200);
            Eventually.until(
                    "the checkout is read",
                    () -> service.http.get("/ready/source").status() == 200);
            Path terminal = Files.createDirectories(folder.resolve("terminal"));
            GuideCurl.where(terminal);

            GuideShell.Result result = GuideShell.execute(
                    terminal,
                    Map.of("PATH", terminal + ":" + System.getenv("PATH")),
                    List.of(
                            "sh",
                            "-c",
                            commands.replace(
                                    "127.0.0.1:3000", service.server.url().getAuthority())));

            assertThat(result.exit()).as(result::toString).isZero();
            List<String> lines = result.out().lines().toList();
            assertThat(lines.subList(1, lines.size()))
                    .as("what a variable takes is not printed")
                    .hasSize((int) CALL.matcher(commands).results().count() - 1)
                    .allSatisfy(answer -> assertThat(answer).contains("\"isError\":false"));
            assertThat(names(CALL, commands)).containsExactlyInAnyOrderElementsOf(names(NAME, lines.getFirst()));
            assertThat(result.out()).contains("Since the new driver.", "Old driver", "class McpEndpoint");
        }
    }

    private static List<String> names(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().map(found -> found.group(1)).distinct().toList();
    }

    @Test
    void whatIsPastedIntoClientsIsJson() {
        assertThat(GUIDE.in("json"))
                .hasSizeGreaterThan(1)
                .allSatisfy(block -> assertThat(Http.json(block.text())).isInstanceOf(Map.class));
    }
}
