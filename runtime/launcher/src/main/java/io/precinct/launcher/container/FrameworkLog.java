package io.precinct.launcher.container;

import org.apache.felix.framework.Logger;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Passes the messages of the framework to slf4j; by default it would print them to stdout. */
final class FrameworkLog extends Logger {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("org.apache.felix.framework");

    @Override
    @SuppressWarnings("rawtypes") // as Felix declares it
    protected void doLog(
            @Nullable Bundle bundle,
            @Nullable ServiceReference service,
            int level,
            String message,
            @Nullable Throwable thrown) {
        LOG.atLevel(level(level, thrown))
                .setCause(thrown)
                .log(bundle == null ? "{}{}" : "{}: {}", bundle == null ? "" : bundle.getSymbolicName(), message);
    }

    @Override
    protected void doLog(int level, String message, @Nullable Throwable thrown) {
        doLog(null, null, level, message, thrown);
    }

    /** The level of a message. An exception that the caller also gets is not logged again as a warning or error. */
    private static Level level(int level, @Nullable Throwable thrown) {
        return switch (level) {
            case LOG_ERROR -> thrown instanceof BundleException ? Level.INFO : Level.ERROR;
            case LOG_WARNING -> thrown instanceof BundleException ? Level.INFO : Level.WARN;
            case LOG_INFO -> Level.INFO;
            default -> Level.DEBUG;
        };
    }
}
