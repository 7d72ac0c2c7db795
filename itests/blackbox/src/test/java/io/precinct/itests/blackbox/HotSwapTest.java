package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests boundaries that are replaced, rolled back and refused while requests run on keep-alive connections. */
@Tag("as-shipped")
@Timeout(240)
class HotSwapTest {
    private static final String YAML = """
            service: swapping
            access_log: false
            routes:
              /swap: {method: get, boundary: swap, name: swap, optional: true}
              /echo/:message: {method: get, boundary: echo, name: echo}
              /stays: {method: get, boundary: stays, name: stays, optional: true}
            """;

    /** A boundary that never returns, even if it is interrupted. */
    private static final String STAYS = """
            package test;
            import io.precinct.api.boundary.*;
            import java.util.concurrent.Semaphore;
            public final class Stays implements Boundary {
                public Declaration declaration() {
                    return Declaration.terminal().build();
                }
                public Outcome cross(Input input) {
                    new Semaphore(0).acquireUninterruptibly();
                    return null;
                }
            }
            """;

    @TempDir
    private Path folder;

    private Service service;

    @BeforeEach
    void start() {
        service = Service.on(folder, YAML);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void drop(byte[] jar) {
        PluginJar.drop(jar, service.boundaries.resolve("swap.jar"));
    }

    private void awaitGeneration(String generation) {
        Eventually.until(
                () -> generation + ", but " + service.http.get("/swap").text() + service.server.transcript(),
                () -> service.http.get("/swap").text().contains("\"generation\":\"" + generation + "\""));
    }

    private Load load() {
        return new Load(
                service.server.url(),
                Load.request("GET", "/swap", List.of(), new byte[0]),
                4,
                response -> response.status() == 200 && response.text().contains("\"generation\":\""));
    }

    @Test
    void swapsRebuildsRollbacksAndBrokenBundlesLoseNoRequest() throws Exception {
        drop(PluginJar.answering("swap", "1.0.0", "a", 0).bytes());
        awaitGeneration("a");
        var swapping = new AtomicBoolean(true);
        CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                () -> load().run(swapping::get), task -> Thread.ofPlatform().start(task));

        drop(PluginJar.answering("swap", "2.0.0", "b", 2).bytes());
        awaitGeneration("b");
        drop(PluginJar.answering("swap", "2.0.0", "c", 0).bytes()); // a rebuild of one version
        awaitGeneration("c");
        drop(PluginJar.answering("swap", "1.0.0", "d", 0).bytes()); // an older version, dropped later
        awaitGeneration("d");
        byte[] whole = PluginJar.answering("swap", "3.0.0", "cut", 0).bytes();
        drop(java.util.Arrays.copyOf(whole, whole.length / 2)); // like a half-written file: nothing happens
        for (byte[] broken : broken()) {
            int known = outcomes("refused");
            drop(broken);
            Eventually.until(
                    () -> "a refusal, but "
                            + service.http.get("/inspect/bundles").text(),
                    () -> outcomes("refused") > known);
        }
        assertThat(service.http.get("/swap").text()).contains("\"generation\":\"d\"");
        assertThat(precinct("rollback", "test.swap").process().exitValue()).isZero();
        awaitGeneration("c");

        swapping.set(false);
        Load.Outcome outcome = loading.get();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.wrong()).isZero();
        assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();
    }

    /** Bundles that must never take a request; each is refused for a different reason. */
    private static List<byte[]> broken() {
        return List.of(
                PluginJar.answering("swap", "3.0.1", "x", 0)
                        .header("Import-Package", "io.precinct.api.boundary,io.precinct.api.data,no.such.thing")
                        .bytes(),
                PluginJar.answering("swap", "3.0.2", "x", 0)
                        .header("Bundle-SymbolicName", "")
                        .bytes(),
                PluginJar.of("test.swap", "3.0.3")
                        .boundary("swap", "test.Throws", """
                                package test;
                                import io.precinct.api.boundary.*;
                                public final class Throws implements Boundary {
                                    public Throws() { throw new IllegalStateException("cannot start"); }
                                    public Declaration declaration() { return Declaration.terminal().build(); }
                                    public Outcome cross(Input input) { return Reply.ok(null); }
                                }
                                """)
                        .bytes(),
                PluginJar.of("test.swap", "3.0.4")
                        .boundary("swap", "test.Sick", """
                                package test;
                                import io.precinct.api.boundary.*;
                                public final class Sick implements Boundary {
                                    public Declaration declaration() { return Declaration.terminal().build(); }
                                    public Outcome cross(Input input) { return Reply.ok(null); }
                                }
                                """)
                        .source("test.Check", """
                                package test;
                                import io.precinct.api.service.HealthCheck;
                                public final class Check implements HealthCheck {
                                    public String subject() { return "sick"; }
                                    public Verdict check() { return Verdict.down("not today"); }
                                }
                                """)
                        .component("test.Check", "io.precinct.api.service.HealthCheck")
                        .bytes());
    }

    private int outcomes(String result) {
        String text = service.http.get("/inspect/bundles").text();
        return text.split("\"" + result + "\"", -1).length - 1;
    }

    private ServerProcess precinct(String... arguments) {
        var command = Distribution.built().command(arguments);
        command.add("--data");
        command.add(service.data.toString());
        ServerProcess process = ServerProcess.launch(command, Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    @Test
    void aHalfWrittenJarIsNotInstalledUntilItIsWhole() throws Exception {
        byte[] jar = PluginJar.answering("swap", "1.0.0", "slowly", 0).bytes();
        Path target = service.boundaries.resolve("slow.jar");
        try (var out = Files.newOutputStream(target)) {
            out.write(jar, 0, jar.length / 2);
            out.flush();
            assertThat(service.http.get("/swap").status()).isEqualTo(503);
            out.write(jar, jar.length / 2, jar.length - jar.length / 2);
        }
        awaitGeneration("slowly");
    }

    @Test
    void whatWasDeployedServesAgainAfterAKill() {
        drop(PluginJar.answering("swap", "1.0.0", "kept", 0).bytes());
        awaitGeneration("kept");
        service.server.process().destroyForcibly();
        assertThat(service.server.exited(Duration.ofSeconds(10))).isTrue();
        try (ServerProcess again = Distribution.built().run(service.config, service.data)) {
            assertThat(new Http(again.url()).get("/swap").text()).contains("\"generation\":\"kept\"");
        }
    }

    @Test
    void aSwapOfTheConfigurationLosesNoRequest() throws Exception {
        var swapping = new AtomicBoolean(true);
        var load = new Load(
                service.server.url(),
                Load.request("GET", "/echo/x", List.of(), new byte[0]),
                4,
                response -> response.status() == 200);
        CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                () -> load.run(swapping::get), task -> Thread.ofPlatform().start(task));
        for (int i = 0; i < 10; i++) {
            String name = "extra" + i;
            Service.write(
                    service.config.resolve("service.yml"),
                    YAML + "  /" + name + ": {method: get, boundary: echo, name: " + name + "}\n");
            Eventually.until(
                    name + " is served", () -> service.http.get("/" + name).status() == 200);
        }
        Service.write(
                service.config.resolve("service.yml"), "bind:\n" + YAML + "  /broken: {method: get, boundry: echo}\n");
        Eventually.until(
                "the problems are shown",
                () -> service.http.get("/inspect/config").text().contains("boundry"));
        assertThat((List<?>) service.http.get("/inspect/config").json().get("warnings"))
                .singleElement()
                .asString()
                .contains("bind says nothing");
        assertThat(Files.readAllLines(service.data.resolve("logs/precinct.log")))
                .filteredOn(line -> line.contains("bind says nothing"))
                .isNotEmpty()
                .allMatch(line -> line.contains("\"level\":\"WARN\""));
        assertThat(service.http.get("/extra9").status()).isEqualTo(200);
        swapping.set(false);
        Load.Outcome outcome = loading.get();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.answered()).isEqualTo(outcome.sent()).isPositive();
    }

    @Test
    void theLoadersOfReplacedGenerationsAreCollected() {
        var generation = new AtomicLong();
        for (int i = 0; i < 30; i++) {
            drop(PluginJar.answering("swap", "1.0." + i, "g" + generation.incrementAndGet(), 0)
                    .bytes());
            awaitGeneration("g" + generation.get());
        }
        Eventually.until(() -> "at most 2 old loaders alive:\n" + aliveLines(), () -> {
            service.server.collectGarbage();
            return alive() <= 3; // the serving generation, and at most two old ones
        });
    }

    /** If the thread held the snapshot, it would hold every bundle that had a chain when its request came. */
    @Test
    void aThreadThatIsStuckKeepsNoOtherBundleInMemory() throws Exception {
        PluginJar.drop(
                PluginJar.of("test.stays", "1.0.0")
                        .boundary("stays", "test.Stays", STAYS)
                        .bytes(),
                service.boundaries.resolve("stays.jar"));
        drop(PluginJar.answering("swap", "1.0.0", "a", 0).bytes());
        awaitGeneration("a");
        service.awaitServed("stays");
        try (Socket stuck = new Socket("127.0.0.1", service.server.url().getPort())) {
            stuck.getOutputStream()
                    .write("GET /stays HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Eventually.until(
                    () -> "one request is in flight: "
                            + service.http.get("/metrics").text(),
                    () -> service.http.get("/metrics").text().contains("precinct_http_in_flight 2"));

            assertThat(precinct("undeploy", "test.swap").process().exitValue()).isZero();

            Eventually.until(() -> "no loader of test.swap alive:\n" + aliveLines(), () -> {
                service.server.collectGarbage();
                return alive() == 0;
            });
        }
    }

    /**
     * Otherwise the container would meanwhile be notifying all listeners of the bundle's service, and would hold them.
     */
    @Test
    void aBundleThatNeverEndsActivatingOrDeactivatingKeepsNoOtherBundleInMemory() throws Exception {
        Service.write(
                service.config.resolve("service.yml"),
                YAML + "  /known: {method: get, boundary: echo, name: known}\ndeploy: {activation_seconds: 2}\n");
        Eventually.until(
                "the new configuration", () -> service.http.get("/known").status() == 200);
        drop(PluginJar.answering("swap", "1.0.0", "a", 0).bytes());
        awaitGeneration("a");
        int known = outcomes("refused");
        PluginJar.drop(hanging("begins", "public Hangs() { hang(); }"), jar("begins"));
        Eventually.until(
                () -> "one more is refused: "
                        + service.http.get("/inspect/bundles").text(),
                () -> outcomes("refused") > known);
        PluginJar.drop(hanging("ends", "protected void deactivate() { hang(); }"), jar("ends"));
        service.awaitServed("ends");
        Files.delete(jar("ends"));
        Eventually.until(
                () -> "one generation is left: " + aliveLines(),
                () -> aliveLines().contains("precinct_generations_alive{bundle=\"test.ends\"} 1"));

        assertThat(precinct("undeploy", "test.swap").process().exitValue()).isZero();

        Eventually.until(() -> "no loader of test.swap alive:\n" + aliveLines(), () -> {
            service.server.collectGarbage();
            return !aliveLines().contains("precinct_generations_alive{bundle=\"test.swap\"} 1");
        });
        assertThat(aliveLines()).contains("{bundle=\"test.begins\"} 1").contains("{bundle=\"test.ends\"} 1");
    }

    /** Other bundles are deployed while its declaration is awaited; in the end, it is refused. */
    @Test
    void aBundleThatNeverSaysWhatItDeclaresIsRefusedAndKeepsNobodyWaiting() {
        Service.write(
                service.config.resolve("service.yml"),
                YAML + "  /known: {method: get, boundary: echo, name: known}\ndeploy: {activation_seconds: 2}\n");
        Eventually.until(
                "the new configuration", () -> service.http.get("/known").status() == 200);
        PluginJar.drop(hanging("mute", "public Declaration declaration() { hang(); return null; }"), jar("mute"));

        Eventually.until(
                () -> "it is refused: " + service.http.get("/inspect/bundles").text(), () -> outcomes("refused") == 1);
        assertThat(service.http.get("/inspect/bundles").text())
                .contains("test.mute did not declare what its plug-ins are within 2000 ms");
        drop(PluginJar.answering("swap", "1.0.0", "a", 0).bytes());
        awaitGeneration("a");
    }

    /** Threads that serve requests are renewed, so values that a plug-in left on them go. */
    @Test
    void aThreadLocalThatAPlugInLeftGoesWithItsThread() throws Exception {
        PluginJar.drop(
                PluginJar.of("test.stays", "1.0.0")
                        .boundary("stays", "test.Leaves", """
                            package test;
                            import io.precinct.api.boundary.*;
                            import java.util.Map;
                            public final class Leaves implements Boundary {
                                private static final ThreadLocal<Leaves> MINE = new ThreadLocal<>();
                                public Declaration declaration() {
                                    return Declaration.terminal().writes("left", true).build();
                                }
                                public Outcome cross(Input input) {
                                    MINE.set(this);
                                    return Reply.ok(Map.of("left", true));
                                }
                            }
                            """)
                        .bytes(),
                jar("stays"));
        service.awaitServed("stays");
        for (int i = 0; i < 20; i++) {
            assertThat(service.http.get("/stays").status()).isEqualTo(200);
        }
        Files.delete(jar("stays"));
        // Without load, idle threads would end by themselves.
        var going = new AtomicBoolean(true);
        var others = new Load(
                service.server.url(),
                Load.request("GET", "/echo/hi", List.of(), new byte[0]),
                4,
                response -> response.status() == 200);
        CompletableFuture<Load.Outcome> loading = CompletableFuture.supplyAsync(
                () -> others.gently(going::get), task -> Thread.ofPlatform().start(task));
        try {
            Eventually.until(() -> "no loader of test.stays alive:\n" + aliveLines(), () -> {
                service.server.collectGarbage();
                return aliveLines().contains("{bundle=\"test.stays\"} 0");
            });
        } finally {
            going.set(false);
        }
        assertThat(loading.join().firstFault()).isEmpty();
    }

    @Test
    void whatAReplacedGenerationLeaksIsToldWithWhatHoldsIt() {
        drop(leaking("1.0.0"));
        Eventually.until(
                () -> "swap is served: " + service.http.get("/swap").text(),
                () -> service.http.get("/swap").status() == 200);
        drop(PluginJar.answering("swap", "2.0.0", "b", 0).bytes());
        awaitGeneration("b");
        Eventually.until(() -> "a generation is alive: " + aliveLines(), () -> alive() >= 1);

        // Each search takes at most two seconds; on a busy machine it may end before it has found everything.
        Eventually.untilAsserted(
                "everything that holds it is told",
                () -> assertThat(precinct("bundles").transcript())
                        .contains("test.swap")
                        .containsPattern("200 threads such as 'leaked-[0-9]+': runs its code: at ")
                        .contains("a java.util.Timer with the task test.Leaks$Tick")
                        .containsPattern("a ThreadLocal value of test.Leaks"));
    }

    private static byte[] leaking(String version) {
        return PluginJar.of("test.swap", version)
                .boundary("swap", "test.Leaks", """
                        package test;
                        import io.precinct.api.boundary.*;
                        import io.precinct.api.data.Data;
                        import java.util.*;
                        public final class Leaks implements Boundary {
                            private static final ThreadLocal<Leaks> MINE = new ThreadLocal<>();
                            static final class Tick extends TimerTask {
                                public void run() { }
                            }
                            public Leaks() {
                                new Timer("ticks", true).schedule(new Tick(), 3_600_000L, 1000L);
                                for (int i = 0; i < 200; i++) {
                                    Thread.ofPlatform().daemon().name("leaked-" + i).start(() -> {
                                        while (true) {
                                            java.util.concurrent.locks.LockSupport.park();
                                        }
                                    });
                                }
                            }
                            public Declaration declaration() {
                                return Declaration.terminal().writes("a", true).build();
                            }
                            public Outcome cross(Input input) {
                                MINE.set(this);
                                return Reply.ok(Data.map("a", true));
                            }
                        }
                        """)
                .bytes();
    }

    private static byte[] hanging(String name, String when) {
        return PluginJar.of("test." + name, "1.0.0")
                .boundary(
                        name,
                        "test.Hangs",
                        """
                        package test;
                        import io.precinct.api.boundary.*;
                        import java.util.concurrent.Semaphore;
                        public final class Hangs implements Boundary {
                            %s
                            private static void hang() {
                                new Semaphore(0).acquireUninterruptibly();
                            }
                            %s
                            public Outcome cross(Input input) {
                                return null;
                            }
                        }
                        """.formatted(
                                        when,
                                        when.contains(" declaration()")
                                                ? ""
                                                : "public Declaration declaration() { return Declaration.terminal().build(); }"))
                .bytes();
    }

    private Path jar(String name) {
        return service.boundaries.resolve(name + ".jar");
    }

    private double alive() {
        return service.http
                .get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("precinct_generations_alive"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private String aliveLines() {
        return service.http
                .get("/metrics")
                .text()
                .lines()
                .filter(l -> l.contains("generations_alive"))
                .toList()
                .toString();
    }
}
