package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Load;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests streams that do not end as their boundaries intend: reset by the client, or stuck during a deployment. */
@Timeout(240)
class StreamsTest {
    /** The crossings that a boundary may always have. Beyond them, the service has no room in this test. */
    private static final int SHARE = 16;

    /**
     * How long the drain of a generation may take, including the time in which its threads may react to interruptions.
     */
    private static final Duration DRAINED = Duration.ofSeconds(20);

    private static final String YAML = """
        service: streams
        access_log: false
        limits: {in_flight: 24}
        deploy: {drain_seconds: 1, activation_seconds: 5}
        routes:
          /echo/:message: {method: get, boundary: echo, name: echo}
          /idles: {method: get, boundary: idles, name: idles, optional: true}
          /floods: {method: get, boundary: floods, name: floods, optional: true}
          /replaced: {method: get, boundary: replaced, name: replaced, optional: true}
          /removed: {method: get, boundary: removed, name: removed, optional: true}
        """;

    private static final String SLEEPS = """
        try {
            Thread.sleep(3_600_000);
        } catch (InterruptedException e) {
            throw new java.io.InterruptedIOException();
        }
        """;

    private static final String HEEDS_NOTHING = "new java.util.concurrent.Semaphore(0).acquireUninterruptibly();";

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.on(folder, YAML);
        deploy("idles", "1.0.0", SLEEPS);
        deploy("floods", "1.0.0", "while (true) { out.write(new byte[1 << 16]); }");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Deploys a boundary whose stream begins with one byte and continues with this code. */
    private static void deploy(String name, String version, String work) {
        String type = "B" + Integer.toHexString((name + version).hashCode());
        PluginJar.of("test." + name, version)
                .boundary(name, "test." + type, """
                    package test;
                    import io.precinct.api.boundary.*;
                    import java.util.Map;
                    import java.util.concurrent.ConcurrentHashMap;
                    public final class %s implements Boundary {
                        private static final Map<String, Integer> COUNTED = new ConcurrentHashMap<>();
                        public Declaration declaration() {
                            return Declaration.terminal().writes("n", true).writes("version", true).build();
                        }
                        private static void send(java.io.OutputStream out) throws java.io.IOException {
                            %s
                        }
                        public Outcome cross(Input input) {
                            if (input.has("query") && input.query().optionalText("tell") != null) {
                                return Reply.ok(Map.of("n", Map.copyOf(COUNTED), "version", "%s"));
                            }
                            return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
                                try {
                                    out.write('x');
                                    out.flush();
                                    send(out);
                                } finally {
                                    COUNTED.merge("ended", 1, Integer::sum);
                                }
                            }));
                        }
                    }
                    """.formatted(type, work, version))
                .writeTo(service.boundaries.resolve(name + ".jar"));
        awaitTold(name, "\"version\":\"" + version + "\"");
    }

    private static String told(String boundary) {
        return service.http.get("/" + boundary + "?tell=1").text();
    }

    private static void awaitTold(String boundary, String content) {
        Eventually.until(
                () -> boundary + " tells " + content + ": " + told(boundary) + service.server.transcript(),
                () -> told(boundary).contains(content));
    }

    /** Waits until this many streams of a boundary have ended; each poll takes one more crossing of the boundary. */
    private static void awaitEnded(String boundary, int count) {
        Eventually.until(
                () -> count + " have ended: " + told(boundary),
                () -> told(boundary).matches("(?s).*\"ended\":" + count + "[,}].*"));
    }

    private static void awaitNoneInFlight() {
        Eventually.until(
                () -> "no other request is in flight: "
                        + service.http.get("/metrics").text(),
                () -> service.http.get("/metrics").text().contains("precinct_http_in_flight 1\n"));
    }

    private static HttpRequest request(String path) {
        return HttpRequest.newBuilder(service.server.url().resolve(path)).build();
    }

    private static HttpResponse<String> echo(HttpClient client) throws Exception {
        HttpResponse<String> answer = client.send(request("/echo/hi"), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return answer;
    }

    /** Opens a stream and reads its first byte; closing the stream resets it. */
    private static InputStream begin(HttpClient client, String path) throws Exception {
        HttpResponse<InputStream> answer = client.send(request(path), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body().read()).isNotNegative();
        return answer.body();
    }

    private static void takeWholeShare(HttpClient client, List<InputStream> streams) throws Exception {
        for (int i = 0; i < SHARE; i++) {
            streams.add(begin(client, "/idles"));
        }
        assertThat(told("idles")).contains("\"code\":\"bulkhead\"");
    }

    private static void reset(List<InputStream> streams) throws IOException {
        for (InputStream stream : streams) {
            stream.close();
        }
        streams.clear();
    }

    @Test
    void streamsThatTheirClientResetsGiveTheirSharesBackAndTheConnectionGoesOn() throws Exception {
        List<InputStream> streams = new ArrayList<>();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            echo(client); // upgrades the connection to HTTP/2
            Optional<String> connection = echo(client).connectionLabel();
            assertThat(connection).isPresent();
            try {
                takeWholeShare(client, streams);
                reset(streams);
                awaitEnded("idles", SHARE);
                awaitNoneInFlight();

                takeWholeShare(client, streams);
                assertThat(echo(client).connectionLabel()).isEqualTo(connection);
            } finally {
                reset(streams);
            }
            awaitEnded("idles", 2 * SHARE);
        }
        awaitNoneInFlight();
    }

    @Test
    void aStreamThatIsResetInTheMidstOfItsBytesEndsItsBoundaryAndTheConnectionGoesOn() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            echo(client);
            Optional<String> connection = echo(client).connectionLabel();
            assertThat(connection).isPresent();
            try (InputStream flood = begin(client, "/floods")) {
                flood.skipNBytes(1 << 20);
            }

            awaitEnded("floods", 1);
            awaitNoneInFlight();
            assertThat(echo(client).connectionLabel()).isEqualTo(connection);
        }
    }

    /** Sends requests to another route meanwhile; {@code unharmed} checks that all of them succeeded. */
    private static CompletableFuture<Load.Outcome> others(AtomicBoolean going) {
        var load = new Load(
                service.server.url(),
                Load.request("GET", "/echo/hi", List.of(), new byte[0]),
                2,
                response -> response.status() == 200);
        return CompletableFuture.supplyAsync(
                () -> load.run(going::get), task -> Thread.ofPlatform().daemon().start(task));
    }

    private static void unharmed(AtomicBoolean going, CompletableFuture<Load.Outcome> others) {
        going.set(false);
        Load.Outcome outcome = others.join();
        assertThat(outcome.firstFault()).isEmpty();
        assertThat(outcome.wrong()).isZero();
        assertThat(outcome.answered()).isPositive();
    }

    /** Opens a stream over HTTP/1.1 and waits until it has begun. */
    private static Socket stream(String boundary) throws IOException {
        var socket = new Socket("127.0.0.1", service.server.url().getPort());
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(("GET /" + boundary + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
        return socket;
    }

    private static List<Map<?, ?>> told(String member, String bundle) {
        return ((List<?>) service.http.get("/inspect/bundles").json().get(member))
                .stream()
                        .<Map<?, ?>>map(each -> (Map<?, ?>) each)
                        .filter(each -> bundle.equals(each.get("bundle")) && "1.0.0".equals(each.get("version")))
                        .toList();
    }

    /** Waits until the first generation of a bundle has left the container, and is reported to hold a thread. */
    private static void awaitGoneAndNamed(String boundary, long since) {
        String bundle = "test." + boundary;
        Eventually.until(
                () -> "the bundle is gone: "
                        + service.http.get("/inspect/bundles").text(),
                () -> told("bundles", bundle).isEmpty());
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(DRAINED);
        Eventually.until(
                () -> "its stream is told of as stuck: "
                        + service.http.get("/inspect/bundles").text(),
                () -> told("overstays", bundle).stream()
                        .anyMatch(each -> Boolean.TRUE.equals(each.get("stuck"))
                                && boundary.equals(each.get("boundary"))
                                && "retired".equals(each.get("reason"))));
    }

    /**
     * Makes a change while a stream of a bundle's first generation is stuck, and checks what happens to the generation.
     */
    private static void changeUnderAStuckStream(String boundary, Runnable change) throws IOException {
        deploy(boundary, "1.0.0", HEEDS_NOTHING);
        try (Socket stuck = stream(boundary)) {
            var going = new AtomicBoolean(true);
            CompletableFuture<Load.Outcome> others = others(going);
            long since = System.nanoTime();

            change.run();

            awaitGoneAndNamed(boundary, since);
            unharmed(going, others);
            awaitNoneInFlight();
            assertThat(stuck.isClosed()).as("by its client").isFalse();
        }
    }

    @Test
    void aGenerationWithAStuckStreamIsReplacedWithinItsDrainTimeAndNamed() throws Exception {
        changeUnderAStuckStream("replaced", () -> deploy("replaced", "2.0.0", SLEEPS));

        assertThat(told("replaced")).contains("\"version\":\"2.0.0\"");
    }

    @Test
    void aBundleWithAStuckStreamIsTakenOutWithinItsDrainTimeAndNamed() throws Exception {
        Path jar = service.boundaries.resolve("removed.jar");

        changeUnderAStuckStream(
                "removed", () -> assertThat(jar.toFile().delete()).isTrue());

        assertThat(told("removed")).contains("\"code\":\"not_deployed\"");
    }
}
