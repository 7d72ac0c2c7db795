package io.precinct.logging;

import org.osgi.annotation.bundle.Capability;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.log.LogService;
import org.osgi.service.log.LoggerFactory;

/**
 * Registers an OSGi log service that delegates to slf4j, and logs the events of the framework. It is an activator and
 * not a component, so that even the first message of the component runtime is logged through it.
 */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"org.osgi.service.log.LogService,org.osgi.service.log.LoggerFactory\"",
        uses = LogService.class)
public final class LogActivator implements BundleActivator {
    private final FrameworkListener frameworkLog = new FrameworkLog();

    @Override
    public void start(BundleContext context) {
        String[] types = {LogService.class.getName(), LoggerFactory.class.getName()};
        context.registerService(
                types,
                new ServiceFactory<LogService>() {
                    @Override
                    public LogService getService(Bundle bundle, ServiceRegistration<LogService> registration) {
                        return new BundleLogService(bundle);
                    }

                    @Override
                    public void ungetService(
                            Bundle bundle, ServiceRegistration<LogService> registration, LogService service) {}
                },
                null);
        context.addFrameworkListener(frameworkLog);
    }

    @Override
    public void stop(BundleContext context) {
        context.removeFrameworkListener(frameworkLog);
    }
}
