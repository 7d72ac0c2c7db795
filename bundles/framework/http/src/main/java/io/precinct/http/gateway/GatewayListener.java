package io.precinct.http.gateway;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.common.uri.ExposedPaths;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.http.HttpServer;
import io.precinct.http.SecondListener;
import io.precinct.http.users.User;
import io.precinct.http.users.UsersFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gateway as configured: closed if the configuration has none. While there is one, it is a source of metrics
 * and a health check of the subject {@code gateway}. Thread-safe.
 */
@Component(service = SecondListener.class)
public final class GatewayListener implements SecondListener, MetricSource, HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayListener.class);

    private final BundleContext context;
    private final Dispatcher dispatcher;
    private final WatchedUsers users;
    private final Hashing hashing = new Hashing();
    private final Sessions sessions;
    private final GatewayAccess access;
    private final AutoCloseable subscription;
    private @Nullable HttpServer server;
    private @Nullable Tls tls;
    private @Nullable String problem;
    private @Nullable ServiceRegistration<?> registration;
    private @Nullable CompletableFuture<@Nullable Void> stopping;

    /** Opens the gateway once there is a configuration with one. */
    @Activate
    public GatewayListener(
            BundleContext context, @Reference Dispatcher dispatcher, @Reference ConfigurationSource configuration) {
        this(context, dispatcher, configuration, System::nanoTime);
    }

    GatewayListener(
            BundleContext context, Dispatcher dispatcher, ConfigurationSource configuration, LongSupplier nanoTime) {
        this.context = context;
        this.dispatcher = dispatcher;
        String data = Objects.requireNonNullElse(context.getProperty(Launch.DATA_DIR), "data");
        this.users = new WatchedUsers(UsersFile.below(Path.of(data)));
        this.sessions = new Sessions(nanoTime);
        var authenticator = new Authenticator(
                users::current,
                new SignInThrottle(SignInThrottle.PER_ADDRESS, SignInThrottle.PER_USER, nanoTime),
                hashing,
                new VerifiedCredentials(nanoTime),
                this::renew);
        this.access = new GatewayAccess(authenticator, sessions, users::current, dispatcher);
        this.subscription =
                "check".equals(context.getProperty(Launch.MODE)) ? () -> {} : configuration.subscribe(this::apply);
    }

    private Optional<User> renew(User user, String password) {
        Optional<User> next = users.renew(user, password);
        next.ifPresent(now -> sessions.renewed(user.password(), now.password()));
        return next;
    }

    /** Stops gracefully. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
        stopping().join();
        hashing.close();
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> stopping() {
        CompletableFuture<@Nullable Void> already = stopping;
        if (already == null) {
            already = shut();
            stopping = already;
        }
        return already;
    }

    private synchronized void apply(Configuration configuration) {
        if (stopping != null) {
            return;
        }
        Optional<GatewaySettings> wanted = GatewaySettings.of(configuration);
        if (wanted.isEmpty()) {
            var _ = shut();
            return;
        }
        GatewaySettings settings = wanted.get();
        access.exposes(new ExposedPaths(settings.exposes()), settings.administrators(), settings.viewers());
        problem = null;
        try {
            open(settings);
        } catch (IOException refused) {
            problem = "the gateway: " + refused.getMessage();
            LOG.error("{}", problem);
        }
        if (registration == null) {
            registration = context.registerService(
                    new String[] {MetricSource.class.getName(), HealthCheck.class.getName()}, this, null);
        }
    }

    private void open(GatewaySettings settings) throws IOException {
        Tls before = tls;
        boolean same = settings.tls().equals(Optional.ofNullable(before).map(Tls::files));
        Tls next = same
                ? before
                : settings.tls().isPresent() ? Tls.of(settings.tls().get()) : null;
        var contexts = next == null ? null : next.contexts();
        HttpServer running = server;
        try {
            if (running == null) {
                var opened = new HttpServer(dispatcher, settings.http(), access, contexts);
                opened.start();
                server = opened;
                LOG.info("the gateway listens on {}", opened.url());
            } else {
                String url = running.url();
                running.apply(settings.http(), contexts);
                if (!running.url().equals(url)) {
                    LOG.info("the gateway listens on {}", running.url());
                }
            }
        } catch (IOException refused) {
            close(same ? null : next);
            throw refused;
        }
        tls = next;
        close(same ? null : before);
        if (users.current().all().isEmpty()) {
            LOG.warn("the gateway lets nobody in: there are no users; add one with precinct user add NAME");
        }
    }

    /** Closes the gateway; another configuration may open it again. */
    private CompletableFuture<@Nullable Void> shut() {
        HttpServer running = server;
        server = null;
        close(tls);
        tls = null;
        problem = null;
        ServiceRegistration<?> registered = registration;
        registration = null;
        if (registered != null) {
            registered.unregister();
        }
        return running == null ? CompletableFuture.completedFuture(null) : running.stopping();
    }

    private static void close(@Nullable Tls unused) {
        if (unused != null) {
            unused.close();
        }
    }

    @Override
    public List<Family> collect() {
        HttpServer running;
        synchronized (this) {
            running = server;
        }
        if (running == null) {
            return List.of();
        }
        var families = new ArrayList<>(running.collect());
        families.add(
                Family.gauge("precinct_gateway_sessions", "Sessions of browsers that are open.", sessions.count()));
        return families;
    }

    @Override
    public String subject() {
        return "gateway";
    }

    /** Not ready if it could not open; the service itself is not affected. */
    @Override
    public synchronized Verdict check() {
        HttpServer running = server;
        Tls secure = tls;
        var facts = Data.map(
                "url", running == null ? null : running.url(),
                "users", users.current().all().size(),
                "certificate_expires", secure == null ? null : secure.expires().toString());
        return problem == null ? new Verdict(Status.UP, "serves", facts) : new Verdict(Status.WAITING, problem, facts);
    }

    /** The url at which a client on this machine reaches the gateway, or null. */
    synchronized @Nullable String url() {
        return server == null ? null : server.url();
    }
}
