package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests, by the packaged command line, which bundle each name belongs to, and how bundles are taken out of service. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BundleOwnershipTest {
    static final String ECHO = "io.precinct.boundary.echo";
    private static final String YAML = """
            service: owners
            access_log: false
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
              /swap: {method: get, boundary: swap, name: swap, optional: true}
              /endless: {method: get, boundary: endless, name: endless, optional: true, seconds: 1}
            """;

    @TempDir
    private static Path folder;

    private Service service;
    private int jars;

    @BeforeAll
    void start() {
        service = Service.on(folder, YAML);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    /** The result of a command. */
    record Said(int code, String text) {}

    private Said precinct(String... arguments) {
        return precinct(service, arguments);
    }

    /** Runs a command that asks a service. */
    static Said precinct(Service service, String... arguments) {
        var command = new ArrayList<>(Distribution.built().command(arguments));
        command.add("--data");
        command.add(service.data.toString());
        ServerProcess process = ServerProcess.launch(command, Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        String text = String.join("\n", process.out()) + "\n" + String.join("\n", process.err());
        return new Said(process.process().exitValue(), text);
    }

    private Said deploy(PluginJar jar, String... options) {
        return deploy(jar.bytes(), options);
    }

    private Said deploy(byte[] jar, String... options) {
        Path file = PluginJar.drop(jar, folder.resolve("jar-" + ++jars + ".jar"));
        var words = new ArrayList<String>(List.of("deploy", file.toString()));
        words.addAll(List.of(options));
        return precinct(words.toArray(String[]::new));
    }

    static PluginJar taking(String boundary, String bundle) {
        return PluginJar.answering(boundary, "1.0.0", "taken", 0).header("Bundle-SymbolicName", bundle);
    }

    /** A family with one member; the component names the family in a property. */
    static PluginJar family(String family, String member) {
        return PluginJar.of("test.family." + family, "1.0.0")
                .source("test.Takes", """
                        package test;
                        import io.precinct.api.boundary.*;
                        import java.util.List;
                        import java.util.Map;
                        public final class Takes implements BoundaryFamily {
                            public List<Member> members() {
                                return List.of(Member.get("/taken/%1$s", "%1$s",
                                        Declaration.terminal().writes("taken", true).build(),
                                        input -> Reply.ok(Map.of("taken", true))));
                            }
                        }
                        """.formatted(member))
                .component("test.Takes", "io.precinct.api.boundary.BoundaryFamily", "precinct.family.name", family);
    }

    private void awaitReady() {
        Eventually.until(
                () -> "it is ready: " + service.http.get("/ready").text(),
                () -> service.http.get("/ready").status() == 200);
    }

    private String echo() {
        return service.http.get("/echo/x").text();
    }

    static void assertRefused(Said said, String... parts) {
        assertThat(said.code()).as(said.text()).isEqualTo(1);
        assertThat(said.text()).startsWith("refused").contains(parts);
    }

    @Test
    void tailInspectionAndAdministrationAreNeverForSale() {
        for (String name : List.of("seal", "enforce_denials", "format", "verify_route", "trace_emit")) {
            assertRefused(
                    deploy(taking(name, "test.tail"), "--replace", name),
                    "the name boundary " + name + " belongs to io.precinct.boundary.",
                    "not even with --replace");
        }
        assertRefused(
                deploy(family("operations", "deploy"), "--replace", "operations.deploy"),
                "the name boundary operations.deploy belongs to io.precinct.boundary.operations");
        assertRefused(
                deploy(family("inspect", "anything"), "--replace", "inspect.anything"),
                "the name boundary inspect.anything belongs to io.precinct.boundary.");
        assertThat(service.http.get("/echo/x").header("X-Service-Seal")).isNotEmpty();
    }

    @Test
    void whatIsMeantIsShownAndTheOwnerServesAgainWithoutARequestLost() throws Exception {
        var running = new AtomicBoolean(true);
        var load = new Load(
                service.server.url(),
                Load.request("GET", "/echo/x", List.of(), new byte[0]),
                4,
                response -> response.status() == 200);
        CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                () -> load.run(running::get), task -> Thread.ofPlatform().start(task));

        Said would = deploy(taking("echo", "test.echo"), "--dry-run", "--replace", "echo");
        assertThat(would.text()).contains("would take boundary echo of " + ECHO + " 1.0.0");
        assertThat(echo()).contains("\"echoed\"");
        Said taken = deploy(taking("echo", "test.echo"), "--replace", "echo");
        assertThat(taken.code()).as(taken.text()).isZero();
        assertThat(echo()).contains("\"generation\":\"taken\"");
        assertThat(service.http.get("/inspect/bundles").text())
                .contains("\"replaces\":[{\"name\":\"boundary echo\",\"owner\":\"" + ECHO + "\"");
        assertThat(precinct("bundles").text()).contains("boundary echo of " + ECHO);
        assertThat(precinct("status").text()).contains("test.echo 1.0.0 has boundary echo of " + ECHO);

        assertThat(precinct("rollback", "test.echo").code()).isZero();
        assertThat(echo()).contains("\"echoed\"");
        assertThat(precinct("rollback", "test.echo").code()).isZero();
        assertThat(echo()).contains("\"generation\":\"taken\"");
        Said undeployed = precinct("undeploy", "test.echo");
        assertThat(undeployed.code()).as(undeployed.text()).isZero();
        assertThat(undeployed.text()).contains("boundary echo is " + ECHO + "'s again");
        assertThat(echo()).contains("\"echoed\"");

        running.set(false);
        Load.Outcome outcome = loading.get();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();
    }

    @Test
    void whatIsUndeployedOrDisabledStaysSoOverARestartAndComesBack() throws Exception {
        byte[] slow = PluginJar.answering("swap", "1.0.0", "slow", 20).bytes();
        PluginJar.drop(slow, service.boundaries.resolve("swap.jar"));
        Eventually.until("swap is served", () -> service.http.get("/swap").status() == 200);
        var running = new AtomicBoolean(true);
        var load = new Load(
                service.server.url(),
                Load.request("GET", "/swap", List.of(), new byte[0]),
                4,
                response -> response.status() == 200
                        || (response.status() == 503 && response.text().contains("swap")));
        CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                () -> load.run(running::get), task -> Thread.ofPlatform().start(task));
        Said undeployed = precinct("undeploy", "test.swap");
        assertThat(undeployed.text()).contains("still lies in the watched folder");
        assertThat(service.http.get("/swap").status()).isEqualTo(503);
        running.set(false);
        Load.Outcome outcome = loading.get();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();

        Said disabled = precinct("disable", "--force", ECHO);
        assertThat(disabled.code()).as(disabled.text()).isZero();
        assertThat(service.http.get("/echo/x").status()).isEqualTo(503);
        assertThat(precinct("bundles")
                        .text()
                        .lines()
                        .filter(line -> line.contains(ECHO + " "))
                        .findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains("disabled", "feature"));
        assertThat(precinct("explain", "echo").text()).contains("precinct enable " + ECHO);

        service.server.close();
        try (ServerProcess again =
                Distribution.built().run(service.config, service.data, Map.of(), "--features", "framework")) {
            var http = new Http(again.url());
            assertThat(http.get("/swap").status()).isEqualTo(503);
            assertThat(http.get("/echo/x").status()).isEqualTo(503);
            assertThat(precinct("status").text()).contains(ECHO);
            assertThat(precinct("enable", ECHO).code()).isZero();
            assertThat(http.get("/echo/x").status()).isEqualTo(200);
            assertThat(precinct("rollback", "test.swap").code()).isZero();
            assertThat(http.get("/swap").text()).contains("\"generation\":\"slow\"");
        }
        service = Service.on(folder, YAML);
        assertThat(service.http.get("/swap").status()).isEqualTo(200);
        assertThat(service.http.get("/echo/x").status()).isEqualTo(200);
        assertThat(precinct("undeploy", "test.swap").code()).isZero();
        Files.delete(service.boundaries.resolve("swap.jar"));
    }

    /**
     * Nothing serves in place of the first damaged bundle. The shipped bundle serves again in place of the second one.
     */
    @Test
    void whatDidNotComeBackIsUndeployedAndNotTriedAgain() throws Exception {
        assertThat(deploy(PluginJar.answering("swap", "1.0.0", "damaged", 0)).code())
                .isZero();
        assertThat(deploy(PluginJar.answering("echo", "99.0.0", "damaged", 0).header("Bundle-SymbolicName", ECHO))
                        .code())
                .isZero();
        assertThat(echo()).contains("\"generation\":\"damaged\"");
        service.server.close();
        damageStored("test.swap", ECHO);

        service = Service.on(folder, YAML);
        // On a busy machine, a check that is asked for the first time may not answer in time.
        Eventually.untilAsserted(
                "both are told of",
                () -> assertThat(service.http.get("/health").text())
                        .contains("test.swap 1.0.0 was accepted and does not serve")
                        .contains(ECHO + " 99.0.0 was accepted and does not serve"));
        assertThat(service.http.get("/swap").status()).isEqualTo(503);
        assertThat(echo()).contains("\"echoed\"");
        Said gone = precinct("undeploy", "test.swap");
        assertThat(gone.code()).as(gone.text()).isZero();
        Said overlaid = precinct("undeploy", ECHO);
        assertThat(overlaid.code()).as(overlaid.text()).isZero();
        assertThat(overlaid.text()).contains("as it was shipped, serves already");
        assertThat(echo()).contains("\"echoed\"");
        assertThat(service.http.get("/health").text()).doesNotContain("does not serve");
        int refused = refusals();
        assertThat(refused).isPositive();
        service.server.close();

        service = Service.on(folder, YAML);
        awaitReady();
        assertThat(service.http.get("/health").text()).doesNotContain("does not serve");
        assertThat(refusals()).as("outcomes are remembered").isEqualTo(refused);
        assertThat(service.server.transcript()).doesNotContain("was changed since it was accepted");
        assertThat(echo()).contains("\"echoed\"");
        assertRefused(precinct("undeploy", "test.swap"), "no bundle test.swap is deployed");
    }

    private int refusals() {
        return service.http.get("/inspect/bundles").text().split("\"result\":\"refused\"", -1).length - 1;
    }

    /** Damages the stored jars of bundles. The serving jar is the same file as the stored jar, or a copy of it. */
    private void damageStored(String... bundles) throws IOException {
        Path deployments = service.data.resolve("deployments");
        for (String bundle : bundles) {
            byte[] served = Files.readAllBytes(deployments.resolve("active/" + bundle + ".jar"));
            try (Stream<Path> jars = Files.list(deployments.resolve("store"))) {
                for (Path jar : jars.toList()) {
                    if (Arrays.equals(Files.readAllBytes(jar), served)) {
                        Files.delete(jar); // the link in the folder active keeps its content
                        Files.writeString(jar, "something else");
                    }
                }
            }
        }
    }

    @Test
    void aShippedBundleIsDisabledAndEnabledWhileItRuns() {
        for (int i = 0; i < 2; i++) {
            assertRefused(precinct("disable", ECHO), "uses the boundary echo");
            assertThat(precinct("disable", "--force", ECHO).code()).isZero();
            assertThat(service.http.get("/echo/x").status()).isEqualTo(503);
            Said again = precinct("disable", ECHO);
            assertThat(again.code()).as(again.text()).isZero();

            Said enabled = precinct("enable", ECHO);
            assertThat(enabled.code()).as(enabled.text()).isZero();
            assertThat(echo()).contains("\"echoed\"");
            Said unchanged = precinct("enable", ECHO);
            assertThat(unchanged.code()).as(unchanged.text()).isZero();
            assertThat(unchanged.text()).contains("it is not disabled");
        }
        awaitReady();
    }

    @Test
    void theServiceStartsServesAndSwapsWithoutContainment() {
        String containment = "io.precinct.containment";
        Said disabled = precinct("disable", containment);
        assertThat(disabled.code()).as(disabled.text()).isZero();
        service.close();
        service = Service.withCases(folder, YAML);

        awaitReady();
        assertThat(echo()).contains("\"echoed\"");
        String bundle = "test.uncontained";
        for (int i = 0; i < 2; i++) {
            Said deployed = deploy(taking("swap", bundle));
            assertThat(deployed.code()).as(deployed.text()).isZero();
            assertThat(service.http.get("/swap").status()).isEqualTo(200);
            Said undeployed = precinct("undeploy", bundle);
            assertThat(undeployed.code()).as(undeployed.text()).isZero();
        }
        Said explained = precinct("explain", bundle);
        assertThat(explained.text()).doesNotContain("Exception");
        awaitStuckIn("endless");

        Said enabled = precinct("enable", containment);
        assertThat(enabled.code()).as(enabled.text()).isZero();
    }

    /**
     * Deploys a boundary that ignores its interruption. Its request is answered in time, and its thread is reported.
     */
    private void awaitStuckIn(String boundary) {
        Path end = folder.resolve("end");
        Said deployed = deploy(
                PluginJar.of("test." + boundary, "1.0.0").boundary(boundary, "test.Endless", """
                package test;
                import io.precinct.api.boundary.*;
                import java.util.Map;
                public final class Endless implements Boundary {
                    public Declaration declaration() {
                        return Declaration.terminal().writes("n", true).build();
                    }
                    public Outcome cross(Input input) {
                        long n = 0;
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
                            try {
                                Thread.sleep(20);
                            } catch (InterruptedException e) {
                                n++;
                            }
                        }
                        return Reply.ok(Map.of("n", n));
                    }
                }
                """.formatted(end)));
        assertThat(deployed.code()).as(deployed.text()).isZero();
        assertThat(answerOnOwnConnection("/" + boundary))
                .startsWith("HTTP/1.1 504 ")
                .contains("\"code\":\"deadline\"");
        Eventually.until(
                () -> "its thread is stuck: "
                        + service.http.get("/inspect/bundles").text(),
                () -> service.http.get("/inspect/bundles").text().contains("\"stuck\":true"));
        assertThat(precinct("explain", boundary).text()).contains("cannot be ended");
        assertThat(echo()).contains("\"echoed\"");

        PluginJar.drop(new byte[0], end);
        Eventually.until(
                () -> "its thread has come back: "
                        + service.http.get("/inspect/bundles").text(),
                () -> !service.http.get("/inspect/bundles").text().contains("\"stuck\":true"));
    }

    /**
     * Answers over a separate connection, because that connection serves nothing else until the thread has come back.
     */
    private String answerOnOwnConnection(String path) {
        try (var socket = new Socket("127.0.0.1", service.server.url().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = new StringBuilder();
            int next = socket.getInputStream().read();
            while (next >= 0 && next != '}') {
                answer.append((char) next);
                next = socket.getInputStream().read();
            }
            return answer.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatTheServiceNeedsIsNotDisabled() {
        for (String bundle : List.of(
                "io.precinct.core",
                "io.precinct.http",
                "io.precinct.api",
                "io.precinct.config",
                "io.precinct.deploy",
                "io.precinct.boundary.seal",
                "io.precinct.boundary.enforce-denials",
                "io.precinct.boundary.operations",
                "io.precinct.boundary.inspect",
                "io.precinct.resolver.fixture",
                "io.precinct.events",
                "org.apache.felix.scr")) {
            Said said = precinct("disable", bundle);
            assertThat(said.code()).as(bundle).isEqualTo(1);
            assertThat(said.text()).startsWith("refused " + bundle).contains("\n  ");
        }
        assertThat(service.http.get("/echo/x").status()).isEqualTo(200);
    }

    @Test
    void whatIsWrongWithAJarIsSaid() {
        assertRefused(deploy(new byte[0]), "it is empty (0 bytes)");
        assertRefused(
                deploy(PluginJar.answering("odd", "1.0.0", "x", 0).header("Bundle-Version", "")),
                "its manifest has no Bundle-Version");
        byte[] newer = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, (byte) 70};
        assertRefused(
                deploy(PluginJar.answering("odd", "1.0.0", "x", 0).resource("test/Newer.class", newer)),
                "test/Newer.class is compiled for Java 26 (class file version 70), and this is Java 25");
        assertRefused(
                deploy(PluginJar.answering("odd", "1.0.0", "x", 0)
                        .described("test.Odd", "<scr:component xmlns:scr=\"http://www.osgi.org/xmlns/scr/v1.4.0\">\n")),
                "OSGI-INF/test.Odd.xml is not well-formed XML (line 2");
        assertRefused(
                deploy(PluginJar.answering("odd", "1.0.0", "x", 0)
                        .component("test.Gone", "io.precinct.api.service.HealthCheck")),
                "names the class test.Gone, which the jar does not hold");
        for (String shape : List.of("\"matches\", \"(\"", "\"gte\", 5, \"lte\", 3")) {
            assertRefused(
                    deploy(PluginJar.of("test.odd", "1.0.0").boundary("odd", "test.Odd", """
                            package test;
                            import io.precinct.api.boundary.*;
                            import java.util.Map;
                            public final class Odd implements Boundary {
                                public Declaration declaration() {
                                    return Declaration.terminal().reads("query", Map.of("n", Map.of(%s))).build();
                                }
                                public Outcome cross(Input input) { return Reply.ok(Map.of()); }
                            }
                            """.formatted(shape))),
                    "boundary odd: its input_shape at query.n");
        }
        assertRefused(deploy("PK".getBytes(StandardCharsets.UTF_8)), "is no OSGi bundle");
    }
}
