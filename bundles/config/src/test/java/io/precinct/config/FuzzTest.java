package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.Problem;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever stands in the file: there is a configuration or there are problems, and never an exception. */
class FuzzTest {
    private static final PluginSnapshot PLUGINS = DeployedPlugins.shipped().snapshot();
    private static Path root;
    private static TestFolder folder;
    private static Loader loader;

    @BeforeContainer
    static void makeFolder() throws IOException {
        root = Files.createTempDirectory("fuzz");
        folder = TestFolder.in(root);
        loader = folder.loader();
    }

    @AfterContainer
    static void removeFolder() throws IOException {
        Files.deleteIfExists(folder.file());
        Files.delete(folder.config());
        Files.delete(folder.data());
        Files.delete(root);
    }

    private static void check(byte[] bytes) throws IOException {
        Files.write(folder.file(), bytes);
        Load load = loader.load(PLUGINS, null);
        List<Problem> errors =
                load.problems().stream().filter(p -> !p.warning()).toList();
        assertThat(load.configuration() == null).isEqualTo(!errors.isEmpty());
        assertThat(load.problems()).allSatisfy(problem -> {
            assertThat(problem.at().file()).isEqualTo(folder.file().toString());
            assertThat(problem.message()).isNotBlank().doesNotContain("\n").hasSizeLessThan(700);
            assertThat(problem.message()).as("a fault of the loader itself").doesNotContain("cannot be loaded");
        });
    }

    @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
    void arbitrary_text(@ForAll("text") String text) throws IOException {
        check(text.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void arbitrary_bytes(@ForAll byte[] bytes) throws IOException {
        check(bytes);
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
    void documents_that_are_almost_right(@ForAll("almost") String text) throws IOException {
        check(text.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void the_shipped_file_with_some_bytes_changed(@ForAll long seed) throws IOException {
        byte[] bytes = Files.readAllBytes(Repository.ROOT.resolve("config/service.yml"));
        var random = new Random(seed);
        String odd = "\n\t :-#!&*[]{}'\"|>%@`,?x0\u0000\u00ff";
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            bytes[random.nextInt(bytes.length)] = (byte) odd.charAt(random.nextInt(odd.length()));
        }
        check(bytes);
    }

    @Provide
    Arbitrary<String> text() {
        return Arbitraries.oneOf(
                Arbitraries.strings().all().ofMaxLength(200),
                Arbitraries.strings()
                        .withChars("\n \t:-#!&*[]{}'\"|>%@`,?ab01<~.")
                        .ofMaxLength(120));
    }

    @Provide
    Arbitrary<String> almost() {
        Arbitrary<String> key = Arbitraries.of(
                "service",
                "port",
                "bind",
                "hosts",
                "boundary_path",
                "routes",
                "scenarios",
                "resolvers",
                "strict_input",
                "cors",
                "limits",
                "verify",
                "deploy",
                "archetypes",
                "gateway",
                "echo",
                "expected",
                "method",
                "boundary",
                "name",
                "Fixture",
                "fixture_dirs",
                "matches",
                "count",
                "any",
                "not",
                "first",
                "/a/:b",
                "/*r",
                "optional",
                "trust",
                "sha256",
                "signers",
                "origins",
                "tls",
                "expose",
                "args",
                "archetype",
                "description",
                "<<",
                "1");
        Arbitrary<String> leaf = Arbitraries.of(
                "a",
                "1",
                "-1",
                "1e400",
                ".nan",
                "true",
                "null",
                "",
                "yes",
                "off",
                "!Env {name: PATH}",
                "!Env x",
                "!Fixture a/b",
                "!Fixture ../x",
                "!UserConfig a.b",
                "!Task 1",
                "!Fields {count: 1}",
                "!Match {count: x}",
                "!Nope 1",
                "!!int x",
                "'(['",
                "get",
                "echo",
                "&a x",
                "*a",
                "[",
                "}",
                "\"\\u0000\"",
                "/x",
                "99999999999999999999");
        Arbitrary<String> value = Arbitraries.recursive(
                () -> leaf,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(3).map(list -> "[" + String.join(", ", list) + "]"),
                        Combinators.combine(key, inner)
                                .as((k, v) -> "\"" + k + "\": " + v)
                                .list()
                                .ofMaxSize(3)
                                .map(list -> "{" + String.join(", ", list) + "}")),
                0,
                3);
        return Combinators.combine(key, value)
                .as((k, v) -> k + ": " + v + "\n")
                .list()
                .ofMaxSize(5)
                .map(list -> String.join("", list));
    }
}
