package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the database shuts down properly with the program, however that ends and whatever plug-ins do. */
@Tag("as-shipped")
@Timeout(240)
class EndTest {
    private static final String YAML = """
        service: end
        access_log: false
        routes:
          /computes: {method: get, boundary: computes, name: computes, optional: true}
          /insists: {method: get, boundary: insists, name: insists, optional: true}
          /exits: {method: get, boundary: exits, name: exits, optional: true}
          /halts: {method: get, boundary: halts, name: halts, optional: true}
          /reflects: {method: get, boundary: reflects, name: reflects, optional: true}
        """;

    @TempDir
    private Path folder;

    private static PluginJar plugin(String boundary, String body) {
        String type = "End" + boundary;
        return PluginJar.of("test." + boundary, "1.0.0").boundary(boundary, "test." + type, """
            package test;
            import io.precinct.api.boundary.*;
            import io.precinct.api.data.Data;
            public final class %s implements Boundary {
                public Declaration declaration() {
                    return Declaration.terminal().writes("done", true).build();
                }
                public Outcome cross(Input input) throws Exception {
                    %s
                    return Reply.ok(Data.map("done", true));
                }
            }
            """.formatted(type, body));
    }

    private Service withPlugin(String boundary, String body) {
        Service service = Service.withCases(folder, YAML);
        plugin(boundary, body).writeTo(service.boundaries.resolve(boundary + ".jar"));
        service.awaitServed(boundary);
        return service;
    }

    private static Path postmaster(Service service) {
        return service.data.resolve("postgres/cluster/postmaster.pid");
    }

    private static ProcessHandle database(Service service) throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(postmaster(service)).getFirst()))
                .orElseThrow();
    }

    private static void assertEndsProperly(Service service, ProcessHandle database) {
        Eventually.until(() -> "the end of the database, pid " + database.pid(), () -> !database.isAlive());
        assertThat(postmaster(service))
                .as("a database that finishes properly removes it; " + service.server.transcript())
                .doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"computes", "insists"})
    void sigtermBesideRequestsThatNeverEndKeepsItsTenSeconds(String boundary) throws Exception {
        String body = boundary.equals("computes")
                ? "long n = 0; while (n >= 0) { n = (n + 1) & 0xFFFF; }"
                : "while (true) { try { Thread.sleep(3_600_000); } catch (InterruptedException e) {"
                        + " if (System.nanoTime() == 0) { break; } } }";
        try (Service service = withPlugin(boundary, body)) {
            ProcessHandle database = database(service);
            List<CompletableFuture<Http.Answer>> stuck = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                stuck.add(CompletableFuture.supplyAsync(
                        () -> service.http.get("/" + boundary),
                        task -> Thread.ofPlatform().daemon().start(task)));
            }
            Eventually.until(
                    "requests at work",
                    () -> service.server.cpu().toMillis() > 0 && stuck.stream().noneMatch(CompletableFuture::isDone));
            long asked = System.nanoTime();
            service.server.process().destroy();

            assertThat(service.server.exited(Duration.ofSeconds(30))).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - asked))
                    .as(service.server.transcript())
                    .isLessThan(Duration.ofSeconds(10));
            assertThat(service.server.process().exitValue()).isZero();
            assertEndsProperly(service, database);
            assertThat(service.data.resolve("run.json")).doesNotExist();
        }
    }

    @Test
    void sigkillEndsTheDatabaseProperlyAndTheNextStartFindsEverything() throws Exception {
        ProcessHandle database;
        try (Service service = Service.withCases(folder, YAML)) {
            database = database(service);
            service.server.process().destroyForcibly();
            assertEndsProperly(service, database);
        }
        try (Service again = Service.withCases(folder, YAML)) {
            assertThat(again.http.get("/api/tasks").status()).isEqualTo(200);
            // Killed once more, and then started while the database may still be shutting down.
            again.server.process().destroyForcibly();
        }
        try (Service third = Service.withCases(folder, YAML)) {
            assertThat(third.http.get("/api/tasks").status()).isEqualTo(200);
        }
    }

    @Test
    void exitInAPlugInIsRefusedOrElseAnOrderlyStopWithTheCulpritNamed() throws Exception {
        try (Service service = withPlugin("exits", "System.exit(3);")) {
            plugin("halts", "java.util.function.IntConsumer end = Runtime.getRuntime()::halt; end.accept(4);")
                    .writeTo(service.boundaries.resolve("halts.jar"));
            plugin("reflects", "System.class.getMethod(\"exit\", int.class).invoke(null, 5);")
                    .writeTo(service.boundaries.resolve("reflects.jar"));
            service.awaitServed("halts");
            service.awaitServed("reflects");
            ProcessHandle database = database(service);
            assertThat(service.http.get("/exits").status()).isEqualTo(500);
            assertThat(service.http.get("/halts").status()).isEqualTo(500);
            assertThat(service.http.get("/health").status()).isEqualTo(200);
            Eventually.until(
                    "the refusal in the log",
                    () -> service.server.err().stream()
                            .anyMatch(line -> line.contains("the bundle test.exits 1.0.0 calls System.exit")));

            var last = CompletableFuture.runAsync(
                    () -> service.http.get("/reflects"),
                    task -> Thread.ofPlatform().daemon().start(task));
            assertThat(service.server.exited(Duration.ofSeconds(30))).isTrue();
            assertThat(last).isNotNull();
            assertThat(service.server.transcript()).contains("the bundle test.reflects 1.0.0 ends the process");
            assertEndsProperly(service, database);
        }
    }
}
