package io.precinct.logging;

import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs the events of the framework, each with the bundle concerned. Thread-safe. */
final class FrameworkLog implements FrameworkListener {
    private static final Logger LOG = LoggerFactory.getLogger("osgi.framework");

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        Bundle bundle = event.getBundle();
        var entry = LOG.atLevel(level(event.getType()))
                .addKeyValue("bundle", BundleLogger.nameOf(bundle))
                .addKeyValue("bundle_id", bundle.getBundleId())
                .addKeyValue("event", name(event.getType()));
        Throwable cause = event.getThrowable();
        if (cause == null) {
            entry.log("the framework reports {} for {}", name(event.getType()), BundleLogger.nameOf(bundle));
        } else {
            entry.setCause(cause).log(String.valueOf(cause.getMessage()));
        }
    }

    private static Level level(int type) {
        return switch (type) {
            case FrameworkEvent.ERROR -> Level.ERROR;
            case FrameworkEvent.WARNING -> Level.WARN;
            default -> Level.DEBUG;
        };
    }

    private static String name(int type) {
        return switch (type) {
            case FrameworkEvent.ERROR -> "error";
            case FrameworkEvent.WARNING -> "warning";
            case FrameworkEvent.INFO -> "info";
            case FrameworkEvent.STARTED -> "started";
            case FrameworkEvent.STARTLEVEL_CHANGED -> "startlevel changed";
            case FrameworkEvent.PACKAGES_REFRESHED -> "packages refreshed";
            case FrameworkEvent.STOPPED -> "stopped";
            default -> "event " + type;
        };
    }
}
