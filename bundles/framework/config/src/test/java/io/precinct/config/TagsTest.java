package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.shape.Shape;
import io.precinct.config.name.ManifestNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TagsTest {
    @TempDir
    Path root;

    private TestFolder folder;
    private final DeployedPlugins plugins = DeployedPlugins.shipped();

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    private LoadResult load(String text) {
        return folder.service(text).load(plugins.snapshot());
    }

    private String onlyProblem(String text) {
        LoadResult load = load(text);
        assertThat(load.problems()).hasSize(1);
        return folder.lines(load.problems()).getFirst();
    }

    @Test
    void anEarlyTagBecomesItsValue() {
        var configuration = load("strict_input: !Env {name: PRECINCT_UNSET_IN_TESTS, default: true}\n")
                .configuration();
        assertThat(configuration).isNotNull();
        assertThat(configuration.strictInput()).isTrue();
    }

    @Test
    void earlyTagsNest() {
        var configuration =
                load("port: !Env {name: PRECINCT_UNSET_IN_TESTS, default: !UserConfig {key: no.such, default: 81}}\n")
                        .configuration();
        assertThat(configuration).isNotNull();
        assertThat(configuration.http().port()).isEqualTo(81);
    }

    @Test
    void anEarlyTagWithoutItsResolverIsToldAsThat() {
        plugins.withoutResolver("Env");
        assertThat(onlyProblem("service: a\nport: !Env {name: PORT, default: 1}\n"))
                .startsWith(
                        "service.yml:2: !Env: no resolver deployed for this tag (deploy a bundle that resolves !Env");
    }

    @Test
    void aTagThatAnInstalledBundleDeclaresIsNotUnknown() {
        folder.service("service: !Vault name\n");
        var installed = new ManifestNames(Set.of(), Set.of(), Set.of("Vault"), Set.of());
        LoadResult load =
                new ConfigurationLoader(folder.place(OptionalInt.empty()), () -> installed).load(plugins.snapshot());
        assertThat(load.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).isEqualTo("!Vault: no resolver deployed for this tag"));
    }

    @Test
    void aTagOfADeployedBundleThatDoesNotRunIsToldWithItsBundle() throws IOException {
        Path active = Files.createDirectories(folder.data().resolve("deployments/active"));
        resolving("Vault", active.resolve("a.vault.jar"));
        resolving(
                "Safe",
                Files.createDirectories(folder.config().resolve("plugins")).resolve("safe.jar"));
        List<String> problems =
                folder.problems("boundary_path: plugins\nservice: !Vault name\nhosts: [!Safe host, !Vaul x]\n");
        assertThat(problems)
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("service.yml:2: !Vault: the bundle that resolves this tag does not run: "
                                + "a.Vault 1.2.0 (the log says why;"))
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("service.yml:3: !Safe: the bundle that resolves this tag does not run: a.Safe"))
                .anySatisfy(problem ->
                        assertThat(problem).contains("unknown tag !Vaul").contains("\"!Vault\""));
    }

    private static void resolving(String tag, Path file) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", "a." + tag + ";singleton:=false");
        manifest.getMainAttributes().putValue("Bundle-Version", "1.2.0");
        manifest.getMainAttributes().putValue("Provide-Capability", "precinct.tag;precinct.tag=\"" + tag + "\"");
        try (var out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            out.finish();
        }
    }

    @Test
    void whatAFileWithErrorsSaysAboutDeploymentIsOfUseWhereThatPartIsSound() {
        LoadResult sound = load("boundary_path: plugins\ndeploy: {activation_seconds: 3}\nservice: !Nobody x\n");
        assertThat(sound.configuration()).isNull();
        assertThat(sound.deploy()).isNotNull();
        assertThat(sound.deploy().boundaryPath()).isEqualTo(folder.config().resolve("plugins"));
        assertThat(sound.deploy().activation()).isEqualTo(Duration.ofSeconds(3));

        assertThat(load("deploy: {trust: {sha256: [!Nobody x]}}\n").deploy()).isNull();
        assertThat(load("deploy: {trust: {sha256: [abc]}}\n").deploy()).isNull();
    }

    @Test
    void aResolverLearnsWhereItStands() {
        var calls = new ArrayList<TagResolver.Call>();
        plugins.early("Probe", call -> {
            calls.add(call);
            return "x";
        });
        load("resolvers: {Probe: {level: !Env {name: PRECINCT_UNSET_IN_TESTS, default: 3}, some_dirs: [a, /b]}}\n"
                + "service: !Probe {a: [1, two]}\n");
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.tag()).isEqualTo("Probe");
            assertThat(call.argument()).isEqualTo(Map.of("a", List.of(1, "two")));
            assertThat(call.settings())
                    .isEqualTo(Map.of(
                            "level",
                            3,
                            "some_dirs",
                            List.of(folder.config().resolve("a").toString(), "/b")));
            assertThat(call.configDir()).isEqualTo(folder.config());
            assertThat(call.deadline()).isEqualTo(Instant.MAX);
        });
    }

    @Test
    void aResolverMayAnswerWithAShape() {
        plugins.early("Shape", call -> Map.of("b", Shape.fields("count", 1)));
        var configuration = load(TestFolder.GOOD + "scenarios: {echo: {a: {expected: !Shape x}}}\n")
                .configuration();
        assertThat(configuration).isNotNull();
        assertThat(configuration.scenariosOf("echo").get("a").expected())
                .isEqualTo(Shape.fields("b", Shape.fields("count", 1)));
    }

    @Test
    void whatAResolverThrowsIsAProblemOfTheLine() {
        plugins.early("Broken", call -> {
            throw new IllegalStateException("out of order");
        });
        assertThat(onlyProblem("\nservice: !Broken x\n"))
                .startsWith("service.yml:2: !Broken failed: java.lang.IllegalStateException: out of order")
                .contains("bundle resolver.Broken");
    }

    @Test
    void aResolverThatDoesNotLinkIsAProblemOfTheLine() {
        plugins.early("Broken", call -> {
            throw new NoClassDefFoundError("org/example/Gone");
        });
        assertThat(onlyProblem("service: !Broken x\n")).contains("!Broken failed");
    }

    @Test
    void anAnswerThatIsNoPlainDataIsRefused() {
        plugins.early("Odd", call -> new Date(0));
        assertThat(onlyProblem("service: !Odd x\n")).contains("answered with java.util.Date, which is no plain data");
    }

    @Test
    void anAnswerThatContainsItselfIsRefused() {
        plugins.early("Odd", call -> {
            var list = new ArrayList<Object>();
            list.add(list);
            return list;
        });
        assertThat(onlyProblem("hosts: !Odd x\n")).contains("nested deeper");
    }

    @Test
    void aTagThatAliasesShareIsResolvedOnce() {
        var calls = new ArrayList<String>();
        plugins.early("Count", call -> {
            calls.add("called");
            return "example.org";
        });
        load("hosts: [&h !Count x, *h, *h]\n");
        assertThat(calls).hasSize(1);
    }

    @Test
    void aProblemBehindATagIsToldOnce() {
        assertThat(onlyProblem("service: !Env {name: A, default: !Nope x}\n")).contains("unknown tag !Nope");
    }

    @Test
    void aLateResolverChecksItsArgumentAtLoad() {
        plugins.late("Ticket", new TagResolver() {
            @Override
            public Object resolve(Call call) {
                throw new AssertionError("not at load");
            }

            @Override
            public void check(Call call) throws TagException {
                throw new TagException("no ticket " + call.argument(), "look it up");
            }
        });
        assertThat(onlyProblem(TestFolder.GOOD + "scenarios: {echo: {a: !Ticket 9}}\n"))
                .endsWith("!Ticket: no ticket 9 (look it up)");
    }

    @Test
    void aLateTagTakesPlainData() {
        assertThat(onlyProblem(TestFolder.GOOD + "scenarios: {echo: {a: !Task {id: !Fixture x}}}\n"))
                .contains("!Task takes plain data, got !Fixture in it");
    }
}
