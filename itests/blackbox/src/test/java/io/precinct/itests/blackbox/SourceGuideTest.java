package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code docs/source.md} in front of an instance that serves Precinct itself: each row of its table answers
 * with the first status it names, each block prints what stands below it, and the table names what the service serves.
 */
@Timeout(180)
class SourceGuideTest {
    private static final Path GUIDE = Path.of(System.getProperty("precinct.root"), "docs/source.md");

    @TempDir
    private static Path folder;

    private static Service service;
    private static GuideWalk walk;

    @BeforeAll
    static void follow() throws IOException {
        Path checkout = folder.resolve("checkout");
        GitFolder.ofCheckout(
                checkout, "LICENSE", "bundles/api/src/main", "bundles/boundaries/verify-route/src/main", "docs");
        service = Service.withSource(folder, "repos: {precinct: {url: ../checkout}}\n");
        walk = new GuideWalk(GUIDE, service, folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @TestFactory
    List<DynamicTest> every_row_answers_with_its_status() {
        assertThat(walk.rows()).hasSizeGreaterThan(15);
        return walk.rows();
    }

    @TestFactory
    List<DynamicTest> every_block_prints_what_stands_below_it() {
        assertThat(walk.blocks()).hasSizeGreaterThanOrEqualTo(6);
        return walk.blocks();
    }

    @Test
    void the_five_curls_of_the_readme_print_what_stands_below_them() throws IOException {
        List<Block> blocks =
                GuideDocument.read(GUIDE.resolveSibling("../README.md")).blocks();
        Block curls = blocks.stream()
                .filter(block -> block.text().contains("/repos/precinct"))
                .findFirst()
                .orElseThrow();
        Block shown = blocks.get(blocks.indexOf(curls) + 1);
        Path terminal = Files.createDirectories(folder.resolve("readme"));
        GuideCurl.where(terminal);
        String here = curls.text()
                .replace(
                        "http://127.0.0.1:3000",
                        "http://" + service.server.url().getAuthority());

        GuideShell.Result result = GuideShell.execute(
                terminal,
                Map.of("PATH", terminal + ":" + System.getenv("PATH"), "JAVA_HOME", System.getProperty("java.home")),
                List.of("sh", "-c", here));

        assertThat(shown.describes(result.out()))
                .as("expected%n%sprinted%n%s", shown.text(), result)
                .isTrue();
    }

    @Test
    void the_table_names_every_endpoint_once() {
        List<String> roots = List.of("/repos", "/symbols", "/annotations", "/query", "/traces");

        assertThat(walk.named())
                .containsExactlyElementsOf(GuideWalk.served(
                        service, path -> roots.stream().anyMatch(root -> (path + "/").startsWith(root + "/"))));
    }
}
