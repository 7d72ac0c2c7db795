package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a shipped grammar, a bundle without code, is replaced, refused, rolled back, disabled and enabled like any
 * plug-in while live source serves.
 */
@Timeout(240)
class ShippedGrammarTest {
    private static final String BUNDLE = "io.precinct.grammar.java";
    private static final String SETTINGS = "grammars/java/grammar.json";
    private static final String SYMBOLS = "/repos/shop/symbols?name=total";

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() throws IOException {
        GitFolder.init(folder.resolve("work"))
                .write("src/Shop.java", "class Shop { int total() { return 0; } }\n")
                .commit("a shop");
        service = Service.withSource(folder.resolve("home"), "repos:\n  shop: {url: ../../work, refresh: 0}\n");
        awaitKind("method");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void awaitKind(String kind) {
        Eventually.until(
                () -> "total is a " + kind + ": " + service.http.get(SYMBOLS).text() + service.server.transcript(),
                () -> service.http.get(SYMBOLS).text().contains("\"kind\":\"" + kind + "\""));
    }

    /** The shipped jar, with a replacement in one of its texts. */
    private static Path jar(String entry, String what, String by) throws IOException {
        try (Stream<Path> bundles = Files.list(Distribution.built().home().resolve("bundles"))) {
            Path shipped = bundles.filter(
                            file -> file.getFileName().toString().matches("precinct-grammars-.*-java\\.jar"))
                    .findFirst()
                    .orElseThrow();
            var bytes = new ByteArrayOutputStream();
            try (var jar = new JarFile(shipped.toFile());
                    var out = new JarOutputStream(bytes)) {
                for (JarEntry each : Collections.list(jar.entries())) {
                    byte[] content = jar.getInputStream(each).readAllBytes();
                    if (each.getName().equals(entry)) {
                        String text = new String(content, StandardCharsets.UTF_8);
                        assertThat(text).contains(what);
                        content = text.replace(what, by).getBytes(StandardCharsets.UTF_8);
                    }
                    out.putNextEntry(new JarEntry(each.getName()));
                    out.write(content);
                    out.closeEntry();
                }
            }
            return Files.write(folder.resolve("java.jar"), bytes.toByteArray());
        }
    }

    private static ServerProcess precinct(String command, String argument) {
        ServerProcess process = ServerProcess.launch(
                Distribution.built().command(command, argument, "--data", service.data.toString()), Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    private static void succeeds(String command, String argument) {
        ServerProcess process = precinct(command, argument);
        assertThat(process.process().exitValue()).as(process.transcript()).isZero();
    }

    private static void isRefused(Path jar, String... reasons) {
        ServerProcess process = precinct("deploy", jar.toString());
        assertThat(process.process().exitValue()).as(process.transcript()).isNotZero();
        assertThat(process.transcript()).contains(reasons);
        assertThat(service.http.get(SYMBOLS).text()).contains("\"kind\":\"method\"");
    }

    @Test
    void itIsReplacedRolledBackDisabledAndEnabled() throws IOException {
        succeeds(
                "deploy",
                jar("grammars/java/symbols.scm", "@definition.method", "@definition.function")
                        .toString());
        awaitKind("function");
        assertThat(service.http.get("/inspect/bundles").text()).contains(BUNDLE, "grammar java");

        succeeds("rollback", BUNDLE);
        awaitKind("method");

        succeeds("disable", BUNDLE);
        Eventually.until(
                () -> "java is gone: " + service.http.get("/repos").text(),
                () -> !service.http.get("/repos").text().contains("\"java\""));
        succeeds("enable", BUNDLE);
        awaitKind("method");
    }

    @Test
    void brokenSettingsAndQueriesAreRefusedWithTheirPlace() throws IOException {
        isRefused(
                jar(SETTINGS, "\"files\"", "\"file\""),
                SETTINGS + ": there is no key file; the keys are name, files, kinds",
                SETTINGS + ": files takes a list of texts, got nothing");
        isRefused(jar(SETTINGS, "\"name\"", "\"name"), SETTINGS + ":2:");
        isRefused(
                jar("grammars/java/symbols.scm", "class_declaration", "clas_declaration"),
                "query for symbols is wrong");
    }
}
