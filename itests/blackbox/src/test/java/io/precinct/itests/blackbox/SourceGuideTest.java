package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.GuideDocument.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs the commands of {@code docs/source.md} against an instance that serves Precinct's own source. */
class SourceGuideTest extends GuideTest {
    SourceGuideTest() {
        super(
                "source.md",
                23,
                12,
                List.of(
                        "/repos",
                        "/references",
                        "/search",
                        "/symbols",
                        "/annotations",
                        "/query",
                        "/traces",
                        "/compare"));
    }

    @Override
    Service serve(Path below) {
        GitFolder.ofCheckout(
                below.resolve("checkout"),
                "LICENSE",
                "bundles/api/src/main",
                "bundles/boundaries/verify-route/src/main",
                "config",
                "docs");
        return Service.withConfiguration(
                below,
                "repos: {precinct: {url: ../checkout},"
                        + " parameters: {provider: yaml, url: ../checkout/config/parameters.yaml}}\n");
    }

    @Test
    void theFiveCurlsOfTheReadmePrintWhatStandsBelowThem() throws IOException {
        List<Block> blocks =
                GuideDocument.read(guide.resolveSibling("../README.md")).blocks();
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
}
