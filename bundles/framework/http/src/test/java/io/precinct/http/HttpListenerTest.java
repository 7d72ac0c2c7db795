package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.dispatch.OwnPort;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.testing.Eventually;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.felix.framework.Felix;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/** Tests the component over the service registry of a real framework without bundles. */
class HttpListenerTest {
    private final TestDispatcher dispatcher = new TestDispatcher();
    private final TestConfigurations configurations = new TestConfigurations();

    @TempDir
    private Path folder;

    private Felix framework;
    private OwnPorts ports;
    private HttpListener listener;

    private void activate(String... properties) throws Exception {
        Map<String, String> config = new HashMap<>();
        config.put(Constants.FRAMEWORK_STORAGE, folder.toString());
        for (int i = 0; i < properties.length; i += 2) {
            config.put(properties[i], properties[i + 1]);
        }
        framework = new Felix(config);
        framework.start();
        ports = new OwnPorts(framework.getBundleContext(), dispatcher, configurations);
        listener = new HttpListener(
                framework.getBundleContext(),
                dispatcher,
                configurations,
                () -> CompletableFuture.completedFuture(null),
                ports);
    }

    @AfterEach
    void stop() throws Exception {
        if (listener != null) {
            listener.close();
            ports.close();
        }
        framework.stop();
        framework.waitForStop(10_000);
    }

    private ServiceReference<MetricSource> service() {
        return framework.getBundleContext().getServiceReference(MetricSource.class);
    }

    private String url() {
        return (String) service().getProperty(Launch.URL);
    }

    private RawConnection connect() throws Exception {
        return new RawConnection(URI.create(url()).getPort());
    }

    @Test
    void listensAsSoonAsThereIsAConfigurationAndTellsWhere() throws Exception {
        activate(Launch.TOKEN, "token-of-the-launcher");
        assertThat(service()).isNull();
        configurations.publish(new Settings().build());
        assertThat(url()).matches("http://127\\.0\\.0\\.1:\\d+");
        assertThat(service().getProperty(Launch.URL_PROBLEM)).isNull();
        try (var connection = connect()) {
            assertThat(connection
                            .get("/request", "Authorization: Bearer token-of-the-launcher")
                            .text())
                    .contains("\"admin\":true");
        }
        MetricSource metrics = framework.getBundleContext().getService(service());
        assertThat(metrics.collect()).extracting(MetricSource.Family::name).contains("precinct_http_requests");
    }

    /** Activates with a free port from the command line; tries another port if it was taken meanwhile. */
    private int activateOnFreePort() throws Exception {
        for (int left = 5; ; left--) {
            int port;
            try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            activate(Launch.PORT, Integer.toString(port));
            if (left == 0 || service().getProperty(Launch.URL) != null) {
                return port;
            }
            stop();
        }
    }

    @Test
    void thePortOfTheCommandLineWinsOnReloadToo() throws Exception {
        configurations.publish(new Settings().port(1).build());
        int port = activateOnFreePort();
        assertThat(url()).isEqualTo("http://127.0.0.1:" + port);
        configurations.publish(
                new Settings().port(2).origins("https://app.example").build());
        assertThat(url()).isEqualTo("http://127.0.0.1:" + port);
        assertThat(service().getProperty(Launch.URL_PROBLEM)).isNull();
        try (var connection = connect()) {
            assertThat(connection.get("/hello").header("vary")).isEqualTo("Origin");
        }
    }

    @Test
    void tellsWhyItDoesNotListenAndTriesAgainWithTheNextConfiguration() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            configurations.publish(new Settings().port(taken.getLocalPort()).build());
            activate();
            assertThat(service().getProperty(Launch.URL)).isNull();
            assertThat((String) service().getProperty(Launch.URL_PROBLEM))
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort());
            configurations.publish(new Settings().build());
            String url = url();
            assertThat(url).startsWith("http://127.0.0.1:");
            assertThat(service().getProperty(Launch.URL_PROBLEM)).isNull();
            configurations.publish(new Settings().port(taken.getLocalPort()).build());
            assertThat(url()).isEqualTo(url);
            assertThat((String) service().getProperty(Launch.URL_PROBLEM)).contains("cannot listen");
        }
    }

    @Test
    void movesToABusyPortOnceThatIsFree() throws Exception {
        configurations.publish(new Settings().build());
        activate();
        String before = url();
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = taken.getLocalPort();
            configurations.publish(
                    new Settings().port(port).origins("https://app.example").build());
            HealthCheck.Verdict verdict = health();
            assertThat(verdict.status()).isEqualTo(HealthCheck.Status.DEGRADED);
            assertThat(verdict.detail()).contains("cannot listen on 127.0.0.1:" + port, "it serves on " + before);
            assertThat(verdict.facts()).containsEntry("url", before).containsKey("since");
            assertThat(url()).isEqualTo(before);
            try (var connection = connect()) {
                assertThat(connection.get("/hello").header("vary")).isEqualTo("Origin");
            }
        }
        Eventually.until(() -> "it moves: " + url(), () -> url().equals("http://127.0.0.1:" + port));
        assertThat(service().getProperty(Launch.URL_PROBLEM)).isNull();
        assertThat(health().status()).isEqualTo(HealthCheck.Status.UP);
        try (var connection = connect()) {
            assertThat(connection.get("/hello").status()).isEqualTo(200);
        }
    }

    /** Whoever reaches it by the former address names that address. */
    @Test
    void anAddressThatThisMachineDoesNotHaveLeavesTheFormerOneOpen() throws Exception {
        configurations.publish(new Settings().bind("127.0.0.2").build());
        activate();
        int port = URI.create(url()).getPort();
        configurations.publish(new Settings().bind("192.0.2.1").port(port).build());
        assertThat(health().status()).isEqualTo(HealthCheck.Status.DEGRADED);
        try (var connection = new RawConnection(new java.net.Socket(InetAddress.getByName("127.0.0.2"), port))) {
            connection.send("GET /hello HTTP/1.1\nHost: 127.0.0.2:" + port + "\n\n");
            assertThat(connection.read().status()).isEqualTo(200);
        }
        configurations.publish(new Settings().bind("127.0.0.2").port(port).build());
        assertThat(health().status()).isEqualTo(HealthCheck.Status.UP);
    }

    @Test
    void aReloadTriesAgainAnAddressForWhichItWasClosedInVain() throws Exception {
        configurations.publish(new Settings().build());
        activate();
        int port = URI.create(url()).getPort();
        try (var _ = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
            configurations.publish(new Settings().bind("0.0.0.0").port(port).build());
            assertThat(health().status()).isEqualTo(HealthCheck.Status.DEGRADED);
            assertThat(health().detail()).contains("when the configuration is reloaded");
        }
        configurations.publish(new Settings().bind("0.0.0.0").port(port).build());
        assertThat(health().status()).isEqualTo(HealthCheck.Status.UP);
    }

    @Test
    void aPortOfItsOwnOpensOnceItIsFree() throws Exception {
        configurations.publish(new Settings().build());
        activate();
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = taken.getLocalPort();
            ports.add(new OwnPort("source", port, Set.of("none")));
            assertThat(healthOf("source_port").status()).isEqualTo(HealthCheck.Status.DEGRADED);
            assertThat(healthOf("source_port").detail()).contains("cannot listen on 127.0.0.1:" + port);
        }
        Eventually.untilAsserted(
                "it opens",
                () -> assertThat(healthOf("source_port").facts()).containsEntry("url", "http://127.0.0.1:" + port));
        assertThat(healthOf("source_port").status()).isEqualTo(HealthCheck.Status.UP);
    }

    private HealthCheck.Verdict healthOf(String subject) throws Exception {
        var context = framework.getBundleContext();
        for (var reference : context.getServiceReferences(HealthCheck.class, null)) {
            HealthCheck check = context.getService(reference);
            if (check.subject().equals(subject)) {
                return check.check();
            }
        }
        throw new AssertionError("no check of " + subject);
    }

    private HealthCheck.Verdict health() throws Exception {
        return healthOf("listener");
    }

    @Test
    void anAnnouncedStopClosesTheConnectionsOfItsAnswersAndTakesRequests() throws Exception {
        configurations.publish(new Settings().drain(Duration.ofSeconds(7)).build());
        activate();
        assertThat(service().getProperty(Launch.DRAIN)).isEqualTo(7L);
        try (var connection = connect();
                var idle = connect()) {
            assertThat(connection.get("/hello").headers()).doesNotContainKey("connection");
            framework
                    .getBundleContext()
                    .registerService(
                            Object.class.getName(),
                            new Object(),
                            FrameworkUtil.asDictionary(Map.of(Launch.DRAINING, true)));
            var last = connection.get("/hello");
            assertThat(last.text()).isEqualTo("hello");
            assertThat(last.header("connection")).isEqualTo("close");
            assertThat(connection.closes()).isTrue();
            assertThat(idle.get("/hello").header("connection")).isEqualTo("close");
        }
        try (var later = connect()) {
            assertThat(later.get("/hello").text()).isEqualTo("hello");
        }
        configurations.publish(new Settings().drain(Duration.ofSeconds(8)).build());
        assertThat(service().getProperty(Launch.DRAIN)).isEqualTo(8L);
    }

    @Test
    void opensNothingWhereTheConfigurationIsOnlyChecked() throws Exception {
        configurations.publish(new Settings().build());
        activate(Launch.MODE, "check");
        assertThat(service()).isNull();
    }

    @Test
    void takesItsServiceAwayAndStopsListening() throws Exception {
        configurations.publish(new Settings().build());
        activate();
        int port = URI.create(url()).getPort();
        listener.close();
        ports.close();
        assertThat(service()).isNull();
        assertThat(configurations.hasSubscriber()).isFalse();
        try (var rebound = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(rebound.isBound()).isTrue();
        }
    }
}
