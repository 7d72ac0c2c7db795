package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the way back across migrations: generations of domains that are deployed into the packaged distribution. Each test
 * has a domain of its own in one product, which it may restart.
 */
@Timeout(240)
class DomainGenerationsTest {
    private static final String YAML = "service: generations\naccess_log: false\nroutes:\n"
            + MigratedDomain.route("expanded") + MigratedDomain.route("contracted") + MigratedDomain.route("broken")
            + MigratedDomain.route("gone") + MigratedDomain.route("offline");

    @TempDir
    private static Path folder;

    private static Service service;
    private static String token;

    @BeforeAll
    static void start() throws IOException {
        Service.initializeDatabase(folder);
        run();
    }

    private static void run() throws IOException {
        service = Service.on(folder, YAML, "--features", "framework,cases");
        Map<?, ?> instance = (Map<?, ?>) Http.json(Files.readString(service.data.resolve("run.json")));
        token = String.valueOf(instance.get("token"));
    }

    private static void restart() throws IOException {
        service.close();
        run();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private record Ended(boolean done, String text) {}

    /** Deploys a generation by the endpoint that the command uses. */
    private static Ended deploy(String name, String... kinds) throws IOException, InterruptedException {
        return deploy(MigratedDomain.of(name, kinds), "");
    }

    private static Ended deploy(MigratedDomain generation, String options) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI target = service.server.url().resolve("/admin/deploy?name=loans.jar" + options);
            var answer = client.send(
                    HttpRequest.newBuilder(target)
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/java-archive")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(
                                    generation.jar().bytes()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Ended(answer.statusCode() == 200, answer.body());
        }
    }

    /** Rolls a bundle back or undeploys it, by the endpoint that the command uses. */
    private static Ended admin(String action, String name) {
        Http.Answer answer = service.http.post(
                "/admin/" + action, "{\"bundle\": \"test." + name + "\"}", "Authorization", "Bearer " + token);
        return new Ended(answer.status() == 200, answer.text());
    }

    private static Ended precinct(String... words) {
        var arguments = new ArrayList<>(Arrays.asList(words));
        arguments.addAll(List.of("--data", service.data.toString()));
        ServerProcess process =
                ServerProcess.launch(Distribution.built().command(arguments.toArray(String[]::new)), Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return new Ended(process.process().exitValue() == 0, process.out() + " " + process.err());
    }

    private static void done(Ended ended) {
        assertThat(ended.done()).as(ended.text()).isTrue();
    }

    private static void refused(Ended ended, String... reasons) {
        assertThat(ended.done()).as(ended.text()).isFalse();
        assertThat(ended.text()).contains(reasons);
    }

    private static void assertServes(String name, int generation) {
        Http.Answer answer = service.http.post("/" + name, "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json()).containsEntry("generation", generation);
        assertReady();
    }

    private static void assertReady() {
        Http.Answer ready = service.http.get("/ready");
        assertThat(ready.status()).as(ready.text()).isEqualTo(200);
        assertThat(service.http.get("/api/tasks").status()).isEqualTo(200);
    }

    private static void assertGone(String name) {
        assertThat(service.http.post("/" + name, "").status()).isEqualTo(503);
    }

    @Test
    void anExpandingMigrationLeavesTheWayBackOpen() throws Exception {
        done(deploy("expanded"));
        done(deploy("expanded", "expand"));
        assertServes("expanded", 2);

        done(admin("rollback", "expanded"));
        assertServes("expanded", 1);
        restart();
        assertServes("expanded", 1);
        done(deploy("expanded", "expand", "expand"));
        assertServes("expanded", 3);
        done(admin("undeploy", "expanded"));
        done(deploy("expanded", "expand"));
        assertServes("expanded", 2);
    }

    @Test
    void aContractRefusesTheWayBackBeforeAnythingChanges() throws Exception {
        done(deploy("contracted"));
        Ended dry = deploy(MigratedDomain.of("contracted", "contract").unhealthy(), "&dry_run=true");
        done(dry);
        assertThat(dry.text()).contains("002.sql of schema contracted was tried and taken back");
        assertServes("contracted", 1);
        done(deploy("contracted", "contract"));

        refused(
                admin("rollback", "contracted"),
                "the database is newer",
                "002.sql",
                "is declared as a contract",
                "restore a backup");
        assertServes("contracted", 2);

        done(admin("undeploy", "contracted"));
        refused(deploy("contracted"), "the database is newer");
        assertGone("contracted");
        assertReady();
        done(deploy("contracted", "contract", ""));
        assertServes("contracted", 3);
        refused(admin("rollback", "contracted"), "003.sql", "does not declare that it expands the schema");
        assertServes("contracted", 3);
    }

    /** Its migration ran, and it was refused for another reason: the generation before cannot work any more. */
    @Test
    void aBundleThatTheDatabaseRefusesIsLeftOutAtAStartAndNothingElseIs() throws Exception {
        done(deploy("broken"));
        refused(deploy(MigratedDomain.of("broken", "contract").unhealthy(), ""), "a test wants it so");
        String config = service.config.toString();
        refused(
                precinct("check", "--config", config),
                "database: test.broken 1.0.0: the database is newer",
                "the next start serves everything else");
        restart();

        assertReady();
        assertGone("broken");
        Http.Answer health = service.http.get("/health");
        assertThat(health.json()).containsEntry("status", "degraded");
        for (String told : List.of(
                health.text(),
                service.http.get("/ready").text(),
                precinct("status").text(),
                service.server.transcript())) {
            assertThat(told).contains("test.broken").contains("the database is newer");
        }
        done(deploy("broken", "contract"));
        assertServes("broken", 2);
        done(precinct("check", "--config", config));
        assertThat(service.http.get("/health").json()).containsEntry("status", "up");
    }

    @Test
    void whatWasUndeployedStaysAwayHoweverManyGenerationsThereWere() throws Exception {
        done(deploy("gone"));
        done(admin("undeploy", "gone"));
        done(deploy("gone", "expand"));
        done(admin("undeploy", "gone"));
        Path file = service.boundaries.resolve("gone.jar");
        MigratedDomain.of("gone", "expand", "expand").jar().writeTo(file);
        Eventually.untilAsserted("v3 serves", () -> assertServes("gone", 3));
        Files.delete(file);
        Eventually.untilAsserted("v3 is gone", () -> assertGone("gone"));

        done(deploy("gone", "expand"));
        done(deploy("gone", "expand", "expand"));
        done(admin("undeploy", "gone"));
        MigratedDomain.of("gone", "expand", "expand", "expand").jar().writeTo(file);
        Eventually.untilAsserted("v4 serves", () -> assertServes("gone", 4));
        service.close();
        Files.delete(file);
        run();
        Eventually.untilAsserted("v4 is gone", () -> assertGone("gone"));
        done(admin("rollback", "gone"));
        assertServes("gone", 4);
    }

    /** Nothing runs: the commands change what the next start brings back. */
    @Test
    void bundlesAreRolledBackAndTakenOutWhileNothingRuns() throws Exception {
        String config = service.config.toString();
        done(deploy("offline"));
        done(deploy("offline", "expand"));
        service.close();

        Ended back = precinct("rollback", "test.offline");
        done(back);
        assertThat(back.text()).contains("rolled back test.offline 1.0.0", "replacing 2.0.0", "from the next start on");
        assertThat(back.text()).contains("what the configuration uses of it was not checked");
        assertThat(precinct("bundles").text()).contains("test.offline", "1.0.0", "stopped", "rolled_back");
        done(precinct("disable", "io.precinct.boundary.echo", "--config", config));
        refused(precinct("disable", "io.precinct.core"), "part of the framework");
        run();
        assertServes("offline", 1);
        assertThat(service.http.get("/inspect/bundles").text()).contains("\"disabled\":true");
        service.close();

        Ended out = precinct("undeploy", "test.offline");
        done(out);
        assertThat(out.text()).contains("what the configuration uses of it was not checked");
        done(precinct("enable", "io.precinct.boundary.echo"));
        refused(precinct("undeploy", "test.offline"), "no bundle test.offline is deployed");
        run();
        assertGone("offline");
        assertThat(service.http.get("/inspect/bundles").text()).doesNotContain("\"disabled\":true");
        refused(precinct("bundles", "--url", "http://127.0.0.1:1"), "no precinct answers on");
    }

    /** The schema of checklists in the graph was made by something else. */
    @Test
    void aShippedDomainThatTheDatabaseRefusesCostsItsOwnRoutesOnly(@TempDir Path elsewhere) throws SQLException {
        try (TestServer server = TestServer.start();
                TestDatabase database = TestDatabase.on(server)) {
            DatabaseAddress address = database.address();
            try (Connection connection =
                            DriverManager.getConnection(address.url(), address.user(), address.password());
                    Statement statement = connection.createStatement()) {
                statement.execute("""
                        CREATE SCHEMA IF NOT EXISTS precinct;
                        CREATE TABLE IF NOT EXISTS precinct.migration (schema text NOT NULL, position int NOT NULL, name text NOT NULL,
                            sha256 text NOT NULL, sql text NOT NULL, number bigint GENERATED ALWAYS AS IDENTITY,
                            at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (schema, position), UNIQUE (schema, name));
                        INSERT INTO precinct.migration (schema, position, name, sha256, sql)
                            VALUES ('graph', 0, 'other.sql', '', '')""");
            }
            Service.write(
                    elsewhere.resolve("config/cases.yml"),
                    "database: {url: '%s', user: '%s', password: '%s'}\n"
                            .formatted(address.url(), address.user(), address.password()));
            try (Service other =
                    Service.on(elsewhere, "service: other\naccess_log: false\n", "--features", "framework,cases")) {
                assertThat(other.http.get("/ready").status()).isEqualTo(200);
                assertThat(other.http.get("/api/tasks").status()).isEqualTo(200);
                Http.Answer refused = other.http.get("/api/graph/nodes/nothing");
                assertThat(refused.status()).as(refused.text()).isEqualTo(503);
                assertThat(refused.json()).containsEntry("code", "database_unavailable");
                Http.Answer health = other.http.get("/health");
                assertThat(health.json()).containsEntry("status", "degraded");
                assertThat(health.text())
                        .contains("io.precinct.graph", "is 001-graph.sql here and other.sql in the database");
            }
        }
    }
}
