package io.precinct.http.gateway;

import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.dispatch.Dispatcher;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;

/** Makes gateways for which no time passes. */
public final class StoppedClock {
    private static final long NOW = TimeUnit.DAYS.toNanos(7);

    private StoppedClock() {}

    public static GatewayListener listener(
            BundleContext context, Dispatcher dispatcher, ConfigurationSource configuration) {
        return new GatewayListener(context, dispatcher, configuration, new WatchedUsers(context), () -> NOW);
    }
}
