package io.precinct.containment.thread;

import io.precinct.core.api.thread.ThreadContainment;
import org.osgi.annotation.bundle.Capability;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/** Registers what contains threads: an activator and no component, so that it is there before the first deployed bundle. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.core.api.thread.ThreadContainment\"",
        uses = ThreadContainment.class,
        effective = "active")
public final class ThreadActivator implements BundleActivator {
    private final ThreadStops stops = new ThreadStops();

    @Override
    public void start(BundleContext context) {
        context.registerService(ThreadContainment.class, stops, null);
    }

    /** The framework unregisters the services after this. */
    @Override
    public void stop(BundleContext context) {
        stops.close();
    }
}
