package io.precinct.deploy;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hot deployment: puts its parts together, brings back what served in the last process, and registers its services when
 * that is done, so that whoever waits for {@link Deployments} opens no listener before.
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
    private static final Duration STOP = Duration.ofSeconds(2);

    private final BundleContext context;
    private final ConfigurationSource configuration;
    private final Path data;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final @Nullable Running running;
    private boolean stopped;

    /** What goes on until the component stops. */
    private record Running(
            Stage stage, BoundaryFolder watch, @Nullable Thread restoring) {}

    /** Starts deploying; in the mode {@code check} it does nothing at all. */
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
        this.running = "check".equals(context.getProperty(Launch.MODE)) ? null : begin(admission, plugins, runtime);
    }

    private Running begin(Admission admission, Plugins plugins, ServiceComponentRuntime runtime) throws IOException {
        var folder = DeploymentFolder.below(data);
        var journal = Journal.open(folder.file("outcomes.jsonl"));
        var loaders = new LoaderWatch();
        var components = new Components(runtime, context);
        var requirements = new Requirements(context);
        var rehearsal = new Rehearsal(admission, plugins, this::slots);
        var shipped = new Shipped(folder, String.valueOf(context.getProperty(Constants.FRAMEWORK_UUID)));
        var stage = new Stage(context, components, requirements, admission, rehearsal, loaders, shipped);
        Records records = records(folder);
        var generations = new Generations(stage, folder, records.file(), records.ledger(), journal, this::settings);
        stage.clear();
        if (records.fault() == null) {
            generations.tidy();
        }
        var desk = new DeploymentDesk(generations, folder, journal, new BundleList(context, admission, generations));
        var watch = new BoundaryFolder(
                new FolderDesk(generations),
                folder,
                () -> settings().boundaryPath(),
                () -> settings().maxJarBytes());
        var restoration = new Restoration(generations);
        var health = new DeployHealth(generations, restoration, records.fault());
        register(HealthCheck.class, health);
        register(MetricSource.class, new DeployFigures(journal, loaders));
        register(Diagnosis.class, new ContainerDiagnosis(context, components, requirements, loaders));
        Runnable open = () -> register(Deployments.class, desk);
        if (restoration.idle()) {
            health.restored();
            open.run();
            watch.start();
            return new Running(stage, watch, null);
        }
        Thread restoring = restore(generations, restoration, open, () -> {
            health.restored();
            watch.start();
        });
        return new Running(stage, watch, restoring);
    }

    /** The bundles to bring back may need others that the launcher has yet to start: never wait on its thread. */
    private Thread restore(Generations generations, Restoration restoration, Runnable open, Runnable done) {
        return Thread.ofPlatform()
                .daemon()
                .name("restore-deployments")
                .start(() -> generations.inTurn(() -> {
                    attempt(restoration::begin);
                    open.run();
                    attempt(restoration::finish);
                    attempt(done::run);
                    return done;
                }));
    }

    private interface Restoring {
        void run() throws InterruptedException;
    }

    /** Whatever happens to what was deployed, the service itself starts. */
    private void attempt(Restoring step) {
        try {
            if (!stopped()) {
                step.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            if (!stopped()) {
                LOG.error("bringing back what was deployed failed", e);
            }
        }
    }

    private synchronized boolean stopped() {
        return stopped;
    }

    private record Records(
            LedgerFile file, Ledger ledger, @Nullable String fault) {}

    /** Records that cannot be read are moved aside: the service starts, and its health says what is wrong. */
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

    private synchronized <T> void register(Class<T> type, T service) {
        if (!stopped) {
            registrations.add(context.registerService(type, service, null));
        }
    }

    /** What the configuration says, or the defaults before there is a good one. */
    private DeploySettings settings() {
        Configuration current = configuration.current();
        return current == null ? DeploySettings.watching(data.resolve("boundaries")) : current.deploy();
    }

    private List<ArchetypeSlot> slots() {
        Configuration current = configuration.current();
        return current == null ? List.of() : current.archetypes();
    }

    /** Stops watching, and waits a moment for what is under way; what was deployed goes on serving. */
    @Deactivate
    void stop() throws InterruptedException {
        synchronized (this) {
            stopped = true;
            registrations.forEach(ServiceRegistration::unregister);
            registrations.clear();
        }
        if (running != null) {
            running.stage().abandon();
            running.watch().close();
            if (running.restoring() != null) {
                running.restoring().interrupt();
                running.restoring().join(STOP);
            }
        }
    }
}
