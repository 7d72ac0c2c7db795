package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps the listeners of the packaged distribution from being as configured, and mends the cause: each is an alarm that
 * all places tell alike, and heals without another hand.
 */
@Timeout(180)
class ListenerAlarmsTest {
    @TempDir
    private static Path folder;

    private static Path config;
    private static TestKeys keys;
    private static ServerProcess server;
    private static Map<String, Object> atTheStart;
    private static Http.Answer readyAtTheStart;
    private static int port;
    private static int gatewayPort;

    @BeforeAll
    static void serveWithAKeyOfAnotherPair() throws Exception {
        config = folder.resolve("config");
        Files.createDirectories(config);
        keys = TestKeys.valid(folder, 1, 90);
        TestKeys other = TestKeys.valid(folder, 1, 90);
        port = Service.freePort();
        gatewayPort = Service.freePort();
        Service.write(config.resolve("server.pem"), keys.certificatePem());
        Service.write(config.resolve("server.key"), other.keyPem());
        configure("first");
        server = ServerProcess.start(
                Distribution.built()
                        .command(
                                "run",
                                "--config",
                                config.toString(),
                                "--data",
                                folder.resolve("data").toString(),
                                "--features",
                                "framework"),
                Map.of());
        atTheStart = check("gateway");
        readyAtTheStart = http().get("/ready");
        Service.write(config.resolve("server.key"), keys.keyPem());
        awaitUp("gateway");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Writes service.yml with a route of this name. */
    private static void configure(String route) {
        Service.write(config.resolve("service.yml"), """
                service: alarms
                port: %d
                gateway:
                  port: %d
                  bind: 127.0.0.1
                  tls:
                    certificate: server.pem
                    key: server.key
                routes:
                  /%s/:message: {method: get, boundary: echo, name: echo}
                """.formatted(port, gatewayPort, route));
    }

    private static Http http() {
        try {
            Matcher url = Pattern.compile("\"url\" *: *\"([^\"]+)\"")
                    .matcher(Files.readString(folder.resolve("data/run.json")));
            assertThat(url.find()).isTrue();
            return new Http(URI.create(url.group(1)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Map<String, Object> check(String subject) {
        return HealthChecks.of(http(), subject);
    }

    private static void awaitUp(String subject) {
        Eventually.untilAsserted(
                subject + " is up",
                () -> assertThat(check(subject)).as(server.transcript()).containsEntry("status", "up"));
        assertThat(http().get("/ready").status()).isEqualTo(200);
    }

    /** All places tell it; traffic stays. */
    private static void awaitDegraded(String subject, String reason) throws Exception {
        Eventually.untilAsserted(
                subject + " is degraded",
                () -> assertThat(check(subject))
                        .containsEntry("status", "degraded")
                        .hasEntrySatisfying(
                                "detail", detail -> assertThat((String) detail).contains(reason)));
        Map<?, ?> facts = (Map<?, ?>) check(subject).get("facts");
        assertThat(Instant.parse((String) facts.get("since"))).isBefore(Instant.now());
        assertThat(http().get("/health").json()).containsEntry("status", "degraded");
        assertThat(http().get("/ready").status()).isEqualTo(200);
        Ended status =
                precinct("status", "--json", "--data", folder.resolve("data").toString());
        assertThat(status.out()).contains(reason);
        assertThat(Files.readString(folder.resolve("data/logs/precinct.log"))).contains(reason);
    }

    private static double metric(String name) {
        Matcher line = Pattern.compile("^" + Pattern.quote(name) + " (\\S+)$", Pattern.MULTILINE)
                .matcher(http().get("/metrics").text());
        assertThat(line.find()).as(name).isTrue();
        return Double.parseDouble(line.group(1));
    }

    private record Ended(int code, String out) {}

    private static Ended precinct(String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Distribution.built().command(arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    @Test
    void aGatewayThatDoesNotOpenAtTheStartOpensOnceItsKeyIsRight() {
        assertThat(atTheStart).containsEntry("status", "waiting");
        assertThat((String) atTheStart.get("detail"))
                .contains("the key in " + config.resolve("server.key") + " is not that of the certificate");
        assertThat(readyAtTheStart.status()).isEqualTo(503);
        assertThat(readyAtTheStart.text()).contains("gateway is waiting");
        assertThat(keys.isServedAt(gatewayPort)).isTrue();
        assertThat(metric("precinct_listener_up{listener=\"gateway\"}")).isOne();
        assertThat(metric("precinct_certificate_not_after_seconds"))
                .isEqualTo(keys.certificate().getNotAfter().getTime() / 1000.0);
    }

    @Test
    void listenersMoveToBusyPortsOnceTheseAreFree() throws Exception {
        int before = port;
        int gatewayBefore = gatewayPort;
        port = Service.freePort();
        gatewayPort = Service.freePort();
        try (var one = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                var other = new ServerSocket(gatewayPort, 1, InetAddress.getLoopbackAddress())) {
            configure("moved");
            awaitDegraded("listener", "cannot listen on 127.0.0.1:" + one.getLocalPort());
            awaitDegraded("gateway", "cannot listen on 127.0.0.1:" + other.getLocalPort());
            assertThat(keys.isServedAt(gatewayBefore)).isTrue();
            assertThat(http().get("/moved/hi").status()).isEqualTo(200);
            assertThat(metric("precinct_listener_up{listener=\"http\"}")).isZero();
            assertThat(metric("precinct_listener_up{listener=\"gateway\"}")).isZero();
        }
        Eventually.until(
                "clients find it where it has moved",
                () -> http().get("/health").response().uri().getPort() == port);
        awaitUp("listener");
        awaitUp("gateway");
        assertThat(keys.isServedAt(gatewayPort)).isTrue();
        assertThat(new Http(URI.create("http://127.0.0.1:" + port))
                        .get("/moved/hi")
                        .status())
                .isEqualTo(200);
        assertThat(before).isNotEqualTo(port);
    }

    @Test
    void aCertificateThatCannotBeUsedIsAnAlarmAndKeepsNothingElseFromTakingEffect() throws Exception {
        Files.delete(config.resolve("server.pem"));
        configure("meanwhile");
        awaitDegraded("gateway", "there is no file " + config.resolve("server.pem"));
        Eventually.until(
                "the rest of service.yml takes effect",
                () -> http().get("/meanwhile/hi").status() == 200);
        assertThat(check("configuration")).containsEntry("status", "up");
        assertThat(keys.isServedAt(gatewayPort)).isTrue();
        assertThat(metric("precinct_certificate_last_reload_successful")).isZero();

        TestKeys soon = TestKeys.valid(folder, 20, 25);
        Service.write(config.resolve("server.key"), soon.keyPem());
        Service.write(config.resolve("server.pem"), soon.certificatePem());
        awaitDegraded("gateway", "the certificate expires on");
        assertThat(soon.isServedAt(gatewayPort)).isTrue();

        Service.write(config.resolve("server.pem"), keys.certificatePem());
        Service.write(config.resolve("server.key"), keys.keyPem());
        awaitUp("gateway");
        assertThat(keys.isServedAt(gatewayPort)).isTrue();
        assertThat(metric("precinct_certificate_last_reload_successful")).isOne();
    }

    @Test
    void aCheckJudgesTheCertificateAsTheGatewayDoes() throws Exception {
        Path checked = folder.resolve("checked");
        Files.createDirectories(checked);
        Files.writeString(checked.resolve("service.yml"), """
                gateway:
                  port: 3443
                  tls:
                    certificate: server.pem
                    key: server.key
                """);
        Files.writeString(checked.resolve("server.pem"), keys.certificatePem());
        Files.writeString(
                checked.resolve("server.key"), TestKeys.valid(folder, 1, 90).keyPem());
        Ended mismatch = judged(checked);
        assertThat(mismatch.code()).isOne();
        assertThat(mismatch.out()).contains("service.yml:5: gateway.tls.key: the key in", "is not that of");

        TestKeys expired = TestKeys.valid(folder, 30, 20);
        Files.writeString(checked.resolve("server.pem"), expired.certificatePem());
        Files.writeString(checked.resolve("server.key"), expired.keyPem());
        Ended ended = judged(checked);
        assertThat(ended.code()).isOne();
        assertThat(ended.out()).contains("service.yml:4: gateway.tls.certificate: the certificate expired on");

        Files.delete(checked.resolve("server.pem"));
        assertThat(judged(checked).out()).contains("service.yml:4: gateway.tls.certificate: there is no file");
    }

    private static Ended judged(Path checked) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("check", "--features", "framework"));
        arguments.addAll(Arrays.asList(
                "--config", checked.toString(), "--data", folder.resolve("none").toString()));
        return precinct(arguments.toArray(String[]::new));
    }
}
