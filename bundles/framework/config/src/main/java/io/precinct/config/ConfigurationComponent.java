package io.precinct.config;

import io.precinct.api.service.HealthCheck;
import io.precinct.api.settings.SettingsSource;
import io.precinct.config.name.InstalledNames;
import io.precinct.config.name.InstalledSettings;
import io.precinct.config.section.ServiceFile;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
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
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Registers the configuration of this process and its settings files as services. It registers them itself, not through
 * Declarative Services, because it changes the service properties, which the launcher watches.
 */
@Component(
        service = {},
        immediate = true)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.core.api.config.ConfigurationSource\"",
        effective = "active")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.api.settings.SettingsSource\"",
        effective = "active")
public final class ConfigurationComponent {
    private final ConfigurationFolder folder;
    private final SettingsFiles settings;
    private final ServiceRegistration<?> folderRegistration;
    private final ServiceRegistration<?> settingsRegistration;
    private final List<ServiceRegistration<?>> others;
    private final BundleContext context;
    private final BundleListener departures;

    /** Loads the folder, then registers the service. */
    @Activate
    public ConfigurationComponent(BundleContext context, @Reference Plugins plugins) {
        this.context = context;
        Path configDir = path(context, Launch.CONFIG_DIR, "config");
        Path dataDir = path(context, Launch.DATA_DIR, "data");
        var ofFolder = new Properties();
        var ofSettings = new Properties();
        boolean watchFiles = !"check".equals(context.getProperty(Launch.MODE));
        var place = new ServiceFile.Place(configDir, dataDir, port(context), !watchFiles);
        var names = new InstalledNames(context, dataDir.resolve("deployments").resolve("disabled"));
        folder = new ConfigurationFolder(new ConfigurationLoader(place, names), plugins, ofFolder, watchFiles);
        settings = new SettingsFiles(configDir, new InstalledSettings(context), System::getenv, ofSettings);
        folderRegistration = ofFolder.register(context, ConfigurationSource.class, new WholeFolder(folder, settings));
        settingsRegistration = ofSettings.register(context, SettingsSource.class, settings);
        others = List.of(
                context.registerService(HealthCheck.class, new ConfigurationHealth(folder, settings), null),
                context.registerService(MetricSource.class, folder.readings(), null),
                context.registerService(MetricSource.class, settings.readings(), null));
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        folder.follow(watchFiles, () -> framework != null && framework.getState() == Bundle.STOPPING);
        departures = event -> {
            boolean went = event.getType() == BundleEvent.STOPPED || event.getType() == BundleEvent.UNINSTALLED;
            if (went && framework != null && framework.getState() != Bundle.STOPPING) {
                folder.bundleWent();
            }
        };
        if (watchFiles) {
            settings.follow();
            context.addBundleListener(departures);
        }
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
        context.removeBundleListener(departures);
        others.forEach(ServiceRegistration::unregister);
        folder.close();
        settings.close();
        settingsRegistration.unregister();
        folderRegistration.unregister();
    }

    /** Publishes a state as service properties. Called in order. */
    private static final class Properties implements ReadingStatus {
        private volatile Dictionary<String, Object> now = new Hashtable<>();
        private volatile @Nullable ServiceRegistration<?> registration;

        @Override
        public void show(String state, List<Problem> problems) {
            Dictionary<String, Object> properties = new Hashtable<>(Launch.configuration(state, problems));
            now = properties;
            ServiceRegistration<?> registered = registration;
            if (registered != null) {
                registered.setProperties(properties);
            }
        }

        <S> ServiceRegistration<?> register(BundleContext context, Class<S> type, S service) {
            Dictionary<String, Object> published = now;
            var registered = context.registerService(type, service, published);
            registration = registered;
            // A consumer that got the service during the registration may already have made it read something.
            while (!published.equals(now)) {
                published = now;
                registered.setProperties(published);
            }
            return registered;
        }
    }
}
