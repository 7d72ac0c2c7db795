package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the program as a process: starting, answering, receiving signals, stopping, being killed. */
@Tag("as-shipped")
@Timeout(180)
class ProcessTest {
    private static final String YAML = """
            service: process
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
              /slow: {method: get, boundary: slow, name: slow, optional: true}
            limits: {stop_seconds: 60}
            scenarios:
              echo:
                good: {params: {message: hi}, expected: {echoed: {message: hi}}}
                bad: {params: {message: hi}, expected: {echoed: {message: ho}}}
            """;

    /** The folder of {@link #lasting}. */
    @TempDir
    private static Path shared;

    /** The instance of all tests that only send requests and commands. */
    private static Service lasting;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        lasting = Service.on(shared, YAML);
    }

    @AfterAll
    static void stop() {
        lasting.close();
    }

    private static ServerProcess run(String... arguments) {
        ServerProcess process = ServerProcess.launch(Distribution.built().command(arguments), Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    private static ServerProcess ask(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--data";
        all[arguments.length + 1] = lasting.data.toString();
        return run(all);
    }

    @Test
    void itPrintsOneLineWhenItServesDrainsAfterSigtermAndExits0WithRequestsInFlight() throws Exception {
        String yaml = YAML.replace("stop_seconds: 60", "stop_seconds: 60, drain_seconds: 300");
        try (var service = Service.on(folder.resolve("with space"), yaml)) {
            Path entered = folder.resolve("entered");
            slow(entered).writeTo(service.boundaries.resolve("slow.jar"));
            service.awaitServed("slow");
            assertThat(service.server.out()).containsExactly("precinct ready on " + service.server.url());

            CompletableFuture<Http.Answer> inFlight = CompletableFuture.supplyAsync(() -> service.http.get("/slow"));
            Eventually.until("a request in flight", () -> Files.exists(entered));
            service.server.process().destroy();
            Eventually.untilAsserted(
                    "it is not ready any more",
                    () -> assertThat(service.http.get("/ready").status()).isEqualTo(503));
            assertThat(service.http.get("/health").status()).isEqualTo(200);
            Http.Answer drained = service.http.get("/echo/late");
            assertThat(drained.status()).isEqualTo(200);
            assertThat(drained.header("connection")).isEqualTo("close");
            assertThat(service.server.process().isAlive()).isTrue();
            service.server.process().destroy();

            assertThat(inFlight.get().status()).isEqualTo(200);
            assertThat(service.server.exited(Duration.ofSeconds(60))).isTrue();
            assertThat(service.server.process().exitValue())
                    .as(service.server.transcript())
                    .isZero();
            assertThat(service.data.resolve("run.json")).doesNotExist();
        }
    }

    @Test
    void sigtermUnderLoadLeavesNoRequestWithoutItsAnswer() throws Exception {
        try (var service = Service.on(folder, YAML)) {
            var load = new Load(
                    service.server.url(),
                    Load.request("GET", "/echo/hi", List.of(), new byte[0]),
                    8,
                    response -> response.status() == 200);
            var asked = new AtomicLong();
            CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                    () -> load.run(() -> {
                        asked.incrementAndGet();
                        return true;
                    }),
                    task -> Thread.ofPlatform().start(task));
            Eventually.until("requests under way", () -> asked.get() > 500);
            service.server.process().destroy();

            Load.Outcome outcome = loading.get();
            assertThat(outcome.firstFault()).isEmpty();
            assertThat(outcome.answered()).isEqualTo(outcome.sent());
            assertThat(outcome.dismissed()).isEqualTo(8);
            assertThat(service.server.exited(Duration.ofSeconds(60))).isTrue();
            assertThat(service.server.process().exitValue()).isZero();
        }
    }

    /** A boundary that creates a file when a request enters it, and answers after five seconds. */
    private static PluginJar slow(Path entered) {
        return PluginJar.of("test.slow", "1.0.0").boundary("slow", "test.Slow", """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                import java.nio.file.*;
                public final class Slow implements Boundary {
                    public Declaration declaration() {
                        return Declaration.terminal().writes("slow", true).build();
                    }
                    public Outcome cross(Input input) throws Exception {
                        Files.createFile(Path.of("%s"));
                        Thread.sleep(5_000);
                        return Reply.ok(Data.map("slow", true));
                    }
                }
                """.formatted(entered));
    }

    @Test
    void aSecondProcessOnTheSameDataIsRefused() {
        ServerProcess second =
                run("run", "--config", lasting.config.toString(), "--data", lasting.data.toString(), "--port", "0");

        assertThat(second.process().exitValue()).isEqualTo(1);
        assertThat(second.transcript()).contains(Long.toString(pid(lasting)));
        assertThat(lasting.http.get("/echo/still").status()).isEqualTo(200);
    }

    private static long pid(Service service) {
        return service.server
                .process()
                .toHandle()
                .descendants()
                .findFirst()
                .map(ProcessHandle::pid)
                .orElse(service.server.process().pid());
    }

    @Test
    void runJsonIsForItsOwnerOnly() throws Exception {
        Path runJson = lasting.data.resolve("run.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(runJson)))
                .isEqualTo("rw-------");
        assertThat(lasting.http.get("/admin/status").status()).isEqualTo(401);
    }

    @Test
    void aBadConfigurationIsToldTheSameByCheckAndByRun() {
        Path config = folder.resolve("bad");
        Service.write(config.resolve("service.yml"), """
                service: bad
                prot: 3000
                routes:
                  /x: {method: get, boundary: ecko}
                """);
        ServerProcess check = run("check", "--config", config.toString());
        ServerProcess start = run(
                "run",
                "--config",
                config.toString(),
                "--data",
                folder.resolve("data").toString(),
                "--port",
                "0");

        assertThat(check.process().exitValue()).isEqualTo(1);
        assertThat(start.process().exitValue()).isEqualTo(1);
        assertThat(check.out())
                .anySatisfy(line -> assertThat(line)
                        .contains("service.yml:2:")
                        .contains("prot")
                        .contains("port"));
        assertThat(check.out())
                .anySatisfy(line -> assertThat(line)
                        .contains("service.yml:4:")
                        .contains("ecko")
                        .contains("echo"));
        assertThat(start.out())
                .filteredOn(line -> line.contains("service.yml"))
                .isEqualTo(check.out().stream()
                        .filter(line -> line.contains("service.yml"))
                        .toList());
    }

    @Test
    void whatCanNeverWorkDoesNotCheck() throws Exception {
        Path config = folder.resolve("never");
        Files.writeString(folder.resolve("a-file"), "");
        Service.write(config.resolve("service.yml"), """
                service: never
                boundary_path: ../a-file
                resolvers: {Fixture: {fixture_dirs: [nowhere]}}
                limits: {body_bytes: 100000000000}
                routes:
                  /e/{a}: {method: get, boundary: echo, name: braces}
                  /h/:a: {method: get, boundary: echo, name: h}
                  /n: {methd: get, boundary: echo, name: mistyped}
                scenarios:
                  h:
                    never: {expected: {echoed: {count: {gte: 5, lte: 3}}}}
                    mistyped: {expected: {echoed: {a: {prefx: h}}}}
                """);
        ServerProcess check = run("check", "--config", config.toString());

        assertThat(check.process().exitValue()).isEqualTo(1);
        List<String> told = check.out().stream()
                .filter(line -> line.contains("service.yml:"))
                .map(line -> line.substring(line.indexOf("service.yml:")))
                .toList();
        assertThat(told)
                .anyMatch(line -> line.startsWith("service.yml:2: boundary_path takes a folder"))
                .anyMatch(line -> line.startsWith("service.yml:3:") && line.contains("nowhere"))
                .anyMatch(line -> line.startsWith("service.yml:4: limits.body_bytes takes a whole number"))
                .anyMatch(line -> line.startsWith("service.yml:6:") && line.contains("braces"))
                .anyMatch(line -> line.startsWith("service.yml:8:") && line.contains("did you mean \"method\"?"))
                .anyMatch(line -> line.startsWith("service.yml:11:") && line.contains("gte 5 is above lte 3"))
                .anyMatch(line -> line.startsWith("service.yml:12:") && line.contains("prefix"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(300));
    }

    @Test
    void scenariosThatWouldPassByMisunderstandingDoNotCheck() throws Exception {
        Path config = folder.resolve("misunderstood");
        Service.write(config.resolve("service.yml"), """
                service: misunderstood
                routes:
                  /h/:a: {method: get, boundary: echo, name: h}
                scenarios:
                  h:
                    match: {expected: {echoed: {a: {not: {match: '^h'}}}}}
                    equal: {expected: {echoed: {not: {contains: {eq: 5}}}}}
                    bounds:
                      expected:
                        echoed:
                          - id: {gte: 1}
                            n:
                              gte: 1
                              lt: 5
                    count: {expected: {echoed: {not: {count: -1}}}}
                    list: {expected: {echoed: {not: {gte: [1]}}}}
                    never: {expected: {echoed: {not: {gte: 5, lte: 3}}}}
                    late: {expected: {more: !Task 7, echoed: {every: {prefx: h}}}}
                    quoted: {expected: {echoed: !Fields {count: 3, lt: 5}, a: [!Fields {eq: 5}], b: !Match {gte: 1}}}
                    sound: {expected: {echoed: {not: {contains: {gte: 100}}}, a: [{gte: 1}, 7], b: {every: {any: [{gte: 3}, 7]}}}}
                """);
        ServerProcess check = run("check", "--config", config.toString());

        assertThat(check.process().exitValue()).as(check.transcript()).isEqualTo(1);
        assertThat(check.out().stream()
                        .filter(line -> line.contains("service.yml:"))
                        .map(line -> line.substring(line.indexOf("service.yml:"))))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("service.yml:6:")
                                .contains("\"match\" is no matcher", "\"matches\"?"),
                        line -> assertThat(line)
                                .startsWith("service.yml:7:")
                                .contains("\"eq\" is no matcher", "\"any\"?"),
                        line -> assertThat(line)
                                .startsWith("service.yml:14:")
                                .contains("\"lt\" is no matcher, but stands beside \"gte\"", "\"lte\"?"),
                        line -> assertThat(line).startsWith("service.yml:15:").contains("a count is at least 0"),
                        line -> assertThat(line).startsWith("service.yml:16:").contains("gte takes a number"),
                        line -> assertThat(line).startsWith("service.yml:17:").contains("gte 5 is above lte 3"),
                        line -> assertThat(line)
                                .startsWith("service.yml:18:")
                                .contains("\"prefx\" is no matcher", "\"prefix\"?"));
    }

    @Test
    void theDefaultConfigurationChecksClean() {
        ServerProcess check = run("check");

        assertThat(check.process().exitValue()).as(check.transcript()).isZero();
        assertThat(check.out())
                .containsExactly("ok: " + Distribution.built().home().resolve("config"));
    }

    @Test
    void clientCommandsAskTheRunningInstance() {
        assertThat(ask("status").process().exitValue()).isZero();
        assertThat(ask("bundles").out()).anySatisfy(line -> assertThat(line).contains("io.precinct.boundary.echo"));
        assertThat(ask("explain", "echo").out().getFirst()).contains("echo");
        ServerProcess good = ask("scenario", "echo", "good");
        ServerProcess bad = ask("scenario", "echo", "bad");
        assertThat(good.process().exitValue()).as(good.transcript()).isZero();
        assertThat(bad.process().exitValue()).as(bad.transcript()).isEqualTo(1);
        assertThat(bad.transcript()).contains("\"ho\"", "\"hi\"");
        ServerProcess json = ask("scenario", "echo", "bad", "--json", "--param", "message:={\"a\":[1,null]}");
        assertThat(json.transcript()).contains("got \\\"{\\\\\\\"a\\\\\\\":[1,null]}\\\"");
        ServerProcess unknown = ask("scenario", "echo", "nope");
        assertThat(unknown.process().exitValue()).as(unknown.transcript()).isEqualTo(1);
        assertThat(unknown.transcript()).contains("nope", "good", "bad").doesNotContain("parameter");
    }

    @Test
    void aDeploymentByCommandPrintsItsOutcome() throws Exception {
        Path jar = PluginJar.answering("slow", "1.0.0", "by-command", 0).writeTo(folder.resolve("slow.jar"));
        Path broken = Files.writeString(folder.resolve("broken.jar"), "not a jar");

        ServerProcess dry = ask("deploy", "--dry-run", jar.toString());
        assertThat(dry.process().exitValue()).as(dry.transcript()).isZero();
        assertThat(lasting.http.get("/slow").status()).isEqualTo(503);
        ServerProcess deployed = ask("deploy", jar.toString());
        assertThat(deployed.process().exitValue()).as(deployed.transcript()).isZero();
        assertThat(lasting.http.get("/slow").text()).contains("by-command");
        ServerProcess refused = ask("deploy", broken.toString());
        assertThat(refused.process().exitValue()).isEqualTo(1);
        assertThat(refused.transcript()).contains("broken.jar");
    }

    @Test
    void aSavedAnswerCanBeVerifiedAndAForgedOneCannot() throws Exception {
        String answer =
                lasting.http.get("/echo/hello", "X-Service-Seal", "leaves").text();
        Path good = Files.writeString(folder.resolve("answer.json"), answer);
        Path forged = Files.writeString(folder.resolve("forged.json"), answer.replace("hello", "jello"));
        Path bare = Files.writeString(
                folder.resolve("bare.json"), lasting.http.get("/echo/hello").text());

        assertThat(run("seal", "verify", good.toString()).process().exitValue()).isZero();
        assertThat(run("seal", "verify", forged.toString()).process().exitValue())
                .isEqualTo(1);
        assertThat(run("seal", "verify", bare.toString()).process().exitValue()).isEqualTo(3);
    }

    @Test
    void wrongUsageExits2AndHelp0() {
        assertThat(run("rnu").process().exitValue()).isEqualTo(2);
        assertThat(run("run", "--no-such-option").process().exitValue()).isEqualTo(2);
        assertThat(run("--help").process().exitValue()).isZero();
    }
}
