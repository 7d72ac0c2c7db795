package io.precinct.containment.retention;

import java.lang.management.ManagementFactory;
import java.net.ProxySelector;
import java.security.Provider;
import java.security.Security;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects of departed bundles in the global registries of the JDK: shutdown hooks, JDBC drivers, MBeans, system
 * properties and defaults.
 *
 * @param walk finds objects
 */
record JdkRegistries(ReferenceWalk walk) {
    private static final int OBJECTS = 2_000;

    /** Passes on every reason with the loader that is held. */
    void each(BiConsumer<ClassLoader, String> reasons) {
        PrivateFields.type("java.lang.ApplicationShutdownHooks")
                .flatMap(type -> PrivateFields.value(type, "hooks", null))
                .ifPresent(hooks -> ((Map<?, ?>) hooks).keySet().forEach(hook -> shutdownHook(hook, reasons)));
        PrivateFields.type("java.sql.DriverManager")
                .flatMap(type -> PrivateFields.value(type, "registeredDrivers", null))
                .ifPresent(drivers -> report(drivers, "the JDBC driver %s is registered with DriverManager", reasons));
        mbeans(reasons);
        for (Map.Entry<Object, Object> property : System.getProperties().entrySet()) {
            report(property.getValue(), "the system property " + property.getKey() + " is a value of %s", reasons);
        }
        report(
                Thread.getDefaultUncaughtExceptionHandler(),
                "the default handler of uncaught exceptions is of %s",
                reasons);
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            report(handler, "a handler of java.util.logging is of %s", reasons);
        }
        for (Provider provider : Security.getProviders()) {
            report(provider, "the security provider " + provider.getName() + " is of %s", reasons);
        }
        report(ProxySelector.getDefault(), "the default ProxySelector is of %s", reasons);
        report(ForkJoinPool.commonPool(), "the common pool of the JDK has a task of %s", reasons);
    }

    private void shutdownHook(Object hook, BiConsumer<ClassLoader, String> reasons) {
        String name = ((Thread) hook).getName();
        var found = walk.found(hook)
                .or(() -> PrivateFields.value(Thread.class, "holder", hook).flatMap(root -> walk.from(root, OBJECTS)));
        found.ifPresent(one -> reasons.accept(one.loader(), "the shutdown hook '" + name + "' runs " + one.type()));
    }

    private void mbeans(BiConsumer<ClassLoader, String> reasons) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(null, null)) {
            try {
                ClassLoader loader = server.getClassLoaderFor(name);
                if (loader != null && walk.departed().contains(loader)) {
                    reasons.accept(loader, "the MBean " + name + " is registered");
                }
            } catch (InstanceNotFoundException e) {
                // it has gone meanwhile
            }
        }
    }

    private void report(@Nullable Object root, String what, BiConsumer<ClassLoader, String> reasons) {
        walk.from(root, OBJECTS).ifPresent(found -> reasons.accept(found.loader(), what.formatted(found.type())));
    }
}
