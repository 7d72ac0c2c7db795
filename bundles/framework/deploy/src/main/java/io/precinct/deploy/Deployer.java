package io.precinct.deploy;

import io.precinct.api.service.HealthCheck;
import io.precinct.common.osgi.UnmetRequirements;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.deploy.HolderSearch;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.deploy.drain.BundleRestart;
import io.precinct.deploy.drain.Retirement;
import io.precinct.deploy.folder.BoundaryFolder;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.records.DisabledBundles;
import io.precinct.deploy.records.Journal;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.LedgerFile;
import io.precinct.deploy.records.ShippedBundles;
import io.precinct.deploy.running.ComponentInspection;
import io.precinct.deploy.stage.ConfiguredPlugins;
import io.precinct.deploy.stage.PreflightCheck;
import io.precinct.deploy.stage.Staging;
import io.precinct.deploy.startup.CheckStartup;
import io.precinct.deploy.startup.OfflineMaintenance;
import io.precinct.deploy.startup.Startup;
import io.precinct.deploy.status.BundleList;
import io.precinct.deploy.status.ContainerDiagnosis;
import io.precinct.deploy.status.DeployFigures;
import io.precinct.deploy.status.DeployHealth;
import io.precinct.deploy.store.DeploymentFolder;
import io.precinct.deploy.swap.FolderDeployments;
import io.precinct.deploy.swap.Generations;
import io.precinct.deploy.swap.Restoration;
import io.precinct.deploy.swap.ServingBundles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The component of hot deployment: wires its parts and registers its services. {@link Deployments} is registered once
 * the bundles that served in the last process serve again ({@link Startup}).
 */
@Component(
        service = {},
        immediate = true)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.core.api.deploy.Deployments\"",
        uses = Deployments.class,
        effective = "active")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.core.api.deploy.Diagnosis\"",
        uses = Diagnosis.class,
        effective = "active")
public final class Deployer {
    private static final Logger LOG = LoggerFactory.getLogger(Deployer.class);

    private final BundleContext context;
    private final ConfigurationSource configuration;
    private final Path data;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final Shutdown running;
    private @Nullable ServiceRegistration<?> state;
    private boolean stopped;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable HolderSearch search;

    private interface Shutdown {
        void end() throws InterruptedException;
    }

    /** Starts deploying; in the mode {@code check}, starts only the bundles that a check needs. */
    @Activate
    public Deployer(
            BundleContext context,
            @Reference ConfigurationSource configuration,
            @Reference Admission admission,
            @Reference Plugins plugins,
            @Reference ServiceComponentRuntime runtime)
            throws IOException {
        this.context = context;
        this.configuration = configuration;
        String folder = context.getProperty(Launch.DATA_DIR);
        if (folder == null) {
            throw new IllegalStateException("the framework property " + Launch.DATA_DIR + " is not set");
        }
        this.data = Path.of(folder);
        String command = context.getProperty(Launch.DEPLOYMENTS);
        if (command != null) {
            this.running = offline(command, admission, plugins, runtime);
        } else if ("check".equals(context.getProperty(Launch.MODE))) {
            this.running = check(admission, plugins, runtime);
        } else {
            this.running = begin(admission, plugins, runtime);
        }
    }

    /** Changes the records of deployments while no instance runs; nothing that is deployed is started. */
    private Shutdown offline(String command, Admission admission, Plugins plugins, ServiceComponentRuntime runtime)
            throws IOException {
        var folder = DeploymentFolder.below(data);
        Records records = records(folder);
        var components = new ComponentInspection(runtime, context);
        var loaders = new LoaderWatch();
        var journal = Journal.open(folder.file("outcomes.jsonl"));
        ServingBundles serving =
                serving(folder, admission, plugins, components, loaders, new UnmetRequirements(context));
        var generations = new Generations(serving, folder, records.file(), records.ledger(), journal, this::settings);
        var list = new BundleList(context, admission, generations);
        var maintenance =
                new OfflineMaintenance(context, configuration, generations, journal, list::views, records.fault());
        maintenance.start(command);
        return maintenance::stop;
    }

    private ServingBundles serving(
            DeploymentFolder folder,
            Admission admission,
            Plugins plugins,
            ComponentInspection components,
            LoaderWatch loaders,
            UnmetRequirements requirements)
            throws IOException {
        var retirement = new Retirement(admission, loaders);
        return new ServingBundles(
                context,
                new Staging(context, components, requirements, loaders),
                admission,
                new PreflightCheck(context, admission, new ConfiguredPlugins(plugins, configuration)),
                retirement,
                new BundleRestart(components, retirement),
                new ShippedBundles(folder, String.valueOf(context.getProperty(Constants.FRAMEWORK_UUID))),
                DisabledBundles.open(folder.file("disabled")));
    }

    private Shutdown check(Admission admission, Plugins plugins, ServiceComponentRuntime runtime) {
        var loaders = new LoaderWatch();
        var components = new ComponentInspection(runtime, context);
        var requirements = new UnmetRequirements(context);
        var startup = new CheckStartup(
                context,
                data,
                configuration,
                admission,
                new PreflightCheck(context, admission, new ConfiguredPlugins(plugins, configuration)),
                new Staging(context, components, requirements, loaders));
        return startup::stop;
    }

    private Shutdown begin(Admission admission, Plugins plugins, ServiceComponentRuntime runtime) throws IOException {
        var folder = DeploymentFolder.below(data);
        var journal = Journal.open(folder.file("outcomes.jsonl"));
        var loaders = new LoaderWatch();
        var components = new ComponentInspection(runtime, context);
        var requirements = new UnmetRequirements(context);
        ServingBundles serving = serving(folder, admission, plugins, components, loaders, requirements);
        Records records = records(folder);
        var generations = new Generations(serving, folder, records.file(), records.ledger(), journal, this::settings);
        serving.clear();
        if (records.fault() == null) {
            generations.tidy();
        }
        var service = new DeploymentService(
                generations,
                folder,
                journal,
                new BundleList(context, admission, generations),
                Deployments.Operator.LOCAL);
        var watch = new BoundaryFolder(new FolderDeployments(generations), folder, this::settings);
        register(MetricSource.class, new DeployFigures(journal, loaders), Map.of());
        register(
                Diagnosis.class,
                new ContainerDiagnosis(context, components, requirements, loaders, () -> search),
                Map.of());
        Startup startup =
                startup(generations, watch, records.fault(), () -> register(Deployments.class, service, Map.of()));
        return () -> {
            serving.abandon();
            startup.stop();
        };
    }

    private Startup startup(Generations generations, BoundaryFolder watch, @Nullable String fault, Runnable open) {
        var restoration = new Restoration(generations);
        var health = new DeployHealth(generations, restoration, fault);
        var steps = new Startup.Steps(open, health::restored, this::show);
        var startup = new Startup(generations, restoration, watch, configuration, steps);
        state = register(HealthCheck.class, health, startup.properties());
        startup.start();
        return startup;
    }

    private synchronized void show(Map<String, Object> properties) {
        if (!stopped && state != null) {
            state.setProperties(FrameworkUtil.asDictionary(properties));
        }
    }

    private record Records(
            LedgerFile file, Ledger ledger, @Nullable String fault) {}

    /**
     * Reads the records. A ledger that cannot be read is moved aside, so that the service starts; its health check then
     * reports the fault.
     */
    private static Records records(DeploymentFolder folder) throws IOException {
        Path path = folder.file("generations.json");
        var file = new LedgerFile(path);
        try {
            return new Records(file, file.read(), null);
        } catch (IOException e) {
            Path aside = path.resolveSibling("generations.json.unreadable");
            Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
            LOG.error("{}; it was moved to {}, and no deployed bundle is brought back", e.getMessage(), aside);
            return new Records(file, Ledger.EMPTY, e.getMessage() + "; it was moved to " + aside);
        }
    }

    private synchronized <T> @Nullable ServiceRegistration<?> register(
            Class<T> type, T service, Map<String, Object> properties) {
        if (stopped) {
            return null;
        }
        var registration = context.registerService(type, service, FrameworkUtil.asDictionary(properties));
        registrations.add(registration);
        return registration;
    }

    /** The configured settings, or the defaults until there is a valid configuration. */
    private DeploySettings settings() {
        DeploySettings configured = configuration.deploy();
        return configured == null ? DeploySettings.watching(data.resolve("boundaries")) : configured;
    }

    /** Stops watching, and waits a moment for deployments under way. Deployed bundles continue to serve. */
    @Deactivate
    void stop() throws InterruptedException {
        synchronized (this) {
            stopped = true;
            registrations.forEach(ServiceRegistration::unregister);
            registrations.clear();
        }
        running.end();
    }
}
