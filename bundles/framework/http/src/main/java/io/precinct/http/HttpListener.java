package io.precinct.http;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Keeps the listener as configured, and tells the launcher where it serves: its service carries {@link Launch#URL} once
 * it listens, {@link Launch#URL_PROBLEM} if the configured address could not be opened, and both while the former one
 * stays in use; the configured one is then tried again. {@link Launch#DRAIN} is beside it. When the launcher announces a
 * stop, all listeners do. A health check of the subject {@code listener}. Thread-safe.
 */
@Component(
        service = {},
        immediate = true)
public final class HttpListener implements MetricSource, HealthCheck {
    private final BundleContext context;
    private final Dispatcher dispatcher;
    private final SecondListener gateway;
    private final OwnPorts ports;
    private final RepeatedAttempt opening = new RepeatedAttempt("the listener", this::open);
    private final AutoCloseable subscription;
    private final ServiceListener stopWatch = this::announceStop;
    private @Nullable HttpSettings settings;
    private @Nullable HttpServer server;
    private @Nullable ServiceRegistration<?> registration;
    private boolean closed;

    /** Opens the listener once there is a configuration. */
    @Activate
    public HttpListener(
            BundleContext context,
            @Reference Dispatcher dispatcher,
            @Reference ConfigurationSource configuration,
            @Reference SecondListener gateway,
            @Reference OwnPorts ports)
            throws InvalidSyntaxException {
        this.context = context;
        this.gateway = gateway;
        this.ports = ports;
        this.dispatcher = dispatcher;
        context.addServiceListener(stopWatch, "(" + Launch.DRAINING + "=*)");
        this.subscription =
                "check".equals(context.getProperty(Launch.MODE)) ? () -> {} : configuration.subscribe(this::apply);
    }

    /** Stops gracefully, all listeners at once. */
    @Deactivate
    public void close() throws Exception {
        context.removeServiceListener(stopWatch);
        subscription.close();
        opening.close();
        CompletableFuture<?> others = CompletableFuture.allOf(gateway.stopping(), ports.stopping());
        HttpServer running;
        synchronized (this) {
            closed = true;
            running = server;
            if (registration != null) {
                registration.unregister();
                registration = null;
            }
        }
        if (running != null) {
            running.stop();
        }
        others.join();
    }

    private void announceStop(ServiceEvent event) {
        if (event.getType() != ServiceEvent.REGISTERED) {
            return;
        }
        synchronized (this) {
            if (server != null) {
                server.announceStop();
            }
        }
        gateway.announceStop();
        ports.announceStop();
    }

    private synchronized void apply(Configuration configuration) {
        settings = onLaunchPort(configuration.http(), context.getProperty(Launch.PORT));
        opening.restart();
        if (server != null) {
            server.renewed();
        }
        open();
    }

    private synchronized void open() {
        HttpSettings wanted = settings;
        if (closed || wanted == null) {
            return;
        }
        String problem = null;
        try {
            if (server == null) {
                var opened = new HttpServer(dispatcher, wanted, context.getProperty(Launch.TOKEN));
                opened.start();
                server = opened;
            } else {
                server.apply(wanted);
            }
            opening.succeeded();
        } catch (IOException refused) {
            problem = String.valueOf(refused.getMessage());
            opening.failed(problem);
        }
        tell(problem, wanted.limits().drain());
    }

    private void tell(@Nullable String problem, Duration drain) {
        var properties = new HashMap<String, Object>();
        if (server != null) {
            properties.put(Launch.URL, server.url());
            properties.put(Launch.DRAIN, drain.toSeconds());
        }
        if (problem != null) {
            properties.put(Launch.URL_PROBLEM, problem);
        }
        if (registration == null) {
            registration = context.registerService(
                    new String[] {MetricSource.class.getName(), HealthCheck.class.getName()},
                    this,
                    FrameworkUtil.asDictionary(properties));
        } else {
            registration.setProperties(FrameworkUtil.asDictionary(properties));
        }
    }

    /** {@code --port} wins over the configured one, on every reload. */
    static HttpSettings onLaunchPort(HttpSettings settings, @Nullable String port) {
        return port == null || port.isBlank() ? settings : settings.at(Integer.parseInt(port.trim()), settings.bind());
    }

    @Override
    public List<Family> collect() {
        HttpServer running;
        synchronized (this) {
            running = server;
        }
        Family up = ListenerCounters.up("http", running != null && opening.trouble() == null);
        return running == null
                ? List.of(up)
                : Stream.concat(Stream.of(up), running.collect().stream()).toList();
    }

    @Override
    public String subject() {
        return "listener";
    }

    /** Degraded while it serves at its former address, because the configured one cannot be opened. */
    @Override
    public synchronized Verdict check() {
        String url = server == null ? null : server.url();
        Trouble trouble = opening.trouble();
        return trouble == null
                ? new Verdict(Status.UP, "serves", Data.map("url", url))
                : new Verdict(
                        url == null ? Status.DOWN : Status.DEGRADED,
                        trouble.reason() + (url == null ? "" : "; it serves on " + url + " until then"),
                        Data.map("url", url, "since", trouble.since().toString()));
    }
}
