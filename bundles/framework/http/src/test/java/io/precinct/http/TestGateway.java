package io.precinct.http;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.http.gateway.GatewayListener;
import io.precinct.http.gateway.StoppedClock;
import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.http.users.Users;
import io.precinct.http.users.UsersFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.felix.framework.Felix;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/**
 * The gateway's component over the service registry of a real framework, with two users. Its clock is stopped, so that
 * nothing depends on how long hashing takes.
 */
final class TestGateway implements AutoCloseable {
    static final String PASSWORD = "Grüße aus Æbeltoft: 1;2";
    /** Hashed only once, because hashing takes time. */
    private static final PasswordHash HASH = PasswordHash.of(PASSWORD);

    final TestDispatcher dispatcher;
    final TestConfigurations configurations = new TestConfigurations();
    final Felix framework;
    final UsersFile users;
    final GatewayListener listener;

    TestGateway(Path folder, TestDispatcher dispatcher, Map<String, Object> gateway) throws Exception {
        this.dispatcher = dispatcher;
        users = UsersFile.below(folder.resolve("data"));
        set(new User("ada", List.of("operator", "author"), HASH), new User("bob", List.of(), HASH));
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("felix").toString());
        properties.put(Launch.DATA_DIR, folder.resolve("data").toString());
        framework = new Felix(properties);
        framework.start();
        configurations.publish(new Settings().build(), gateway);
        listener = StoppedClock.listener(framework.getBundleContext(), dispatcher, configurations);
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    void set(User... all) throws IOException {
        users.change(_ -> {
            Users next = Users.NONE;
            for (User user : all) {
                next = next.with(user);
            }
            return next;
        });
    }

    static User user(String name, String... roles) {
        return new User(name, List.of(roles), HASH);
    }

    HealthCheck.Verdict health() throws Exception {
        ServiceReference<HealthCheck> check = context().getServiceReference(HealthCheck.class);
        return context().getService(check).check();
    }

    boolean isThere() {
        return context().getServiceReference(HealthCheck.class) != null;
    }

    String url() throws Exception {
        return (String) health().facts().get("url");
    }

    int port() throws Exception {
        return URI.create(url()).getPort();
    }

    double metric(String name, String reason) {
        MetricSource source = context().getService(context().getServiceReference(MetricSource.class));
        return source.collect().stream()
                .filter(family -> family.name().equals(name))
                .flatMap(family -> family.samples().stream())
                .filter(sample ->
                        reason == null || reason.equals(sample.labels().get("reason")))
                .mapToDouble(sample -> ((MetricSource.Sample.Value) sample).value())
                .sum();
    }

    RawConnection connect() throws Exception {
        return new RawConnection(port());
    }

    /** Connects from another address of this machine, because throttling is per address. */
    RawConnection connectFrom(String address) throws Exception {
        return new RawConnection(
                new Socket(InetAddress.getByName("127.0.0.1"), port(), InetAddress.getByName(address), 0));
    }

    RawConnection connect(SSLContext context, String... protocols) throws Exception {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port());
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        socket.startHandshake();
        return new RawConnection(socket);
    }

    static String basic(String name, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    static String ada() {
        return basic("ada", PASSWORD);
    }

    @Override
    public void close() throws Exception {
        listener.close();
        framework.stop();
        framework.waitForStop(10_000);
    }
}
