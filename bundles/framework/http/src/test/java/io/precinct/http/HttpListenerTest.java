package io.precinct.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.felix.framework.Felix;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Constants;
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
