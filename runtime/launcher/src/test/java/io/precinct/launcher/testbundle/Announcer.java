package io.precinct.launcher.testbundle;

import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * Registers a configuration source, a listener or a pending service, depending on a system property, each time its
 * service is used.
 */
public final class Announcer implements BundleActivator, ServiceFactory<Object> {
    private @Nullable BundleContext context;
    private @Nullable ServiceRegistration<?> source;
    private @Nullable ServiceRegistration<?> listener;
    private @Nullable ServiceRegistration<?> unready;

    @Override
    public void start(BundleContext bundleContext) {
        context = bundleContext;
        bundleContext.registerService(Object.class.getName(), this, null);
    }

    @Override
    public Object getService(Bundle bundle, ServiceRegistration<Object> registration) {
        String[] announcement = System.getProperty("test.announcement").split("=", 2);
        Map<String, Object> properties = new HashMap<>();
        if (announcement[0].equals("config")) {
            properties.put("precinct.config.state", announcement[1]);
            properties.put("precinct.config.problems", new String[] {"service.yml:1: bad"});
            source = announced(source, FrameworkUtil.asDictionary(properties));
        } else if (announcement[0].startsWith("precinct.")) {
            properties.put(announcement[0], announcement[1]);
            unready = announced(unready, FrameworkUtil.asDictionary(properties));
        } else {
            properties.put("precinct.url", announcement[1]);
            listener = announced(listener, FrameworkUtil.asDictionary(properties));
        }
        return this;
    }

    private ServiceRegistration<?> announced(
            @Nullable ServiceRegistration<?> before, Dictionary<String, Object> properties) {
        if (before == null) {
            return context.registerService(Object.class.getName(), new Object(), properties);
        }
        before.setProperties(properties);
        return before;
    }

    @Override
    public void ungetService(Bundle bundle, ServiceRegistration<Object> registration, Object service) {}

    @Override
    public void stop(BundleContext bundleContext) {}
}
