package io.precinct.http;

import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.OwnPort;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a listener for each {@link OwnPort}, with the address and the limits of {@code service.yml}. Each is a source of
 * metrics and a health check. Owns the listeners; thread-safe.
 */
@Component(service = OwnPorts.class)
public final class OwnPorts {
    private static final Logger LOG = LoggerFactory.getLogger(OwnPorts.class);

    private final BundleContext context;
    private final Dispatcher dispatcher;
    private final AutoCloseable subscription;
    private final Map<OwnPort, Listener> listeners = new HashMap<>();
    /** Stopping listeners, by port: a port cannot be reopened before its listener has stopped. */
    private final Map<Integer, CompletableFuture<@Nullable Void>> stops = new HashMap<>();

    private @Nullable HttpSettings settings;
    private @Nullable CompletableFuture<?> stopping;

    /** Opens listeners once there is a configuration. */
    @Activate
    public OwnPorts(
            BundleContext context, @Reference Dispatcher dispatcher, @Reference ConfigurationSource configuration) {
        this.context = context;
        this.dispatcher = dispatcher;
        this.subscription =
                "check".equals(context.getProperty(Launch.MODE)) ? () -> {} : configuration.subscribe(this::apply);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void add(OwnPort wanted) {
        if (stopping == null) {
            var listener = new Listener(wanted);
            listeners.put(wanted, listener);
            CompletableFuture<@Nullable Void> before = stops.remove(wanted.port());
            if (before == null) {
                open(wanted, listener);
            } else {
                before.thenRun(() -> open(wanted, listener));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same listener, not an equal one
    private synchronized void open(OwnPort wanted, Listener listener) {
        if (settings != null && listeners.get(wanted) == listener) {
            listener.apply(settings);
        }
    }

    synchronized void remove(OwnPort wanted) {
        Listener listener = listeners.remove(wanted);
        if (listener != null) {
            stops.put(wanted.port(), listener.shut());
        }
    }

    /** Stops gracefully. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
        stopping().join();
    }

    /** Announces that all of them stop soon: their answers close their connections from now on. */
    synchronized void announceStop() {
        listeners.values().forEach(Listener::announceStop);
    }

    /** Begins to stop gracefully; completes once all have stopped. Further calls return the same stop. */
    synchronized CompletableFuture<?> stopping() {
        CompletableFuture<?> already = stopping;
        if (already == null) {
            var all = new ArrayList<CompletableFuture<?>>();
            listeners.values().forEach(listener -> all.add(listener.shut()));
            listeners.clear();
            already = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
            stopping = already;
        }
        return already;
    }

    private synchronized void apply(Configuration configuration) {
        if (stopping == null) {
            HttpSettings next = HttpListener.onLaunchPort(configuration.http(), context.getProperty(Launch.PORT));
            settings = next;
            listeners.values().forEach(listener -> {
                listener.opening.restart();
                HttpServer running = listener.server;
                if (running != null) {
                    running.renewed();
                }
                listener.apply(next);
            });
        }
    }

    /** Serves the routes of some bundles. Guarded by the component. */
    private final class Listener implements AccessCheck, MetricSource, HealthCheck {
        private static final String ELSEWHERE = "elsewhere";

        private final OwnPort wanted;
        private final RepeatedAttempt opening;
        private volatile @Nullable HttpServer server;
        private @Nullable ServiceRegistration<?> registration;

        Listener(OwnPort wanted) {
            this.wanted = wanted;
            this.opening = new RepeatedAttempt("the port of " + wanted.name(), () -> open(wanted, this));
        }

        /** Opens it, or takes over the settings, now and again until that succeeds. */
        void apply(HttpSettings service) {
            if (wanted.port() != 0 && wanted.port() == service.port()) {
                var _ = shut();
                return;
            }
            HttpSettings own = service.at(wanted.port(), service.bind());
            try {
                HttpServer running = server;
                if (running == null) {
                    var opened = new HttpServer(dispatcher, own, this, null);
                    opened.start();
                    server = opened;
                    LOG.info("the routes of {} are served on {}, too", wanted.name(), opened.url());
                } else {
                    running.apply(own);
                }
                opening.succeeded();
            } catch (IOException refused) {
                opening.failed(String.valueOf(refused.getMessage()));
            }
            if (registration == null) {
                registration = context.registerService(
                        new String[] {MetricSource.class.getName(), HealthCheck.class.getName()}, this, null);
            }
        }

        void announceStop() {
            HttpServer running = server;
            if (running != null) {
                running.announceStop();
            }
        }

        CompletableFuture<@Nullable Void> shut() {
            opening.succeeded(); // nothing is left to be tried
            HttpServer running = server;
            server = null;
            ServiceRegistration<?> registered = registration;
            registration = null;
            if (registered != null) {
                registered.unregister();
            }
            return running == null ? CompletableFuture.completedFuture(null) : running.stopping();
        }

        @Override
        public AccessCheck.Verdict judge(Visitor visitor) {
            String owner = dispatcher.owner(visitor.method(), visitor.rawPath());
            boolean served = owner != null && wanted.bundles().contains(owner) || isHealth(visitor);
            return served
                    ? new AccessCheck.Verdict.Passes(visitor.caller())
                    : new AccessCheck.Verdict.Refused(
                            404,
                            ELSEWHERE,
                            "no route for this path on the port of " + wanted.name(),
                            0,
                            null,
                            null,
                            visitor.caller());
        }

        /** Whether it asks for health, readiness or metrics; not for inspection and administration. */
        private boolean isHealth(Visitor visitor) {
            RouteAccess route = dispatcher.access(visitor.method(), visitor.rawPath());
            return dispatcher.essential(visitor.method(), visitor.rawPath())
                    && route.access() != Access.ADMIN
                    && route.exposure() != Exposure.NEVER
                    && route.exposure() != Exposure.OPERATORS;
        }

        @Override
        public String name() {
            return wanted.name() + "_port";
        }

        @Override
        public List<String> reasons() {
            return List.of(ELSEWHERE);
        }

        @Override
        public boolean readsPaths() {
            return true;
        }

        @Override
        public List<Family> collect() {
            HttpServer running = server;
            Family up = ListenerCounters.up(name(), running != null && opening.trouble() == null);
            return running == null
                    ? List.of(up)
                    : Stream.concat(Stream.of(up), running.collect().stream()).toList();
        }

        @Override
        public String subject() {
            return name();
        }

        /** Degraded if it could not open: its routes are then served on the port of the service. */
        @Override
        public HealthCheck.Verdict check() {
            Trouble trouble = opening.trouble();
            HttpServer running = server;
            String url = running == null ? null : running.url();
            if (trouble != null) {
                var facts = Data.map("url", url, "since", trouble.since().toString());
                return new HealthCheck.Verdict(Status.DEGRADED, trouble.reason(), facts);
            }
            return url == null
                    ? HealthCheck.Verdict.degraded("closed")
                    : new HealthCheck.Verdict(Status.UP, "serves", Map.of("url", url));
        }
    }
}
