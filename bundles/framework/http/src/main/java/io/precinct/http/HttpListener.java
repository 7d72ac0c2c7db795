package io.precinct.http;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the listener as configured, and tells the launcher where it serves: its service carries {@link Launch#URL} once
 * it listens, {@link Launch#URL_PROBLEM} if the configured address could not be opened, and both if the former one
 * stays in use. Thread-safe.
 */
@Component(
        service = {},
        immediate = true)
public final class HttpListener implements MetricSource {
    private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);

    private final BundleContext context;
    private final Dispatcher dispatcher;
    private final SecondListener gateway;
    private final OwnPorts ports;
    private final AutoCloseable subscription;
    private @Nullable HttpServer server;
    private @Nullable ServiceRegistration<MetricSource> registration;
    private boolean closed;

    /** Opens the listener once there is a configuration. */
    @Activate
    public HttpListener(
            BundleContext context,
            @Reference Dispatcher dispatcher,
            @Reference ConfigurationSource configuration,
            @Reference SecondListener gateway,
            @Reference OwnPorts ports) {
        this.context = context;
        this.gateway = gateway;
        this.ports = ports;
        this.dispatcher = dispatcher;
        this.subscription =
                "check".equals(context.getProperty(Launch.MODE)) ? () -> {} : configuration.subscribe(this::apply);
    }

    /** Stops gracefully, all listeners at once. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
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

    private synchronized void apply(Configuration configuration) {
        if (closed) {
            return;
        }
        HttpSettings settings = onLaunchPort(configuration.http(), context.getProperty(Launch.PORT));
        String problem = null;
        try {
            if (server == null) {
                var opened = new HttpServer(dispatcher, settings, context.getProperty(Launch.TOKEN));
                opened.start();
                server = opened;
            } else {
                server.apply(settings);
            }
        } catch (IOException refused) {
            problem = refused.getMessage();
            LOG.error("{}", problem);
        }
        tell(problem);
    }

    private void tell(@Nullable String problem) {
        var properties = new HashMap<String, Object>();
        if (server != null) {
            properties.put(Launch.URL, server.url());
        }
        if (problem != null) {
            properties.put(Launch.URL_PROBLEM, problem);
        }
        if (registration == null) {
            registration = context.registerService(MetricSource.class, this, FrameworkUtil.asDictionary(properties));
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
        return running == null ? List.of() : running.collect();
    }
}
