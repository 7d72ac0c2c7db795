package io.precinct.http.gateway;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.common.certificate.CertificateFiles;
import io.precinct.common.certificate.UnusableCertificate;
import io.precinct.common.uri.ExposedPaths;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.GatewayExposure;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.http.HttpServer;
import io.precinct.http.ListenerCounters;
import io.precinct.http.RepeatedAttempt;
import io.precinct.http.SecondListener;
import io.precinct.http.Trouble;
import io.precinct.http.users.User;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
@Component(service = {SecondListener.class, GatewayExposure.class})
public final class GatewayListener implements SecondListener, GatewayExposure, MetricSource, HealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayListener.class);

    private final BundleContext context;
    private final Dispatcher dispatcher;
    private final WatchedUsers users;
    private final Hashing hashing = new Hashing();
    private final Sessions sessions;
    private final GatewayAccess access;
    private final AutoCloseable subscription;
    private final RepeatedAttempt opening = new RepeatedAttempt("the gateway", this::open);
    /** What the configuration asks for; null if it has no gateway. */
    private @Nullable GatewaySettings wanted;

    private @Nullable HttpServer server;
    private @Nullable Tls tls;
    private @Nullable ServiceRegistration<?> registration;
    private @Nullable CompletableFuture<@Nullable Void> stopping;

    /** Opens the gateway once there is a configuration with one. */
    @Activate
    public GatewayListener(
            BundleContext context,
            @Reference Dispatcher dispatcher,
            @Reference ConfigurationSource configuration,
            @Reference WatchedUsers users) {
        this(context, dispatcher, configuration, users, System::nanoTime);
    }

    GatewayListener(
            BundleContext context,
            Dispatcher dispatcher,
            ConfigurationSource configuration,
            WatchedUsers users,
            LongSupplier nanoTime) {
        this.context = context;
        this.dispatcher = dispatcher;
        this.users = users;
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
        opening.close();
        stopping().join();
        hashing.close();
    }

    @Override
    public Exposed current() {
        return access.exposed();
    }

    @Override
    public synchronized void announceStop() {
        if (server != null) {
            server.announceStop();
        }
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
        GatewaySettings settings = GatewaySettings.of(configuration).orElse(null);
        wanted = settings;
        opening.restart();
        HttpServer running = server;
        if (running != null) {
            running.renewed();
        }
        if (settings == null) {
            var _ = shut();
            return;
        }
        open();
        if (registration == null) {
            registration = context.registerService(
                    new String[] {MetricSource.class.getName(), HealthCheck.class.getName()}, this, null);
        }
    }

    /** Brings the gateway to what is wanted, now and again until that succeeds. */
    private synchronized void open() {
        GatewaySettings settings = wanted;
        if (stopping != null || settings == null) {
            return;
        }
        expose(settings);
        try {
            open(settings);
            opening.succeeded();
        } catch (UnusableCertificate refused) {
            opening.failed(refused.advice());
        } catch (IOException refused) {
            opening.failed(String.valueOf(refused.getMessage()));
        } finally {
            expose(settings);
        }
    }

    /**
     * Exposes what is wanted; administration and console only where passwords are not sent in clear text, which a gateway
     * that could not change its address or begin to use TLS may still do.
     */
    private void expose(GatewaySettings settings) {
        HttpServer running = server;
        boolean confidential = running == null || running.isConfidential();
        access.exposes(
                new ExposedPaths(settings.exposes()),
                confidential ? settings.administrators() : Optional.empty(),
                confidential ? settings.viewers() : Optional.empty());
    }

    /**
     * Opens the gateway, or takes over settings. What serves goes on serving if something else is refused: a certificate
     * that cannot be used keeps neither another address nor other settings from taking effect.
     */
    private void open(GatewaySettings settings) throws IOException {
        Tls before = tls;
        Tls next = null;
        IOException unusable = null;
        if (settings.tls().isPresent()) {
            CertificateFiles files = settings.tls().get();
            try {
                next = before != null && before.files().equals(files) ? before : Tls.of(files);
            } catch (IOException refused) {
                unusable = refused;
                next = before;
            }
        }
        HttpServer running = server;
        if (unusable != null && next == null) {
            if (running != null) {
                // It serves in clear text where that was allowed. Nowhere else may it do so.
                running.applyInPlace(settings.http());
            }
            throw unusable;
        }
        listen(settings.http(), next);
        if (unusable != null) {
            throw unusable;
        }
    }

    private void listen(HttpSettings http, @Nullable Tls next) throws IOException {
        Tls before = tls;
        var contexts = next == null ? null : next.contexts();
        HttpServer running = server;
        try {
            if (running == null) {
                var opened = new HttpServer(dispatcher, http, access, contexts);
                opened.start();
                server = opened;
                tellOpen(opened);
            } else {
                String url = running.url();
                running.apply(http, contexts);
                if (!running.url().equals(url)) {
                    tellOpen(running);
                }
            }
        } catch (IOException refused) {
            closeUnless(next == before, next);
            throw refused;
        }
        tls = next;
        closeUnless(next == before, before);
    }

    private void tellOpen(HttpServer opened) {
        LOG.info("the gateway listens on {}", opened.url());
        if (users.current().all().isEmpty()) {
            LOG.warn("the gateway lets nobody in: there are no users; add one with precinct user add NAME");
        }
    }

    /** Closes the gateway; another configuration may open it again. */
    private CompletableFuture<@Nullable Void> shut() {
        HttpServer running = server;
        server = null;
        closeUnless(false, tls);
        tls = null;
        opening.succeeded(); // nothing is left to be tried
        ServiceRegistration<?> registered = registration;
        registration = null;
        if (registered != null) {
            registered.unregister();
        }
        return running == null ? CompletableFuture.completedFuture(null) : running.stopping();
    }

    private static void closeUnless(boolean used, @Nullable Tls tls) {
        if (!used && tls != null) {
            tls.close();
        }
    }

    @Override
    public List<Family> collect() {
        HttpServer running;
        Tls secure;
        GatewaySettings settings;
        synchronized (this) {
            running = server;
            secure = tls;
            settings = wanted;
        }
        Trouble trouble = opening.trouble();
        var families = new ArrayList<Family>();
        families.add(ListenerCounters.up("gateway", running != null && trouble == null));
        if (secure != null) {
            families.add(Family.gauge(
                    "precinct_certificate_not_after_seconds",
                    "When the certificate in use expires, in Unix time.",
                    secure.expires().getEpochSecond()));
        }
        if (settings != null && settings.tls().isPresent()) {
            boolean current = secure != null
                    && secure.isCurrent()
                    && secure.files().equals(settings.tls().get());
            families.add(Family.gauge(
                    "precinct_certificate_last_reload_successful",
                    "1 if the certificate in use is the one of the configured files, 0 if those cannot be used.",
                    current ? 1 : 0));
        }
        if (running != null) {
            families.addAll(running.collect());
            families.add(
                    Family.gauge("precinct_gateway_sessions", "Sessions of browsers that are open.", sessions.count()));
        }
        return families;
    }

    @Override
    public String subject() {
        return "gateway";
    }

    /**
     * Not ready if it could not open at all; the service itself is not affected. Degraded while it serves, but not as
     * configured, or with a certificate that comes to its end.
     */
    @Override
    public synchronized Verdict check() {
        HttpServer running = server;
        Tls secure = tls;
        var troubles = new ArrayList<Trouble>();
        Trouble trouble = opening.trouble();
        if (trouble != null) {
            troubles.add(trouble);
        }
        if (secure != null) {
            troubles.addAll(secure.troubles());
        }
        var facts = Data.mapBuilder()
                .put("url", running == null ? null : running.url())
                .put("users", users.current().all().size())
                .put(
                        "certificate_expires",
                        secure == null ? null : secure.expires().toString());
        if (troubles.isEmpty()) {
            return new Verdict(Status.UP, "serves", facts.build());
        }
        Instant since = troubles.stream()
                .map(Trouble::since)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return new Verdict(
                running == null ? Status.WAITING : Status.DEGRADED,
                troubles.stream().map(Trouble::reason).collect(Collectors.joining("; ")),
                facts.put("since", since.toString()).build());
    }

    /** The url at which a client on this machine reaches the gateway, or null. */
    synchronized @Nullable String url() {
        return server == null ? null : server.url();
    }
}
