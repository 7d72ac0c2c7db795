package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.byteArrays;
import static org.quicktheories.generators.Generate.bytes;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.core.api.config.Problem;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.testing.AnyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.Gen;

/** Any content of the file leads to a configuration or to problems, never to an exception. */
class FuzzTest {
    private static final PluginSnapshot PLUGINS = DeployedPlugins.shipped().snapshot();
    private static Path root;
    private static TestFolder folder;
    private static ConfigurationLoader loader;

    @BeforeAll
    static void makeFolder() throws IOException {
        root = Files.createTempDirectory("fuzz");
        folder = TestFolder.in(root);
        loader = folder.loader();
    }

    @AfterAll
    static void removeFolder() throws IOException {
        Files.deleteIfExists(folder.file());
        Files.delete(folder.config());
        Files.delete(folder.data());
        Files.delete(root);
    }

    /** Runs without shrinking: a smaller document that also fails shows no more than the first one. */
    private static QuickTheory qt(int examples) {
        return QuickTheory.qt().withExamples(examples).withShrinkCycles(0);
    }

    private static void check(byte[] bytes) {
        try {
            Files.write(folder.file(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LoadResult load = loader.load(PLUGINS);
        List<Problem> errors =
                load.problems().stream().filter(p -> !p.warning()).toList();
        assertThat(load.configuration() == null).isEqualTo(!errors.isEmpty());
        assertThat(load.problems()).allSatisfy(problem -> {
            assertThat(problem.at().file()).isEqualTo(folder.file().toString());
            assertThat(problem.message()).isNotBlank().doesNotContain("\n").hasSizeLessThan(700);
            assertThat(problem.message()).as("a fault of the loader itself").doesNotContain("cannot be loaded");
        });
    }

    @Test
    void arbitraryText() {
        Gen<String> text = oneOf(AnyText.upTo(200), AnyText.of("\n \t:-#!&*[]{}'\"|>%@`,?ab01<~.", 120));
        qt(1000).forAll(text).checkAssert(each -> check(each.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void arbitraryBytes() {
        Gen<Integer> sizes = range(0, 30).mix(range(0, 255), 20);
        qt(500).forAll(byteArrays(sizes, bytes(Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0)))
                .checkAssert(FuzzTest::check);
    }

    @Test
    void documentsThatAreAlmostRight() {
        qt(1500).forAll(almost()).checkAssert(text -> check(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theShippedFileWithSomeBytesChanged() throws IOException {
        byte[] shipped = Files.readAllBytes(Checkout.ROOT.resolve("config/service.yml"));
        String odd = "\n\t :-#!&*[]{}'\"|>%@`,?x0\u0000\u00ff";
        qt(500).forAll(longRange(Long.MIN_VALUE, Long.MAX_VALUE)).checkAssert(seed -> {
            byte[] bytes = shipped.clone();
            var random = new Random(seed);
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) odd.charAt(random.nextInt(odd.length()));
            }
            check(bytes);
        });
    }

    private static Gen<String> almost() {
        Gen<String> key = pick(List.of(
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
                "1"));
        Gen<String> leaf = pick(List.of(
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
                "99999999999999999999"));
        Gen<String> value = pick(Stream.iterate(leaf, inner -> container(key, inner))
                        .limit(4)
                        .toList())
                .flatMap(depth -> depth);
        Gen<String> member = key.zip(value, (k, v) -> k + ": " + v + "\n");
        return lists().of(member).ofSizeBetween(0, 5).map(all -> String.join("", all));
    }

    private static Gen<String> container(Gen<String> key, Gen<String> inner) {
        Gen<String> member = key.zip(inner, (k, v) -> "\"" + k + "\": " + v);
        return oneOf(
                lists().of(inner).ofSizeBetween(0, 3).map(all -> "[" + String.join(", ", all) + "]"),
                lists().of(member).ofSizeBetween(0, 3).map(all -> "{" + String.join(", ", all) + "}"));
    }
}
