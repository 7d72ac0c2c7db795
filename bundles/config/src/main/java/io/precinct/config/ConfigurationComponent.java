package io.precinct.config;

import io.precinct.config.name.InstalledNames;
import io.precinct.config.section.ServiceFile;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.Plugins;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Registers the configuration folder of this process as a service. It does so itself, not through Declarative Services,
 * because it changes the properties of the service, which the launcher watches.
 */
@Component(
        service = {},
        immediate = true)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.core.api.config.ConfigurationSource\"",
        effective = "active")
public final class ConfigurationComponent {
    private final ConfigurationFolder folder;
    private final ServiceRegistration<ConfigurationSource> registration;
    private final Properties properties = new Properties();

    /** Loads the folder, then registers the service. */
    @Activate
    public ConfigurationComponent(BundleContext context, @Reference Plugins plugins) {
        Path configDir = path(context, Launch.CONFIG_DIR, "config");
        Path dataDir = path(context, Launch.DATA_DIR, "data");
        var place = new ServiceFile.Place(configDir, dataDir, port(context));
        folder = new ConfigurationFolder(new Loader(place, new InstalledNames(context)), plugins, properties);
        registration = properties.register(context, folder);
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        folder.follow(
                !"check".equals(context.getProperty(Launch.MODE)),
                () -> framework != null && framework.getState() == Bundle.STOPPING);
    }

    private static Path path(BundleContext context, String property, String absent) {
        String configured = context.getProperty(property);
        return Path.of(configured == null ? absent : configured)
                .toAbsolutePath()
                .normalize();
    }

    private static OptionalInt port(BundleContext context) {
        String port =
                Optional.ofNullable(context.getProperty(Launch.PORT)).orElse("").strip();
        try {
            return port.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(port));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the framework property " + Launch.PORT + " takes a port number, got \"" + port + "\"", e);
        }
    }

    @Deactivate
    void close() throws Exception {
        folder.close();
        registration.unregister();
    }

    /** Publishes the state as service properties. The folder calls it in order. */
    private static final class Properties implements ConfigurationFolder.Status {
        private Dictionary<String, Object> now = new Hashtable<>();
        private volatile @Nullable ServiceRegistration<ConfigurationSource> registration;

        @Override
        public void show(String state, List<Problem> problems) {
            Dictionary<String, Object> properties = new Hashtable<>(Launch.configuration(state, problems));
            now = properties;
            ServiceRegistration<ConfigurationSource> registered = registration;
            if (registered != null) {
                registered.setProperties(properties);
            }
        }

        ServiceRegistration<ConfigurationSource> register(BundleContext context, ConfigurationSource source) {
            var registered = context.registerService(ConfigurationSource.class, source, now);
            registration = registered;
            return registered;
        }
    }
}
