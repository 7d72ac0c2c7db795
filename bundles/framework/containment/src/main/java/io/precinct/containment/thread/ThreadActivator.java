package io.precinct.containment.thread;

import io.precinct.core.api.thread.ThreadContainment;
import org.osgi.annotation.bundle.Capability;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClassListener;

/**
 * Registers what contains threads. It is an activator and no component: the hook sees classes only while they are loaded,
 * so it must be there before the first deployed bundle, and the framework calls it in the midst of loading, where no
 * component may first have to be made.
 */
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
        String[] hooks = {WeavingHook.class.getName(), WovenClassListener.class.getName()};
        context.registerService(hooks, new LoopWeaver(), null);
        context.registerService(ThreadContainment.class, stops, null);
    }

    /** The framework unregisters the services after this. */
    @Override
    public void stop(BundleContext context) {
        stops.close();
    }
}
