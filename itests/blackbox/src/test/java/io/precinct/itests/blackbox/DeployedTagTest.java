package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a configuration that uses deployed bundles: it is checked, and the instance ready, once these are back. */
@Timeout(240)
class DeployedTagTest {
    private static final int BUNDLES = 12;
    private static final String YAML = """
            service: !Vault name
            boundary_path: plugins
            access_log: false
            routes:
            %s
            """.formatted(String.join(
            "\n",
            IntStream.range(0, BUNDLES)
                    .mapToObj(i -> "  /p/%1$d: {method: get, boundary: p%1$d, name: p%1$d}".formatted(i))
                    .toList()));

    @TempDir
    private Path folder;

    private Path config;
    private Path data;

    /** Resolves {@code !Vault x} as {@code the x in the vault}. */
    private static PluginJar vault() {
        return vault("Vault");
    }

    private static PluginJar vault(String tag) {
        return PluginJar.of("test.vault", "1.0.0")
                .header("Provide-Capability", "precinct.tag;precinct.tag=\"" + tag + "\"")
                .source("test.Vault", """
                        package test;
                        import io.precinct.api.config.TagResolver;
                        public final class Vault implements TagResolver {
                            public Object resolve(Call call) { return "the " + call.argument() + " in the vault"; }
                        }
                        """)
                .component(
                        "test.Vault",
                        "io.precinct.api.config.TagResolver",
                        "precinct.tag.value",
                        tag,
                        "precinct.tag.phase",
                        "EARLY");
    }

    @Test
    void whatWasDeployedIsBackBeforeTheConfigurationIsJudgedAndBeforeReady() throws Exception {
        config = folder.resolve("config");
        data = folder.resolve("data");
        Service.write(config.resolve("service.yml"), YAML);
        Path plugins = Files.createDirectories(config.resolve("plugins"));
        vault().writeTo(plugins.resolve("vault.jar"));
        for (int i = 0; i < BUNDLES; i++) {
            PluginJar.answering("p" + i, "1.0.0", "g" + i, 0).writeTo(plugins.resolve("p" + i + ".jar"));
        }
        assertThat(check()).as("nothing was ever deployed").startsWith("ok: ");
        assertThat(data).doesNotExist();

        try (ServerProcess first = Distribution.built().run(config, data)) {
            everythingServes(first);
            Map<String, String> before = contents();
            assertThat(check()).as("beside the instance that serves").startsWith("ok: ");
            assertThat(contents()).isEqualTo(before);
        }
        try (ServerProcess second = Distribution.built().run(config, data)) {
            everythingServes(second);
        }

        spoilStored(active("test.vault"));
        ServerProcess refused = precinct("run", "--port", "0", "--features", "framework");
        assertThat(refused.process().exitValue()).isEqualTo(1);
        assertNamesTheBundle(refused.out().getFirst());
        assertThat(refused.err().toString()).contains("test.vault 1.0.0", "was changed since it was accepted");
        assertNamesTheBundle(check());

        vault().header("Bundle-Version", "1.0.1").writeTo(plugins.resolve("vault.jar"));
        assertThat(check()).as("the mended one waits in the folder").startsWith("ok: ");
        try (ServerProcess mended = Distribution.built().run(config, data)) {
            everythingServes(mended);
        }
    }

    @Test
    void aTagThatABundleMayTakeFromAnotherIsItsOwnInTheCheckToo() throws Exception {
        config = folder.resolve("config");
        data = folder.resolve("data");
        String yaml = "service: !Env NOBODY_SETS_THIS\nboundary_path: plugins\nroutes: {}\n";
        Service.write(config.resolve("service.yml"), yaml);
        vault("Env").writeTo(Files.createDirectories(config.resolve("plugins")).resolve("vault.jar"));
        assertThat(check()).contains("service.yml:1: !Env: takes a map");

        Service.write(config.resolve("service.yml"), yaml + "deploy: {replaces: [tag Env]}\n");
        assertThat(check()).as("it waits in the folder").startsWith("ok: ");
        try (ServerProcess server = Distribution.built().run(config, data, Map.of(), "--features", "framework")) {
            assertThat(new Http(server.url()).get("/health").json())
                    .containsEntry("service", "the NOBODY_SETS_THIS in the vault");
            assertThat(check()).as("beside the instance that serves").startsWith("ok: ");
        }
    }

    private static void assertNamesTheBundle(String line) {
        assertThat(line)
                .contains("service.yml:1: !Vault: the bundle that resolves this tag does not run: test.vault 1.0.0");
    }

    /** Sends each request once after the ready line: none of them may need a retry, but for checks that are late. */
    private static void everythingServes(ServerProcess server) {
        var http = new Http(server.url());
        for (int i = 0; i < BUNDLES; i++) {
            assertThat(http.get("/p/" + i).text()).contains("\"generation\":\"g" + i + "\"");
        }
        // On a busy machine, a check that is asked for the first time may not answer in time.
        Http.Answer ready = Eventually.untilFound("readiness without checks that are late", () -> {
            Http.Answer answer = http.get("/ready");
            return answer.text().contains("it has not answered for") ? null : answer;
        });
        assertThat(ready.status()).as(ready.text()).isEqualTo(200);
        assertThat(http.get("/health").json()).containsEntry("service", "the name in the vault");
    }

    private ServerProcess precinct(String command, String... more) {
        List<String> line =
                Distribution.built().command(command, "--config", config.toString(), "--data", data.toString());
        line.addAll(List.of(more));
        ServerProcess process = ServerProcess.launch(line, Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    private String check() {
        ServerProcess check = precinct("check", "--features", "framework");
        assertThat(check.out()).as(check.transcript()).isNotEmpty();
        return check.out().getFirst();
    }

    /** Every file in the data folder with its size and time, except for logs and the container's cache. */
    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = data.relativize(file).toString();
                if (!name.startsWith("logs") && !name.startsWith("cache")) {
                    contents.put(name, Files.size(file) + " " + Files.getLastModifiedTime(file));
                }
            }
        }
        return contents;
    }

    private Path active(String bundle) {
        return data.resolve("deployments/active/" + bundle + ".jar");
    }

    /** Damages the stored jar. The serving jar is the same file as the stored jar, or a copy of it. */
    private void spoilStored(Path active) throws IOException {
        byte[] served = Files.readAllBytes(active);
        try (Stream<Path> jars = Files.list(data.resolve("deployments/store"))) {
            for (Path jar : jars.toList()) {
                if (java.util.Arrays.equals(Files.readAllBytes(jar), served)) {
                    Files.delete(jar); // the link in the folder active keeps its content
                    Files.writeString(jar, "something else");
                }
            }
        }
    }
}
