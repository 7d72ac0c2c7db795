package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests routes of {@code service.yml} that replace routes of the distribution, and how they are explained. */
@Timeout(240)
class ReplacedRoutesTest {
    @TempDir
    private Path folder;

    private Path config;
    private Path data;

    private ServerProcess precinct(String... line) {
        List<String> command = Distribution.built().command(line[0]);
        command.addAll(List.of(line).subList(1, line.length));
        ServerProcess process = ServerProcess.launch(command, Map.of());
        assertThat(process.exited(Duration.ofSeconds(90)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    private void configure(String routes) throws Exception {
        config = folder.resolve("config");
        data = folder.resolve("data");
        Service.write(config.resolve("service.yml"), "service: shop\nroutes:\n" + routes);
    }

    @Test
    void aRouteThatShadowsOneOfABundleIsAnErrorOfTheCheckAndAtTheStart() throws Exception {
        configure("""
                  /health: {method: get, boundary: echo}
                  /inspect/routes: {method: get, boundary: echo}
                  /api/tasks/:task: {method: get, boundary: echo}
                  /symbols: {method: get, boundary: echo}
                """);
        Service.write(config.resolve("source.yml"), "repos: {}\n");
        ServerProcess check = precinct("check", "--config", config.toString(), "--data", data.toString());
        assertThat(check.process().exitValue()).as(check.transcript()).isEqualTo(1);
        assertThat(String.join("\n", check.out()))
                .contains("service.yml:3: GET /health is the route operations.health of io.precinct.boundary.operations"
                        + " (say replaces: operations.health to serve yours instead, or take another path)")
                .contains("service.yml:4: GET /inspect/routes is the route inspect.routes")
                .contains("service.yml:5: GET /api/tasks/:task is the route ")
                .contains("service.yml:6: GET /symbols is the route code.all_symbols");
        assertThat(check.transcript()).doesNotContain(" ERROR ");
        assertThat(data).doesNotExist();

        ServerProcess run = precinct(
                "run",
                "--config",
                config.toString(),
                "--data",
                data.toString(),
                "--port",
                "0",
                "--features",
                "framework");
        assertThat(run.process().exitValue()).as(run.transcript()).isEqualTo(1);
        assertThat(String.join("\n", run.out())).contains("service.yml:3: GET /health is the route operations.health");
    }

    @Test
    void aRouteThatSaysSoReplacesIt() throws Exception {
        configure("""
                  /health: {method: get, boundary: echo, name: mine, replaces: operations.health}
                  /notes/:id: {method: get, boundary: echo, name: note}
                """);
        try (ServerProcess server = Distribution.built().run(config, data, Map.of(), "--features", "framework")) {
            var http = new Http(server.url());
            assertThat(http.get("/health").json()).doesNotContainKey("checks");
            assertThat(explain("GET /health"))
                    .contains("GET /health is taken by route mine (GET /health, service.yml:3)");
            assertThat(explain("GET /v1/notes/7"))
                    .contains(
                            "is taken by no route (404); route note (GET /notes/:id, service.yml:4) takes it without the"
                                    + " prefix /v1.");
            assertThat(explain("http://example.com/notes/7")).contains("the host example.com are answered 403");
        }
    }

    private String explain(String what) {
        ServerProcess explained = precinct("explain", what, "--data", data.toString());
        assertThat(explained.process().exitValue()).as(explained.transcript()).isZero();
        return explained.out().getFirst();
    }
}
