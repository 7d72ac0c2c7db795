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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests changes of the packaged distribution that remove what its configuration uses. */
@Timeout(240)
class TakingAwayTest {
    private static final String YAML = """
            service: taking
            access_log: false
            routes:
              /greet: {method: get, boundary: greet, name: greet}
              /plain: {method: get, boundary: plain, name: plain, produces: [text/x-plain]}
            scenarios:
              plain:
                stored: !Shelf plain
            """;

    @TempDir
    private Path folder;

    private Path config;
    private Path data;
    private ServerProcess server;
    private Http http;

    @BeforeEach
    void start() throws IOException {
        config = folder.resolve("config");
        data = folder.resolve("data");
        Service.write(config.resolve("service.yml"), YAML);
        Path boundaries = Files.createDirectories(data.resolve("boundaries"));
        PluginJar.answering("plain", "1.0.0", "p", 0).writeTo(boundaries.resolve("plain.jar"));
        PluginJar.answering("greet", "1.0.0", "one", 0).writeTo(boundaries.resolve("greet.jar"));
        shelf("1.0.0").writeTo(boundaries.resolve("shelf.jar"));
        run();
    }

    private void run() {
        server = Distribution.built().run(config, data);
        http = new Http(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A plug-in that resolves the late tag {@code !Shelf x}. */
    private static PluginJar shelf(String version) {
        return PluginJar.of("test.shelf", version)
                .header("Provide-Capability", "precinct.tag;precinct.tag=\"Shelf\"")
                .source("test.Shelf", """
                        package test;
                        import io.precinct.api.config.TagResolver;
                        import io.precinct.api.data.Data;
                        public final class Shelf implements TagResolver {
                            public Object resolve(Call call) {
                                return Data.map("expected", Data.map("generation", "p"));
                            }
                        }
                        """)
                .component(
                        "test.Shelf",
                        "io.precinct.api.config.TagResolver",
                        "precinct.tag.value",
                        "Shelf",
                        "precinct.tag.phase",
                        "LATE");
    }

    /** A second generation of the bundle of {@code greet} whose boundary has another name. */
    private Path renamed() {
        return PluginJar.answering("greeting", "2.0.0", "two", 0)
                .header("Bundle-SymbolicName", "test.greet")
                .writeTo(folder.resolve("renamed.jar"));
    }

    private record Ended(int code, String text) {}

    private Ended precinct(String... words) {
        var arguments = new ArrayList<>(Arrays.asList(words));
        arguments.addAll(List.of("--data", data.toString()));
        if (words[0].equals("check")) {
            arguments.addAll(List.of("--config", config.toString()));
        }
        ServerProcess process =
                ServerProcess.launch(Distribution.built().command(arguments.toArray(String[]::new)), Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return new Ended(process.process().exitValue(), process.out() + " " + process.err());
    }

    private void assertRefused(Ended ended, String... users) {
        assertThat(ended.code()).as(ended.text()).isNotZero();
        assertThat(ended.text()).contains(users).contains("say --force");
        assertWhole();
    }

    @Test
    // @req:taking-away
    void whatRoutesUseIsNotTakenAwayUnlessItIsForced() {
        String jar = renamed().toString();
        String user = "the route greet (" + config.resolve("service.yml") + ":4";
        assertRefused(precinct("deploy", jar), user, "uses the boundary greet");
        assertRefused(precinct("deploy", jar, "--dry-run"), user);
        assertRefused(precinct("undeploy", "test.greet"), user);
        assertRefused(precinct("undeploy", "test.shelf"), "service.yml:8 uses the tag !Shelf");

        Ended tried = precinct("deploy", jar, "--dry-run", "--force");
        assertThat(tried.code()).as(tried.text()).isZero();
        assertThat(tried.text()).contains("uses the boundary greet");
        assertThat(http.get("/greet").ok().text()).contains("one");
        Ended forced = precinct("deploy", jar, "--force");
        assertThat(forced.code()).as(forced.text()).isZero();
        assertThat(forced.text()).contains("uses the boundary greet, which goes");
        assertDegraded();
        Ended again = precinct("rollback", "test.greet");
        assertThat(again.code()).as(again.text()).isZero();
        assertWhole();
    }

    @Test
    void aConfigurationThatWasServedStartsAgainWithoutWhatIsMissing() {
        assertThat(precinct("undeploy", "test.greet", "--force").code()).isZero();
        assertThat(precinct("undeploy", "test.shelf", "--force").code()).isZero();
        assertDegraded();
        server.close();
        assertThat(precinct("check").text()).contains("ok", "the boundary \"greet\" is not deployed any more");

        run();

        assertDegraded();
        assertThat(http.get("/health").text()).contains("!Shelf");
        assertThat(http.get("/plain").ok().text()).contains("p");
        assertThat(http.get("/plain", "X-Service-Verify", "stored").text()).contains("Shelf");
        Service.write(config.resolve("service.yml"), YAML.replace("boundary: greet,", "boundary: gret,"));
        Ended misspelled = precinct("check");
        assertThat(misspelled.code()).as(misspelled.text()).isNotZero();
        Service.write(config.resolve("service.yml"), YAML);
        assertThat(precinct("rollback", "test.greet").code()).isZero();
        assertThat(precinct("rollback", "test.shelf").code()).isZero();
        assertWhole();
        assertThat(http.get("/plain", "X-Service-Verify", "stored").text()).contains("\"passed\":true");
    }

    @Test
    void whatWasUndeployedStaysAwayWhenALaterFileGoes() throws Exception {
        Path first = PluginJar.answering("later", "1.0.0", "one", 0).writeTo(folder.resolve("later.jar"));
        assertThat(precinct("deploy", first.toString()).code()).isZero();
        assertThat(precinct("undeploy", "test.later").code()).isZero();
        Path file = data.resolve("boundaries/later.jar");
        PluginJar.answering("later", "2.0.0", "two", 0).writeTo(file);
        Eventually.until("version 2", () -> http.get("/inspect/boundary/later").status() == 200);
        server.close();
        run();
        Eventually.until("version 2", () -> http.get("/inspect/boundary/later").status() == 200);

        Files.delete(file);

        Eventually.until("it goes", () -> http.get("/inspect/boundary/later").status() == 404);
        Eventually.until(
                "its outcome", () -> http.get("/inspect/bundles").text().contains("\"removed\""));
        assertThat(http.get("/inspect/boundary/later").status()).isEqualTo(404);
        assertThat(http.get("/inspect/bundles").text()).doesNotContain("rolled_back");
    }

    private void assertDegraded() {
        Eventually.until(
                () -> "degraded: " + http.get("/health").text() + server.transcript(),
                () -> "degraded".equals(http.get("/health").json().get("status")));
        assertThat(http.get("/greet").status()).isEqualTo(503);
        assertThat(http.get("/health").text()).contains("service.yml:4", "the boundary \\\"greet\\\" is not deployed");
        assertThat(http.get("/ready").status()).as(http.get("/ready").text()).isEqualTo(200);
        assertThat(precinct("status").text()).contains("degraded", "is not deployed any more");
        assertThat(precinct("explain", "greet").text()).contains("greet");
        // Another thread reads what the service prints.
        Eventually.untilAsserted(
                "it is printed",
                () -> assertThat(server.transcript()).contains("the boundary \"greet\" is not deployed any more"));
    }

    private void assertWhole() {
        Eventually.until(
                () -> "up: " + http.get("/health").text() + server.transcript(),
                () -> "up".equals(http.get("/health").json().get("status")));
        assertThat(http.get("/greet").ok().text()).contains("one");
    }
}
