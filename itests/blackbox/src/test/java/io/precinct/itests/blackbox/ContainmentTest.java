package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http.Answer;
import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that boundaries that compute, block or allocate without end harm only their own routes. */
@Tag("as-shipped")
@Timeout(240)
class ContainmentTest {
    private static final String YAML = """
        service: contained
        access_log: false
        limits: {request_seconds: 3, processor_seconds: 2}
        deploy: {drain_seconds: 1, activation_seconds: 5}
        routes:
          /echo/:message: {method: get, boundary: echo, name: echo, seconds: 10}
          /%1$s: {method: get, boundary: spin, name: spin, optional: true}
          /endless: {method: get, boundary: endless, name: endless, optional: true}
          /backtracks: {method: get, boundary: backtracks, name: backtracks, optional: true}
          /sleep: {method: get, boundary: sleep, name: sleep, optional: true}
          /patient: {method: get, boundary: patient, name: patient, optional: true, seconds: 0}
          /waits: {method: get, boundary: waits, name: waits, optional: true, seconds: 20}
          /sends: {method: get, boundary: sends, name: sends, optional: true, seconds: 0}
          /narrow: {method: get, boundary: sleep, name: narrow, optional: true, in_flight: 2}
          /greedy: {method: get, boundary: greedy, name: greedy, optional: true, seconds: 30}
          /wedged: {method: get, boundary: wedged, name: wedged, optional: true}
          /deaf: {method: get, boundary: deaf, name: deaf, optional: true, seconds: 0}
          /holds: {method: get, boundary: holds, name: holds, optional: true}
          /mute: {method: get, boundary: mute, name: mute, optional: true}
          /huge: {method: get, boundary: huge, name: huge, optional: true}
          /loops: {method: get, boundary: loops, name: loops, optional: true}
          /brief: {method: get, boundary: brief, name: brief, optional: true, seconds: 60}
          /briefer: {method: get, boundary: briefer, name: briefer, optional: true, seconds: 60}
          /picky: {method: get, boundary: picky, name: picky, optional: true}
        """.formatted("spin");

    private static final String WAITING = """
        COUNTED.merge("began", 1, Integer::sum);
        try {
            Thread.sleep(3_600_000);
        } catch (InterruptedException e) {
            COUNTED.merge("interrupted", 1, Integer::sum);
            throw e;
        }
        """;

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.on(folder, YAML);
        // In a loop of the JDK, in which it cannot be ended until the test is over.
        deploy(
                "spin",
                "n = java.util.stream.LongStream.iterate(0, i -> (i + 1) & 0xffff)"
                        + ".filter(i -> Boolean.getBoolean(\"spun\")).findFirst().getAsLong();");
        deploy("endless", "while (n >= 0) { try { n = (n + 1) & 0xffff; } catch (Throwable e) { n = 1; } }");
        deploy(
                "backtracks",
                "n = java.util.regex.Pattern.compile(\"(a|a)*\\\\1b\").matcher(\"a\".repeat(60) + \"c\").find() ? 1 : 2;");
        deploy("sleep", "Thread.sleep(3_600_000);");
        deploy("patient", WAITING);
        deploy("waits", WAITING);
        // First it computes long enough to count as computing, then it waits for the client to read its stream.
        deploy("sends", computing(Duration.ofMillis(800)) + """
            if (n >= 0) {
                return Reply.of(200, new Body.Stream("application/octet-stream", -1, null, out -> {
                    COUNTED.merge("sending", 1, Integer::sum);
                    try {
                        byte[] block = new byte[1 << 16];
                        for (int i = 0; i < 4096; i++) {
                            out.write(block);
                        }
                    } finally {
                        COUNTED.merge("sent", 1, Integer::sum);
                    }
                }));
            }
            """);
        deploy("holds", streaming("Thread.sleep(3_600_000);"));
        deploy("mute", streaming("new java.util.concurrent.Semaphore(0).acquireUninterruptibly();"));
        deploy(
                "loops",
                "int z = 1; for (int i = 0; i < 2_000_000_000; i++) {"
                        + " for (int j = 0; j < 24; j++) { z = z * 31 + i + j; } } n = z;");
        deploy(
                "huge",
                "Map<String, Object> data = Map.of(\"n\", 1, \"text\", \"x\".repeat(60_000_000));"
                        + " if (n == 0) { return Reply.ok(data); }");
        // They sleep, so that they are still running when the test inspects them.
        deploy("brief", computing(Duration.ofSeconds(1)) + " Thread.sleep(2_000);");
        deploy("briefer", computing(Duration.ofMillis(200)) + " Thread.sleep(2_000);");
        deploy("greedy", "n = new long[Integer.MAX_VALUE - 8].length;");
        deploy("picky", "1.0.0", ".reads(\"query\", Map.of(\"mood\", true))", """
            if ("good".equals(input.query().text("mood"))) {
                return Reply.ok(Map.of("n", 7));
            }
            Thread.sleep(3_600_000);
            """);
        deploy("wedged", "new java.util.concurrent.Semaphore(0).acquireUninterruptibly();");
        deploy(
                "deaf",
                "COUNTED.merge(\"began\", 1, Integer::sum);"
                        + " while (n < Long.MAX_VALUE) { try { Thread.sleep(60_000); } catch (InterruptedException e) { n++; } }");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Code that answers with a stream and writes nothing to it. */
    private static String streaming(String work) {
        return """
            if (n == 0) {
                return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
                    COUNTED.merge("began", 1, Integer::sum);
                    try {
                        %s
                    } catch (InterruptedException e) {
                        throw new java.io.InterruptedIOException();
                    }
                }));
            }
            """.formatted(
                        work.startsWith("Thread") ? work : work + " if (n > 0) { throw new InterruptedException(); }");
    }

    /** Code that computes until its thread has used this much processor time. */
    private static String computing(Duration processor) {
        return "var threads = java.lang.management.ManagementFactory.getThreadMXBean();"
                + " long end = threads.getCurrentThreadCpuTime() + " + processor.toNanos() + "L;"
                + " while (threads.getCurrentThreadCpuTime() < end) { n++; }";
    }

    private static void deploy(String name, String work) {
        deploy(name, "1.0.0", work);
    }

    private static void deploy(String name, String version, String work) {
        deploy(name, version, "", work);
    }

    /** Deploys a boundary; {@code reads} is code that its declaration contains in addition to its outputs. */
    private static void deploy(String name, String version, String reads, String work) {
        String type = "B" + Integer.toHexString((name + version).hashCode());
        byte[] jar = PluginJar.of("test." + name, version)
                .boundary(name, "test." + type, """
                    package test;
                    import io.precinct.api.boundary.*;
                    import java.util.*;
                    import java.util.concurrent.ConcurrentHashMap;
                    public final class %s implements Boundary {
                        static final Map<String, Integer> COUNTED = new ConcurrentHashMap<>();
                        public Declaration declaration() {
                            return Declaration.terminal()%s.writes("n", true).build();
                        }
                        public Outcome cross(Input input) throws Exception {
                            long n = 0;
                            if (input.has("query") && input.query().optionalText("tell") != null) {
                                return Reply.ok(Map.of("n", Map.copyOf(COUNTED)));
                            }
                            %s
                            return Reply.ok(Map.of("n", n));
                        }
                    }
                    """.formatted(type, reads, work))
                .bytes();
        PluginJar.drop(jar, service.boundaries.resolve(name + ".jar"));
        Eventually.until(
                () -> name + " " + version + ": "
                        + service.http.get("/inspect/bundles").text(),
                () -> service.http
                        .get("/inspect/bundles")
                        .text()
                        .contains("\"bundle\":\"test." + name + "\",\"version\":\"" + version
                                + "\",\"state\":\"active\""));
        service.awaitServed(name);
    }

    /** Waits for an answer with this content: a bundle is active shortly before it is admitted. */
    private static void awaitAnswer(String path, String content) {
        Eventually.until(
                () -> path + " answers " + content + ": "
                        + service.http.get(path).text(),
                () -> service.http.get(path).text().contains(content));
    }

    /** Sends requests whose answers are not read. */
    private static List<Socket> requests(String path, int count) {
        return IntStream.range(0, count).mapToObj(i -> request(path)).toList();
    }

    private static Socket request(String path) {
        try {
            var socket = new Socket("127.0.0.1", service.server.url().getPort());
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return socket;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void close(List<Socket> sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private static String statusLine(Socket socket) {
        try {
            var line = new StringBuilder();
            for (int c = socket.getInputStream().read();
                    c > 0 && c != '\r';
                    c = socket.getInputStream().read()) {
                line.append((char) c);
            }
            return line.toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ServerProcess precinct(String... arguments) {
        var command = new ArrayList<>(Distribution.built().command(arguments));
        command.addAll(List.of("--data", service.data.toString()));
        ServerProcess process = ServerProcess.launch(command, Map.of());
        assertThat(process.exited(Duration.ofSeconds(60))).isTrue();
        return process;
    }

    /** Sends requests to another route meanwhile; {@code unharmed} checks that all of them succeeded. */
    private static CompletableFuture<Load.Outcome> others(AtomicBoolean going) {
        var load = new Load(
                service.server.url(),
                Load.request("GET", "/echo/hi", List.of(), new byte[0]),
                2,
                response -> response.status() == 200);
        return CompletableFuture.supplyAsync(
                () -> load.gently(going::get),
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static void unharmed(AtomicBoolean going, CompletableFuture<Load.Outcome> others) {
        going.set(false);
        Load.Outcome outcome = others.join();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.wrong()).isZero();
        assertThat(outcome.answered()).isPositive();
    }

    @Test
    void aBoundaryThatComputesForEverIsAnsweredForNamedAndTakenOut() {
        var going = new AtomicBoolean(true);
        CompletableFuture<Load.Outcome> others = others(going);
        List<Socket> spinning = requests("/spin", 8);
        assertThat(service.http.get("/health").status()).isEqualTo(200);
        for (Socket each : spinning) {
            assertThat(statusLine(each)).matches("HTTP/1.1 50[34] .*");
        }
        close(spinning);
        awaitStuck("spin");
        assertThat(service.http.get("/inspect/bundles").text()).contains("\"stuck\":true");
        // If the pause of the breaker is over, this request is a trial, and the next pause is longer.
        Answer out = Eventually.untilFound("it is taken out", () -> {
            Answer answer = service.http.get("/spin");
            return answer.status() == 503 ? answer : null;
        });
        assertThat(out.text()).contains("\"boundary\":\"spin\"");
        assertThat(out.header("Retry-After")).isNotNull();

        String explained = precinct("explain", "spin").transcript();
        assertThat(explained)
                .contains("spin of test.spin 1.0.0", "cannot be ended")
                .contains("precinct rollback test.spin");
        assertThat(service.http.get("/inspect/bundles").text()).contains("test.B");
        // What computes may make a source of metrics late.
        Eventually.untilAsserted(
                "metrics name it",
                () -> assertThat(service.http.get("/metrics").text())
                        .containsPattern("precinct_boundary_stuck_threads\\{[^}]*boundary=\"spin\"[^}]*} [1-9]")
                        .containsPattern("precinct_boundary_open\\{[^}]*boundary=\"spin\"[^}]*} 1"));
        Eventually.until(
                () -> "it is named: " + service.server.transcript(),
                () -> String.join("\n", service.server.err()).contains("boundary spin of test.spin 1.0.0"));
        unharmed(going, others);

        deploy("spin", "2.0.0", "System.setProperty(\"spun\", \"true\"); n = 7;");
        awaitAnswer("/spin", "\"n\":7");
    }

    /** The next request on the connection would wait for the thread, which never comes back. */
    @Test
    void anAnswerInPlaceOfAStuckThreadEndsItsConnection() throws IOException {
        Socket wedged = request("/wedged");

        String answer = new String(wedged.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

        assertThat(answer).startsWith("HTTP/1.1 504 ").contains("\r\nConnection: close\r\n", "\"boundary\":\"wedged\"");
        close(List.of(wedged));
    }

    /** HTTP/2 has streams of their own: a stuck thread holds up no other request of its connection. */
    @Test
    void anAnswerInPlaceOfAStuckThreadLeavesItsHttp2ConnectionOpen() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            assertThat(http2(client, "/echo/before").statusCode()).isEqualTo(200);
            HttpResponse<String> wedged = http2(client, "/wedged");
            assertThat(wedged.statusCode()).isEqualTo(504);
            assertThat(wedged.headers().map()).doesNotContainKey("connection");

            HttpResponse<String> after = http2(client, "/echo/after");

            assertThat(after.statusCode()).isEqualTo(200);
            assertThat(after.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    private static HttpResponse<String> http2(HttpClient client, String path) throws Exception {
        var request = HttpRequest.newBuilder(service.server.url().resolve(path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"endless", "backtracks"})
    void whatComputesForEverInCodeOfItsOwnIsEnded(String boundary) {
        List<Socket> computing = requests("/" + boundary, 4);
        for (Socket each : computing) {
            assertThat(statusLine(each)).matches("HTTP/1.1 50[34] .*");
        }
        close(computing);
        awaitBack(boundary);
        // One thread has come back; another one may end later, and count as stuck until then.
        Eventually.untilAsserted(
                "no thread is stuck",
                () -> assertThat(service.http.get("/metrics").text())
                        .containsPattern(
                                "precinct_boundary_stuck_threads\\{[^}]*boundary=\"" + boundary + "\"[^}]*} 0"));
    }

    @Test
    void aBundleThatComputesForEverAsItIsActivatedLeavesNothingBehind() {
        byte[] jar = PluginJar.of("test.begins", "1.0.0")
                .boundary("begins", "test.Begins", """
                    package test;
                    import io.precinct.api.boundary.*;
                    import java.util.Map;
                    public final class Begins implements Boundary {
                        public Begins() {
                            for (long n = 0; n >= 0; n = (n + 1) & 0xffff) {
                            }
                        }
                        public Declaration declaration() {
                            return Declaration.terminal().build();
                        }
                        public Outcome cross(Input input) {
                            return Reply.ok(Map.of());
                        }
                    }
                    """)
                .bytes();
        PluginJar.drop(jar, service.boundaries.resolve("begins.jar"));
        Eventually.until(
                () -> "the bundle is refused: "
                        + service.http.get("/inspect/bundles").text(),
                () -> ((List<?>) service.http.get("/inspect/bundles").json().get("outcomes"))
                        .stream()
                                .map(each -> (Map<?, ?>) each)
                                .anyMatch(each -> "test.begins".equals(each.get("bundle"))
                                        && "refused".equals(each.get("result"))));

        Eventually.until(
                () -> "its generation is collected: "
                        + service.http.get("/metrics").text(),
                () -> {
                    service.server.collectGarbage();
                    return !service.http
                            .get("/metrics")
                            .text()
                            .contains("precinct_generations_alive{bundle=\"test.begins\"}");
                });
    }

    /** Waits until the thread of a boundary that ignored its interruption has come back. */
    private static void awaitBack(String boundary) {
        String told = "that boundary " + boundary + " of test." + boundary + " held has come back";
        Eventually.until(told, () -> log().contains(told));
    }

    private static String log() {
        try {
            return Files.readString(service.data.resolve("logs/precinct.log"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void threadsThatStandInForOneThatComputedAreNotSetBehindAsItWas() {
        Map<Long, Integer> before = setBehind();
        List<Socket> computing = requests("/brief", 2);
        Eventually.until(
                () -> "what computes is set behind: " + setBehind(),
                () -> !before.keySet().containsAll(setBehind().keySet()));
        for (Socket each : computing) {
            assertThat(statusLine(each)).matches("HTTP/1.1 (200|50[34]) .*");
        }
        close(computing);
        Eventually.until(
                () -> "nothing more is set behind: " + setBehind(),
                () -> before.keySet().containsAll(setBehind().keySet()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatComputesIsSetBehindInTwoSteps() {
        Map<Long, Integer> before = setBehind();
        assertThat(stepsOf("/briefer", before, 10)).as("200 ms of computing").containsOnly(10);
        assertThat(stepsOf("/brief", before, 19)).as("a second of computing").contains(19);
    }

    /**
     * The nice values of threads that get a lower priority during a request; polls until one of them reaches a step.
     */
    private static Set<Integer> stepsOf(String path, Map<Long, Integer> before, int step) {
        Set<Integer> seen = new java.util.TreeSet<>();
        List<Socket> computing = requests(path, 1);
        Eventually.until(() -> path + ": " + seen, () -> {
            Map<Long, Integer> behind = setBehind();
            behind.keySet().removeAll(before.keySet());
            seen.addAll(behind.values());
            return seen.contains(step);
        });
        assertThat(statusLine(computing.getFirst())).matches("HTTP/1.1 (200|50[34]) .*");
        close(computing);
        Eventually.until(
                () -> "nothing more is set behind: " + setBehind(),
                () -> before.keySet().containsAll(setBehind().keySet()));
        return seen;
    }

    /** The nice values of the service's threads with a lowered priority, by the thread ids of the system. */
    private static Map<Long, Integer> setBehind() {
        Map<Long, Integer> behind = new java.util.TreeMap<>();
        ProcessHandle launcher = service.server.process().toHandle();
        Stream.concat(Stream.of(launcher), launcher.descendants()).forEach(process -> {
            Path tasks = Path.of("/proc", String.valueOf(process.pid()), "task");
            try (Stream<Path> threads = Files.list(tasks)) {
                threads.forEach(thread -> {
                    int nice = nice(thread);
                    if (nice == 10 || nice == 19) {
                        behind.put(Long.valueOf(thread.getFileName().toString()), nice);
                    }
                });
            } catch (IOException | java.io.UncheckedIOException _) {
                // the process has ended since it was listed
            }
        });
        return behind;
    }

    /** The nice value of a thread; 0 if the thread has ended since it was listed. */
    private static int nice(Path thread) {
        try {
            String line = Files.readString(thread.resolve("stat"));
            // The name is in brackets and may contain anything; nice is the 17th field after it.
            return Integer.parseInt(line.substring(line.lastIndexOf(')') + 2).split(" ")[16]);
        } catch (IOException _) {
            return 0;
        }
    }

    @Test
    void aThousandRequestsThatBlockLeaveRoomForTheOthersAndEndAtTheirDeadline() {
        var going = new AtomicBoolean(true);
        CompletableFuture<Load.Outcome> others = others(going);
        List<Socket> sleeping = requests("/sleep", 1030);
        assertThat(service.http.get("/health").status()).isEqualTo(200);
        assertThat(precinct("status").process().exitValue()).isZero();
        for (Socket each : sleeping) {
            assertThat(statusLine(each)).matches("HTTP/1.1 50[34] .*");
        }
        close(sleeping);
        unharmed(going, others);
        Eventually.until(
                () -> "no other request is in flight: "
                        + service.http.get("/metrics").text(),
                () -> service.http.get("/metrics").text().contains("precinct_http_in_flight 1"));
    }

    @Test
    void aClientThatHangsUpEndsItsRequest() {
        Socket patient = request("/patient");
        Eventually.until(
                () -> "it has begun: " + told("/patient"),
                () -> told("/patient").contains("began"));
        close(List.of(patient));
        Eventually.until(
                () -> "it is interrupted: " + told("/patient"),
                () -> told("/patient").contains("interrupted"));
    }

    @Test
    void aClientThatHangsUpIsNoLongerCountedAndToldOf() {
        int began = counted("/waits", "began");
        int interrupted = counted("/waits", "interrupted");
        String before = latest("waits", "at");
        Socket client = request("/waits");
        Eventually.until(() -> "it has begun: " + told("/waits"), () -> counted("/waits", "began") > began);
        close(List.of(client));

        Eventually.until(
                () -> "it is interrupted: " + told("/waits"), () -> counted("/waits", "interrupted") > interrupted);
        Eventually.until(
                () -> "no other request is in flight: "
                        + service.http.get("/metrics").text(),
                () -> service.http.get("/metrics").text().contains("precinct_http_in_flight 1"));
        Eventually.until(
                () -> "one more is told of: " + latest("waits", "at"),
                () -> !latest("waits", "at").equals(before));
        assertThat(latest("waits", "reason")).isEqualTo("client_gone");
    }

    /** A member of the report on the request of a route that was given up last; empty if none was given up. */
    private static String latest(String route, String member) {
        List<?> overstays =
                (List<?>) service.http.get("/inspect/bundles").json().get("overstays");
        return overstays.stream()
                .map(each -> (Map<?, ?>) each)
                .filter(each -> route.equals(each.get("route")))
                .findFirst()
                .map(each -> String.valueOf(each.get(member)))
                .orElse("");
    }

    /** The number that a boundary has counted under a name. */
    private static int counted(String path, String name) {
        var number = Pattern.compile("\"" + name + "\":([0-9]+)").matcher(told(path));
        return number.find() ? Integer.parseInt(number.group(1)) : 0;
    }

    /**
     * Sends as many requests as would block the boundary for all other clients, if a request counted as computing until
     * its client has read the whole answer.
     */
    @Test
    void whoReadsSlowlyWhatABoundaryComputedKeepsNobodyFromIt() {
        int most = 2 * Math.max(2, Runtime.getRuntime().availableProcessors());
        awaitAnswer("/sends?tell=1", "\"n\":{");
        List<Socket> slow = requests("/sends", most);
        for (Socket each : slow) {
            assertThat(statusLine(each)).isEqualTo("HTTP/1.1 200 OK");
        }

        Eventually.until(() -> "as many send as may: " + told("/sends"), () -> counted("/sends", "sending") == most);
        assertThat(counted("/sends", "sent"))
                .as("whose answers are sent already")
                .isZero();
        List<Socket> more = requests("/sends", 1);
        assertThat(statusLine(more.getFirst())).isEqualTo("HTTP/1.1 200 OK");

        close(slow);
        close(more);
        Eventually.until(() -> "one more has sent: " + told("/sends"), () -> counted("/sends", "sent") == most + 1);
    }

    @Test
    void aThousandStreamsThatNobodyWritesLeaveRoomForTheOthers() {
        awaitAnswer("/holds?tell=1", "\"n\":{");
        var going = new AtomicBoolean(true);
        CompletableFuture<Load.Outcome> others = others(going);
        List<Socket> held = requests("/holds", 1_030);
        Eventually.until(
                () -> "the bulkhead is full: " + told("/holds"),
                () -> told("/holds").contains("bulkhead"));
        assertThat(service.http.get("/health").status()).isEqualTo(200);
        unharmed(going, others);

        close(held);
        awaitNoneInFlight();
        awaitAnswer("/holds?tell=1", "\"n\":{");
    }

    @Test
    void streamsThatHeedNothingAreNoLongerCountedOnceTheirClientsAreGone() {
        awaitAnswer("/mute?tell=1", "\"n\":{");
        List<Socket> clients = requests("/mute", 3);
        Eventually.until(() -> "three have begun: " + told("/mute"), () -> counted("/mute", "began") == 3);
        close(clients);

        awaitNoneInFlight();
        awaitStuck("mute");
        Eventually.until(
                () -> "the breaker is open: " + told("/mute"),
                () -> told("/mute").contains("breaker_open"));
        assertThat(precinct("explain", "mute").transcript()).contains("mute");
    }

    private static void awaitNoneInFlight() {
        Eventually.until(
                () -> "no other request is in flight: "
                        + service.http.get("/metrics").text(),
                () -> service.http.get("/metrics").text().contains("precinct_http_in_flight 1\n"));
    }

    private static void awaitStuck(String boundary) {
        var stuck = Pattern.compile("precinct_boundary_stuck_threads\\{[^}]*boundary=\"" + boundary + "\"[^}]*} [1-9]");
        Eventually.until(
                () -> "a thread is stuck: " + service.http.get("/metrics").text(),
                () -> stuck.matcher(service.http.get("/metrics").text()).find());
    }

    private static String told(String path) {
        return service.http.get(path + "?tell=1").text();
    }

    @Test
    void anErrorOfMemoryIsAnAnswerThatNamesTheBoundary() {
        Answer answer = service.http.get("/greedy");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("\"code\":\"out_of_memory\"", "\"boundary\":\"greedy\"", "incident");
        assertThat(answer.header("X-Service-Seal")).isNotNull();
        assertThat(service.http.get("/echo/hi").status()).isEqualTo(200);

        // After repeated failures, the boundary is taken out of service.
        Answer out = Eventually.untilFound("the breaker is open", () -> {
            Answer again = service.http.get("/greedy");
            return again.text().contains("\"code\":\"breaker_open\"") ? again : null;
        });

        assertThat(out.status()).isEqualTo(503);
        assertThat(precinct("explain", "greedy").transcript())
                .contains("boundary greedy of test.greedy 1.0.0 is taken out, since it took too much time or memory");
        assertThat(service.http.get("/echo/hi").status()).isEqualTo(200);
    }

    @Test
    void aRequestThatDoesNotFitItsBoundaryDoesNotPutItInAgain() {
        // If the pause of the breaker is over already, it is put in again, and three requests take it out once more.
        Eventually.until("it is taken out", () -> {
            for (Socket each : requests("/picky?mood=bad", 3)) {
                assertThat(statusLine(each)).matches("HTTP/1.1 50[34] .*");
                close(List.of(each));
            }
            return "breaker_open"
                    .equals(service.http.get("/picky?mood=good").json().get("code"));
        });

        // The pause of the breaker is over, and the trial begins with a request that never reaches the boundary.
        Eventually.until(
                () -> "it answers again: " + service.http.get("/picky").text(),
                () -> service.http.get("/picky").status() == 422);

        assertThat(service.http.get("/metrics").text())
                .containsPattern("precinct_boundary_open\\{[^}]*boundary=\"picky\"[^}]*} 1");
        assertThat(service.http.get("/picky?mood=good").json()).containsEntry("n", 7);
        assertThat(service.http.get("/metrics").text())
                .containsPattern("precinct_boundary_open\\{[^}]*boundary=\"picky\"[^}]*} 0");
    }

    /**
     * By default, this JVM compiles such a loop without a safepoint, so all threads would wait for the loop at the next
     * safepoint.
     */
    @Test
    void aLoopThatOnlyCountsDoesNotKeepTheVirtualMachineFromStopping() {
        Eventually.until(
                () -> "it answers: " + told("/loops"), () -> told("/loops").contains("\"n\":{"));
        Socket looping = request("/loops");
        assertThat(statusLine(looping)).matches("HTTP/1.1 504 .*");
        for (int i = 0; i < 20; i++) {
            service.server.collectGarbage();
            assertThat(service.http.get("/health").status()).isEqualTo(200);
        }
        awaitBack("loops");
        close(List.of(looping));
    }

    @Test
    void anAnswerWithoutMeasureIsRefusedBeforeItIsPrinted() {
        List<Socket> sockets = requests("/huge", 4);
        for (Socket each : sockets) {
            assertThat(statusLine(each)).matches("HTTP/1.1 500 .*");
        }
        close(sockets);
        Answer answer = service.http.get("/huge");
        assertThat(answer.text()).contains("\"code\":\"answer_too_large\"", "\"boundary\":\"huge\"");
        assertThat(answer.header("X-Service-Seal")).isNotNull();
    }

    @Test
    void aGenerationWhoseThreadDoesNotEndGoesAllTheSameAndIsNamed() {
        Socket deaf = request("/deaf");
        Eventually.until(
                () -> "it has begun: " + told("/deaf"), () -> told("/deaf").contains("began"));
        deploy("deaf", "2.0.0", "n = 3;");
        assertThat(statusLine(deaf)).matches("HTTP/1.1 503 .*");
        close(List.of(deaf));
        awaitAnswer("/deaf", "\"n\":3");
        Eventually.until(
                () -> "it is told of as retired: "
                        + service.http.get("/inspect/bundles").text(),
                () -> service.http.get("/inspect/bundles").text().contains("\"reason\":\"retired\""));
    }
}
