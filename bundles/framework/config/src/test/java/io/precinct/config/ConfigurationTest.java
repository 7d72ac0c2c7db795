package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.SealPlace;
import io.precinct.config.name.ManifestNames;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.HttpSettings.Limits;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

class ConfigurationTest {
    @TempDir
    Path root;

    private TestFolder folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    @Test
    void whatTheFileDoesNotSayHasItsDefault() {
        Configuration is = folder.good("{}");
        assertThat(is.service()).isEqualTo("precinct");
        assertThat(is.dir()).isEqualTo(folder.config());
        assertThat(is.http()).isEqualTo(HttpSettings.onPort(3000));
        assertThat(is.deploy()).isEqualTo(DeploySettings.watching(folder.data().resolve("boundaries")));
        assertThat(is.routes()).isEmpty();
        assertThat(is.scenarios()).isEmpty();
        assertThat(is.fixtureDirs()).containsExactly(folder.config().resolve("fixtures"));
        assertThat(is.resolvers())
                .isEqualTo(Map.of(
                        "Fixture",
                        Map.of(
                                "fixture_dirs",
                                List.of(folder.config().resolve("fixtures").toString()))));
        assertThat(is.strictInput()).isNull();
        assertThat(is.verify()).isEqualTo(VerifyPolicy.OPEN);
        assertThat(is.archetypes()).isEmpty();
        assertThat(is.gateway()).isEmpty();
        assertThat(is.warnings()).isEmpty();
    }

    @Test
    void everyKeyArrives() throws IOException {
        Files.writeString(folder.config().resolve("trusted.pem"), "a certificate");
        folder.write("a.pem", "-----BEGIN CERTIFICATE-----");
        folder.write("fixtures/echo.yml", "expected: {a: 1}");
        Files.createDirectories(root.resolve("more"));
        folder.write("keys/b.key", "-----BEGIN ENCRYPTED PRIVATE KEY-----");
        Configuration is = folder.good("""
            service: shop
            port: 8080
            bind: "::1"
            hosts: [shop.example.org, "shop.example.org:8443"]
            boundary_path: ../bundles
            strict_input: true
            access_log: false
            compression: false
            cors: {origins: ["https://example.org", "http://localhost:5173"]}
            trusted_proxies: [10.0.0.1, "fe80::1", 10.0.0.0/8, "fd00::/8"]
            verify: {requires: operator, record: true}
            limits:
              body_bytes: 1
              header_bytes: 2048
              in_flight: 3
              per_client_per_second: 4
              idle_seconds: 5
              stop_seconds: 6
              drain_seconds: 8
              late_tag_millis: 7
            deploy:
              activation_seconds: 1
              drain_seconds: 2
              keep: 3
              max_jar_bytes: 4096
              replaces: [echo, tag Fixture]
              trust:
                sha256: [9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08]
                signers: [trusted.pem]
            archetypes:
              second: {archetype: smtp, args: {server: [a, 1]}}
              first: {archetype: smtp}
            gateway:
              port: 443
              bind: 10.0.0.1
              tls: {certificate: a.pem, key: keys/b.key, password: secret}
              expose: [/api/tasks, "/api/tasks/**"]
            resolvers:
              Fixture: {fixture_dirs: [fixtures, ../more]}
              UserConfig: {anything: {at: all}}
            """);
        assertThat(is.service()).isEqualTo("shop");
        assertThat(is.http())
                .isEqualTo(new HttpSettings(
                        8080,
                        "::1",
                        List.of("shop.example.org", "shop.example.org:8443"),
                        List.of("https://example.org", "http://localhost:5173"),
                        List.of("10.0.0.1", "fe80::1", "10.0.0.0/8", "fd00::/8"),
                        false,
                        false,
                        new Limits(
                                1,
                                2048,
                                3,
                                4,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(6),
                                Duration.ofMillis(7),
                                Limits.DEFAULTS.request(),
                                Limits.DEFAULTS.processor(),
                                Limits.DEFAULTS.answerBytes(),
                                Duration.ofSeconds(8))));
        assertThat(is.deploy())
                .isEqualTo(new DeploySettings(
                        root.resolve("bundles"),
                        List.of("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
                        List.of(folder.config().resolve("trusted.pem")),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        3,
                        4096,
                        List.of("echo", "tag Fixture")));
        assertThat(is.strictInput()).isTrue();
        assertThat(is.verify()).isEqualTo(new VerifyPolicy(true, "operator", true));
        assertThat(is.archetypes()).extracting(slot -> slot.slot()).containsExactly("second", "first");
        assertThat(is.archetypes().getFirst().args()).isEqualTo(Map.of("server", List.of("a", 1)));
        assertThat(is.gateway())
                .isEqualTo(Map.of(
                        "port",
                        443,
                        "bind",
                        "10.0.0.1",
                        "tls",
                        Map.of(
                                "certificate",
                                folder.config().resolve("a.pem").toString(),
                                "key",
                                folder.config().resolve("keys/b.key").toString(),
                                "password",
                                "secret"),
                        "expose",
                        List.of("/api/tasks", "/api/tasks/**")));
        assertThat(is.fixtureDirs()).containsExactly(folder.config().resolve("fixtures"), root.resolve("more"));
        assertThat(is.resolvers().get("UserConfig")).isEqualTo(Map.of("anything", Map.of("at", "all")));
    }

    @Test
    void aRouteIsReadWithEverythingItSays() {
        Configuration is = folder.good("""
            routes:
              /a/:id:
                - method: post
                  boundary: [echo, echo]
                  name: a
                  consumes: [Text/CSV]
                  produces: ["image/*"]
                  seal: header
                  verify: off
                  access: admin
                  body_bytes: 99
                - {method: get, boundary: later, optional: true, verify: {requires: chief}}
              /b/*rest: {method: put, boundary: echo}
            """);
        RouteEntry first = is.routes().getFirst();
        assertThat(first.name()).isEqualTo("a");
        assertThat(first.declaration())
                .isEqualTo(new RouteDeclaration(
                        "post", "/a/:id", List.of("text/csv"), List.of("image/*"), SealPlace.HEADER, Access.ADMIN, 99));
        assertThat(first.boundaries()).containsExactly("echo", "echo");
        assertThat(first.verify()).isEqualTo(new VerifyPolicy(false, null, false));
        assertThat(first.at().line()).isEqualTo(3);
        RouteEntry second = is.routes().get(1);
        assertThat(second.name()).isEqualTo("get /a/:id");
        assertThat(second.optional()).isTrue();
        assertThat(second.verify()).isEqualTo(new VerifyPolicy(true, "chief", false));
        assertThat(is.routes().get(2).declaration()).isEqualTo(RouteDeclaration.of("put", "/b/*rest"));
    }

    @Test
    void thePortOfTheCommandLineWins() {
        folder.service("port: 8080\n");
        var loader = new ConfigurationLoader(folder.place(OptionalInt.of(4000)), () -> ManifestNames.NOTHING);
        LoadResult load = loader.load(DeployedPlugins.shipped().snapshot());
        assertThat(load.configuration()).isNotNull();
        assertThat(load.configuration().http().port()).isEqualTo(4000);
    }

    @Test
    void aKeyWithoutAValueIsIgnoredWithAWarning() {
        assertThat(folder.good("hosts:\nroutes:\nresolvers:\n").warnings())
                .extracting(p -> p.at().line() + " " + p.message())
                .containsExactly(
                        "1 hosts says nothing and is ignored",
                        "2 routes says nothing and is ignored",
                        "3 resolvers says nothing and is ignored");
    }

    @Test
    void aBoundaryIsKnownWhereAnInstalledBundleDeclaresIt() {
        folder.service("routes:\n  /a: {method: get, boundary: billing}\n  /b: {method: get, boundary: notes.list}\n");
        var installed = new ManifestNames(Set.of("billing"), Set.of("notes"), Set.of(), Set.of());
        LoadResult load = new ConfigurationLoader(folder.place(OptionalInt.empty()), () -> installed)
                .load(DeployedPlugins.shipped().snapshot());
        assertThat(load.problems()).isEmpty();
    }

    @Test
    void aBoundaryIsKnownWhereAJarDeclaresItThatIsStillToBeDeployed() throws IOException {
        jar(folder.config().resolve("bundles"), "precinct.boundary;precinct.boundary=billing");
        jar(folder.data().resolve("deployments/active"), "precinct.family;precinct.family=notes");
        String routes = "routes:\n  /a: {method: get, boundary: billing}\n  /b: {method: get, boundary: notes.list}\n";
        assertThat(folder.good("boundary_path: bundles\n" + routes).warnings()).isEmpty();
        assertThat(folder.problems(routes)).as("elsewhere nobody looks").hasSize(1);
    }

    private static void jar(Path dir, String capabilities) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Provide-Capability", capabilities);
        Files.createDirectories(dir);
        new JarOutputStream(Files.newOutputStream(dir.resolve("some.jar")), manifest).close();
    }

    @Test
    void aMemberOfADeployedFamilyIsKnownByItsFullName() {
        folder.service("routes:\n  /a: {method: get, boundary: notes.lsit}\n");
        var installed = new ManifestNames(Set.of(), Set.of("notes"), Set.of(), Set.of());
        var plugins = DeployedPlugins.shipped().boundary("notes.list", null);
        LoadResult load =
                new ConfigurationLoader(folder.place(OptionalInt.empty()), () -> installed).load(plugins.snapshot());
        assertThat(load.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.hint()).isEqualTo("did you mean \"notes.list\"?"));
    }

    @Test
    void scenariosAttachToContributedRoutes() {
        var plugins = DeployedPlugins.shipped().boundary("notes.list", RouteDeclaration.of("get", "/notes"));
        LoadResult load = folder.service("scenarios:\n  notes.list:\n    a: {expected: {items: []}}\n")
                .load(plugins.snapshot());
        assertThat(load.problems()).isEmpty();
    }

    @Test
    void aContributedRouteThatMayStillComeIsAWarning() {
        folder.service("scenarios:\n  notes.list:\n    a: {expected: {items: []}}\n");
        var installed = new ManifestNames(Set.of(), Set.of("notes"), Set.of(), Set.of());
        LoadResult load = new ConfigurationLoader(folder.place(OptionalInt.empty()), () -> installed)
                .load(DeployedPlugins.shipped().snapshot());
        assertThat(load.configuration()).isNotNull();
        assertThat(load.problems()).singleElement().satisfies(p -> {
            assertThat(p.warning()).isTrue();
            assertThat(p.message()).contains("\"notes.list\" is not known yet");
        });
    }

    @Test
    void anArchetypeThatIsNotDeployedIsAWarning() {
        assertThat(folder.good("archetypes: {a: {archetype: nobody}}\n").warnings())
                .singleElement()
                .satisfies(p -> assertThat(p.line()).contains("warning: no archetype \"nobody\" is deployed"));
    }

    @Test
    void whatNeedsARestartStaysAndTheRestIsApplied() {
        ConfigurationLoader loader = folder.loader();
        folder.service("boundary_path: one\nservice: a\n");
        loader.load(DeployedPlugins.shipped().snapshot());
        folder.service("boundary_path: two\nservice: b\n");
        Configuration now = loader.load(DeployedPlugins.shipped().snapshot()).configuration();
        assertThat(now).isNotNull();
        assertThat(now.service()).isEqualTo("b");
        assertThat(now.deploy().boundaryPath()).isEqualTo(folder.config().resolve("one"));
        assertThat(now.warnings()).singleElement().satisfies(p -> {
            assertThat(p.message()).startsWith("boundary_path has changed and needs a restart");
            assertThat(p.at().line()).isEqualTo(1);
        });
    }

    @Test
    void aWatchedFolderThatIsNoneIsRefusedAlsoWhereAnotherIsInUse() {
        ConfigurationLoader loader = folder.loader();
        folder.service("boundary_path: one\n");
        loader.load(DeployedPlugins.shipped().snapshot());
        folder.service("boundary_path: service.yml\n");
        assertThat(folder.lines(
                        loader.load(DeployedPlugins.shipped().snapshot()).problems()))
                .anyMatch(line -> line.startsWith("service.yml:1: boundary_path takes a folder, got \"service.yml\""));
    }

    @Test
    void whatBecomesOfPayloadsThatDoNotFitIsSaidForTheServiceAndForARoute() {
        assertThat(folder.good(TestFolder.GOOD).verifyOutput()).isEqualTo(VerifyOutput.LOG);
        var configuration = folder.good("""
                verify_output: off
                routes:
                  /a: {method: get, boundary: echo, name: a}
                  /b: {method: get, boundary: echo, name: b, verify_output: refuse}
                """);
        assertThat(configuration.verifyOutput()).isEqualTo(VerifyOutput.OFF);
        assertThat(configuration.routes())
                .extracting(RouteEntry::verifyOutput)
                .containsExactly(null, VerifyOutput.REFUSE);
        assertThat(folder.problems("verify_output: refused\n"))
                .singleElement()
                .asString()
                .startsWith("service.yml:1: verify_output takes off or log or refuse, got \"refused\"");
    }
}
