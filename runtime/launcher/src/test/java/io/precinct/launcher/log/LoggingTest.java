package io.precinct.launcher.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import io.precinct.testing.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;

class LoggingTest {
    private static final Logger LOG = LoggerFactory.getLogger("org.example.Plugin");
    private static final Logger ACCESS = LoggerFactory.getLogger("precinct.access");
    private static final Logging.Bounds SMALL = new Logging.Bounds("2KB", 3, "1GB");

    @TempDir
    private Path temporary;

    private final PrintStream usualErr = System.err;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void watchStderr() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveStderrBack() {
        System.setErr(usualErr);
    }

    private static List<Map<?, ?>> entries(Path file) throws IOException, MalformedJson {
        List<Map<?, ?>> entries = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            entries.add((Map<?, ?>) Json.read(line));
        }
        return entries;
    }

    private static List<Path> rolled(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("precinct\\..*\\d\\.log.*"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anEntryIsALineOfJsonWhateverItHolds() throws Exception {
        try (Logging logging = Logging.toFolder(temporary.resolve("lo%d(gs"));
                var mdc = MDC.putCloseable("traceparent", "00-1-2-01")) {
            LOG.atInfo()
                    .addKeyValue("route", "echo")
                    .addKeyValue("status", 200)
                    .log("two\nlines and \"quotes\" of {}", "ü");
            LOG.error("failed", new IllegalStateException("why", new IOException("because")));
        }

        List<Map<?, ?>> entries = entries(temporary.resolve("lo%d(gs/precinct.log"));
        assertThat(entries).hasSize(2);
        Map<?, ?> first = entries.getFirst();
        assertThat(first.get("level")).isEqualTo("INFO");
        assertThat(first.get("logger")).isEqualTo("org.example.Plugin");
        assertThat(first.get("message")).isEqualTo("two\nlines and \"quotes\" of ü");
        assertThat(first.get("fields")).isEqualTo(Map.of("traceparent", "00-1-2-01", "route", "echo", "status", 200));
        assertThat(String.valueOf(entries.get(1).get("error")))
                .contains("java.lang.IllegalStateException: why", "Caused by: java.io.IOException: because");
    }

    @Test
    void stderrShowsWarningsInOneLineEachAndNothingBelow() throws Exception {
        try (Logging logging = Logging.toFolder(temporary)) {
            LOG.info("not worth a line");
            LOG.warn("a colour \u001b[31m and a\nline", new IOException("because"));
        }

        assertThat(err.toString(StandardCharsets.UTF_8))
                .matches("\\d\\d:\\d\\d:\\d\\d WARN org.example.Plugin: a colour \\?\\[31m and a\\?line"
                        + " \\[java.io.IOException: because]\n");
    }

    @Test
    void stderrShowsHowFarLongWorkIs() throws Exception {
        try (Logging logging = Logging.toFolder(temporary)) {
            LOG.info(MarkerFactory.getMarker("progress"), "parsed {} files, {} left", 64, 2);
        }

        assertThat(err.toString(StandardCharsets.UTF_8))
                .endsWith(" INFO org.example.Plugin: parsed 64 files, 2 left\n");
        assertThat(temporary.resolve("precinct.log")).content().contains("parsed 64 files");
    }

    @Test
    void requestsHaveAFileOfTheirOwnAndNobodyCanForgeALine() throws Exception {
        try (Logging logging = Logging.toFolder(temporary)) {
            ACCESS.info("127.0.0.1 \"GET /a\r\nforged\" 200");
            ACCESS.atInfo()
                    .addKeyValue("path", "/b\n")
                    .addKeyValue("status", 404)
                    .log("");
        }

        assertThat(temporary.resolve("precinct.log")).isEmptyFile();
        List<String> lines = Files.readAllLines(temporary.resolve("access.log"));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).isEqualTo("127.0.0.1 \"GET /a??forged\" 200");
        assertThat(lines.get(1)).contains("\"path\":\"/b\\n\",\"status\":404}").startsWith("{\"time\":\"");
    }

    @Test
    void filesAreRolledAtTheirSizeAndCompressed() throws Exception {
        Path folder = temporary.resolve("100%d (or more)");
        try (Logging logging = Logging.toFolder(folder, SMALL, SMALL)) {
            logEntries(100);
        }

        // Files are compressed in the background.
        Eventually.until(
                () -> "more than three files, all compressed: " + rolled(folder),
                () -> rolled(folder).size() > 3
                        && rolled(folder).stream()
                                .allMatch(file -> file.toString().endsWith(".gz")));
        assertThat(Files.size(folder.resolve("precinct.log"))).isLessThan(4096);
    }

    @Test
    void whatAKilledProcessLeftUncompressedIsCompressedByTheNext() throws Exception {
        Path plain = Files.writeString(temporary.resolve("access.2026-01-02.3.log"), "one\ntwo\n");
        Files.writeString(temporary.resolve("access.2026-01-02.3.log.gz"), "half of it");
        Files.writeString(temporary.resolve("access.log"), "still in use\n");

        try (Logging logging = Logging.toFolder(temporary)) {
            Eventually.until("the uncompressed file is gone", () -> !Files.exists(plain));
        }

        try (var unzipped =
                new GZIPInputStream(Files.newInputStream(temporary.resolve("access.2026-01-02.3.log.gz")))) {
            assertThat(new String(unzipped.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("one\ntwo\n");
        }
        assertThat(temporary.resolve("access.log")).hasContent("still in use");
    }

    @Test
    void aRequestKeepsWhateverItsPathHolds() throws Exception {
        try (Logging logging = Logging.toFolder(temporary)) {
            for (String path : List.of("/a", "/\"b\\", "/ü\u2028", "/\u007f\u0000")) {
                ACCESS.atInfo()
                        .addKeyValue("path", path)
                        .addKeyValue("route", (Object) null)
                        .addKeyValue("bytes", 12L)
                        .addKeyValue("kept", true)
                        .log("request");
            }
        }

        List<Map<?, ?>> entries = entries(temporary.resolve("access.log"));
        assertThat(entries)
                .extracting(entry -> String.valueOf(entry.get("path")))
                .containsExactly("/a", "/\"b\\", "/ü\u2028", "/\u007f\u0000");
        Map<?, ?> first = entries.getFirst();
        assertThat(first.containsKey("route")).isTrue();
        assertThat(first.get("route")).isNull();
        assertThat(first.get("bytes")).isEqualTo(12);
        assertThat(first.get("kept")).isEqualTo(true);
        assertThat(Instant.parse(String.valueOf(entries.getFirst().get("time"))))
                .isBetween(Instant.now().minusSeconds(600), Instant.now());
    }

    @Test
    void allFilesTogetherHaveABound() throws Exception {
        var bounds = new Logging.Bounds("2KB", 3, "1KB");
        try (Logging logging = Logging.toFolder(temporary, bounds, bounds)) {
            logEntries(1000);
            Eventually.until(() -> "all compressed, and small: " + rolled(temporary), () -> {
                List<Path> rolled = rolled(temporary);
                // None is there for a moment while the oldest are deleted and the newest is still being compressed.
                if (rolled.isEmpty()
                        || !rolled.stream().allMatch(file -> file.toString().endsWith(".gz"))) {
                    return false;
                }
                if (rolled.stream().mapToLong(file -> file.toFile().length()).sum() < 4096) {
                    return true;
                }
                // Files are deleted when one is rolled. Those whose compression ended later go with the next.
                logEntries(30);
                return false;
            });
        }
    }

    private static void logEntries(int count) {
        for (int i = 0; i < count; i++) {
            LOG.info("entry {} {}", i, "x".repeat(50));
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsAFailure() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> Logging.toFolder(file.resolve("logs")))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("cannot write logs to " + file.resolve("logs"));
    }
}
