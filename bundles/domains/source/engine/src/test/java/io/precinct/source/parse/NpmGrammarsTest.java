package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NpmGrammarsTest {
    private static final String PREBUILT = "prebuilds/" + Library.platform() + "/tree-sitter-java.node";
    private static final String DESCRIPTION = """
            {"grammars": [{"name": "java", "file-types": ["java", "Javafile"], "highlights": "queries/highlights.scm",
              "tags": ["queries/tags.scm"], "metadata": {"version": "1.2.3"}}]}
            """;

    @TempDir
    Path folder;

    private final Map<String, byte[]> served = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private Workers workers;

    @BeforeEach
    void open() throws IOException {
        Grammars.install(folder);
        workers = new Workers(folder.resolve("workers"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/npm/", exchange -> {
            requests.incrementAndGet();
            byte[] body = served.get(exchange.getRequestURI().getRawPath().substring("/npm/".length()));
            exchange.sendResponseHeaders(body == null ? 404 : 200, body == null ? -1 : body.length);
            if (body != null) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        workers.close();
    }

    @Test
    void aGrammarIsFetchedTriedPinnedAndFoundAgainWithoutANetwork() throws Exception {
        publish("@tree-sitter-grammars/tree-sitter-java", files(Grammars.JAVA));
        FetchedGrammar fetched = grammars().fetch("java");
        Language language = fetched.language();
        assertThat(language.files()).containsExactly("*.java", "*.Javafile", "Javafile");
        assertThat(language.symbols()).contains("@definition.class");
        assertThat(language.highlights()).contains("@keyword");
        assertThat(language.comments().types()).containsExactly("block_comment", "line_comment");
        assertThat(fetched.abi()).isEqualTo(14);
        assertThat(fetched.from()).isEqualTo("@tree-sitter-grammars/tree-sitter-java 1.2.3");
        assertThat(folder.resolve("grammars.lock"))
                .content()
                .contains("java @tree-sitter-grammars/tree-sitter-java 1.2.3 sha512-");

        int before = requests.get();
        assertThat(grammars().cached("java")).contains(fetched);
        assertThat(requests.get()).isEqualTo(before);
        try (var files = Files.list(folder.resolve("grammars"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("java");
        }
    }

    @Test
    void anotherContentThanThePinnedOneIsRefused() throws Exception {
        publish("tree-sitter-java", files(Grammars.JAVA));
        grammars().fetch("java");
        served.put("tree-sitter-java.tgz", tarball(Map.of("package.json", new byte[] {'{', '}'})));
        delete();
        assertThat(grammars().cached("java")).isEmpty();
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOf(LanguageUnusable.class)
                .hasMessageContaining("is not what was pinned")
                .hasMessageContaining("tree-sitter-java 1.2.3");
    }

    @Test
    void aNewerVersionIsNotTakenWhileAnotherIsPinned() throws Exception {
        publish("tree-sitter-java", files(Grammars.JAVA));
        FetchedGrammar first = grammars().fetch("java");
        served.put(
                "tree-sitter-java",
                new String(served.get("tree-sitter-java"), StandardCharsets.UTF_8)
                        .replace("\"latest\": \"1.2.3\"", "\"latest\": \"2.0.0\"")
                        .getBytes(StandardCharsets.UTF_8));
        delete();
        assertThat(grammars().fetch("java")).isEqualTo(first);
    }

    @Test
    void whatWasDamagedInTheCacheIsFetchedAgain() throws Exception {
        publish("tree-sitter-java", files(Grammars.JAVA));
        FetchedGrammar first = grammars().fetch("java");
        Files.write(first.library(), new byte[] {1, 2, 3});
        assertThat(grammars().cached("java")).isEmpty();
        assertThat(grammars().fetch("java")).isEqualTo(first);
        assertThat(Files.size(first.library())).isEqualTo(Grammars.JAVA.length);
    }

    @Test
    void queriesMadeForOtherProgramsAreLeftOut() throws Exception {
        Map<String, byte[]> files = files(Grammars.JAVA);
        files.put("queries/highlights.scm", utf8("((identifier) @a (#lua-match? @a \"x\"))"));
        publish("tree-sitter-java", files);
        FetchedGrammar fetched = grammars().fetch("java");
        assertThat(fetched.language().highlights()).isNull();
        assertThat(fetched.language().symbols()).contains("@definition.class");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aParserThatCrashesOrIsOfAnotherGenerationIsNotKept() throws Exception {
        publish("tree-sitter-java", files(Elf.patched(Grammars.JAVA, "ts_lex", Elf.crash())));
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOf(LanguageUnusable.class)
                .hasMessageContaining("crashes");
        publish("tree-sitter-java", files(Elf.patched(Grammars.JAVA, "tree_sitter_java.language", (byte) 99)));
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOfSatisfying(
                        LanguageUnusable.class,
                        unusable -> assertThat(unusable.abiMismatch()).isTrue())
                .hasMessageContaining("ABI 99");
        assertThat(folder.resolve("grammars.lock")).doesNotExist();
        assertThat(grammars().cached("java")).isEmpty();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aRegistryThatStallsInTheMiddleOfAnAnswerIsGivenUp() throws Exception {
        var over = new CountDownLatch(1);
        server.createContext("/stalled/", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try (exchange) {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var stalled = new NpmRegistry(registry().resolve("/stalled/"), Duration.ofMillis(200));
        try {
            assertThatThrownBy(() -> stalled.latest("java", "tree-sitter-java"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("/stalled/tree-sitter-java was not there after 200 ms");
        } finally {
            over.countDown();
        }
    }

    @Test
    void whyThereIsNoneIsTold() throws Exception {
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOf(LanguageUnusable.class)
                .hasMessageContaining("no package of the registry is named tree-sitter-java");
        publish("tree-sitter-java", Map.of("prebuilds/plan9-x64/a.node", new byte[] {1}));
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOf(LanguageUnusable.class)
                .hasMessageContaining("no prebuilt parser for " + Library.platform())
                .hasMessageContaining("plan9-x64");
        server.stop(0);
        assertThatThrownBy(() -> grammars().fetch("java"))
                .isInstanceOf(LanguageUnusable.class)
                .hasMessageContaining("fetching java failed");
    }

    @Test
    void whatARegistryLacksOrGivesInAnotherFormIsAbsent() throws Exception {
        var registry = new NpmRegistry(registry());
        for (String document : List.of(
                "null",
                "7",
                "[]",
                "{}",
                "{\"dist-tags\": [\"latest\"]}",
                "{\"dist-tags\": {\"latest\": 1}}",
                "{\"dist-tags\": {\"latest\": null}, \"versions\": {\"\": {\"dist\": {\"integrity\": \"sha512-x\"}}}}",
                "{\"dist-tags\": {\"latest\": \"1.2.3\"}, \"versions\": [\"1.2.3\"]}",
                "{\"dist-tags\": {\"latest\": \"1.2.3\"}, \"versions\": {\"1.2.3\": {\"dist\": {\"integrity\": {}}}}}")) {
            served.put("tree-sitter-java", utf8(document));
            assertThat(registry.latest("java", "tree-sitter-java"))
                    .as("%s", document)
                    .isEmpty();
        }
        served.put("tree-sitter-java", utf8("{\"dist-tags\": "));
        assertThatThrownBy(() -> registry.latest("java", "tree-sitter-java")).isInstanceOf(IOException.class);
    }

    @Test
    void whatAPackageDescribesInAnotherFormCountsAsNotDescribed() throws Exception {
        for (String description : List.of(
                "",
                "null",
                "[]",
                "{\"grammars\": 5}",
                "{\"grammars\": [5, {\"name\": [\"java\"], \"file-types\": \"x\"}]}",
                "{\"grammars\": [{\"name\": 1, \"file-types\": {\"x\": \"x\"}, \"tags\": [null, 3], \"highlights\": true}]}")) {
            Language language = described(description);
            assertThat(language.files()).as("%s", description).containsExactly("*.java");
            assertThat(language.library().symbol()).as("%s", description).isEqualTo("tree_sitter_java");
            assertThat(language.symbols()).as("%s", description).contains("@definition.class");
            assertThat(language.highlights()).as("%s", description).contains("@keyword");
        }
        Language one = described("{\"grammars\": {\"name\": \"java-x\", \"file-types\": \"jx\"}}");
        assertThat(one.files()).containsExactly("*.jx");
        assertThat(one.library().symbol()).isEqualTo("tree_sitter_java_x");
    }

    @Test
    void aLanguageOfSeveralInOnePackageHasWhatIsDescribedOfItAndElseWhatIsKnownOfIt() throws Exception {
        Map<String, byte[]> files = files(Grammars.JAVA);
        files.remove("tree-sitter.json");
        files.put("package.json", utf8("""
                {"tree-sitter": [
                  {"scope": "text.markdown", "path": "tree-sitter-markdown", "file-types": ["md", "mdx"]},
                  {"scope": "text.markdown_inline", "path": "tree-sitter-markdown-inline"}]}
                """));
        files.put("tree-sitter-markdown-inline/queries/tags.scm", utf8("(inline) @definition.part"));
        files.put("tree-sitter-markdown/queries/injections.scm", utf8("(inline) @injection.content"));
        NpmPackage contents = NpmPackage.read("markdown", tarball(files));
        Language blocks = contents.language("markdown", List.of(), true, true);
        assertThat(blocks.files()).containsExactly("*.md", "*.mdx");
        assertThat(blocks.library().symbol()).isEqualTo("tree_sitter_markdown");
        assertThat(blocks.symbols()).contains("@definition.class");
        assertThat(contents.injects("markdown")).isTrue();
        Language inline = contents.language("markdown_inline", List.of(), true, true);
        assertThat(inline.files()).isEmpty();
        assertThat(inline.symbols()).contains("@definition.part");
        assertThat(contents.injects("markdown_inline")).isFalse();
        files.put("package.json", utf8("{}"));
        NpmPackage silent = NpmPackage.read("tree-sitter-elixir", tarball(files));
        assertThat(silent.language("elixir", List.of(), true, true).files())
                .containsExactly("*.ex", "*.exs", "mix.lock");
    }

    @Test
    void whatAPackageLacksIsSaidAndKept() throws Exception {
        Map<String, byte[]> files = files(Grammars.JAVA);
        files.keySet().removeAll(List.of("queries/tags.scm", "queries/highlights.scm"));
        files.put("queries/injections.scm", utf8("(line_comment) @injection.content"));
        files.put("tree-sitter.json", utf8("{\"grammars\": [{\"name\": \"java\"}]}"));
        publish("tree-sitter-java", files);
        FetchedGrammar fetched = grammars().fetch("java");
        assertThat(fetched.language().files()).containsExactly("*.java");
        assertThat(fetched.lacks())
                .isEqualTo(
                        "its package has no query for symbols that works (queries/tags.scm); has no query for highlights"
                                + " that works; would have other languages parsed inside (injections), which is not done");
        assertThat(grammars().cached("java")).contains(fetched);
    }

    private static Language described(String description) throws IOException {
        Map<String, byte[]> files = files(Grammars.JAVA);
        files.put("tree-sitter.json", utf8(description));
        return NpmPackage.read("tree-sitter-java", tarball(files)).language("java", List.of(), true, true);
    }

    @Test
    void aLockFileThatCannotBeWrittenHasAStandInBelowTheDataFolder() throws Exception {
        Path readOnly = Files.writeString(folder.resolve("file"), "").resolve("grammars.lock");
        var pins = new Pins(readOnly, folder.resolve("own.lock"));
        var pin = new Pins.Pin("java", "tree-sitter-java", "1.2.3", "sha512-x");
        assertThat(pins.note(pin)).isEqualTo(folder.resolve("own.lock"));
        assertThat(pins.of("java")).contains(pin);
        Files.writeString(folder.resolve("own.lock"), "java only-two\n");
        assertThatThrownBy(() -> pins.of("java"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("own.lock:1")
                .hasMessageContaining("only-two");
    }

    @Test
    void theCacheIsFilledForAMachineWithoutANetwork() throws Exception {
        publish("tree-sitter-java", files(Grammars.JAVA));
        var out = new ByteArrayOutputStream();
        Path lock = folder.resolve("data").resolve("grammars.lock");
        int failed = GrammarFetch.run(
                folder.resolve("data"), registry(), lock, List.of("java", "nonsense"), new PrintStream(out, true));
        assertThat(failed).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("java: tree-sitter-java 1.2.3, ABI 14, fetched", "nonsense: no package");
        server.stop(0);
        out.reset();
        assertThat(GrammarFetch.run(folder.resolve("data"), registry(), lock, List.of(), new PrintStream(out, true)))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("was there");
    }

    private NpmGrammars grammars() {
        return new NpmGrammars(
                folder.resolve("grammars"),
                registry(),
                folder.resolve("grammars.lock"),
                folder.resolve("own.lock"),
                workers);
    }

    private URI registry() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/npm");
    }

    private void delete() throws IOException {
        try (var files = Files.walk(folder.resolve("grammars"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static Map<String, byte[]> files(byte[] library) {
        var files = new LinkedHashMap<String, byte[]>();
        files.put("package.json", utf8("{}"));
        files.put("tree-sitter.json", utf8(DESCRIPTION));
        files.put("queries/tags.scm", utf8(Grammars.SYMBOLS));
        files.put("queries/highlights.scm", utf8("\"class\" @keyword"));
        files.put(PREBUILT, library);
        return files;
    }

    private void publish(String name, Map<String, byte[]> files) throws IOException {
        byte[] tarball = tarball(files);
        String file = name.replaceAll(".*/", "") + ".tgz";
        served.put(file, tarball);
        served.put(
                name.replace("/", "%2f"),
                utf8("{\"dist-tags\": {\"latest\": \"1.2.3\"}, \"versions\": {\"1.2.3\": {\"dist\": {\"integrity\": \""
                        + NpmRegistry.integrity(tarball) + "\", \"tarball\": \"" + registry() + "/" + file + "\"}}}}"));
    }

    /** As npm packs: everything below one folder, names over 100 characters aside. */
    private static byte[] tarball(Map<String, byte[]> files) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                var header = new byte[512];
                byte[] name = utf8("package/" + file.getKey());
                System.arraycopy(name, 0, header, 0, name.length);
                byte[] size = utf8("%011o".formatted(file.getValue().length));
                System.arraycopy(size, 0, header, 124, size.length);
                header[156] = '0';
                out.write(header);
                out.write(file.getValue());
                out.write(new byte[(512 - file.getValue().length % 512) % 512]);
            }
            out.write(new byte[1024]);
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
