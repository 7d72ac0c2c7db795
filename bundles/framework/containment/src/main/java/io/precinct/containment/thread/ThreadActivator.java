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
 * Registers the services that contain threads. It is an activator and not a component: the hook sees classes only as
 * they are loaded, so it must be registered before the first deployed bundle. The framework calls it while it loads a
 * class, and must not have to create a component then.
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

    /** Lets all threads go on. The framework unregisters the services afterwards. */
    @Override
    public void stop(BundleContext context) {
        stops.close();
    }
}
