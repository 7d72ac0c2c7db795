package io.precinct.deploy.startup;

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.settings.OwnsSettings;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.Admission;
import io.precinct.deploy.records.AcceptedGeneration;
import io.precinct.deploy.records.Ledger;
import io.precinct.deploy.records.LedgerFile;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.stage.NameClaims;
import io.precinct.deploy.stage.PreflightCheck;
import io.precinct.deploy.stage.StagedBundle;
import io.precinct.deploy.stage.Staging;
import io.precinct.deploy.store.DeploymentFolder;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.PluginJar;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, in the mode {@code check}, the bundles that resolve tags, both deployed ones and ones in the watched folder,
 * and the deployed bundles that own settings or use what has a say in them, such as the database. Only the resolver of an
 * early tag knows its value, only the owner of a settings file knows its rules, and only the owner of a schema knows its
 * migrations; for all other bundles, the manifest is enough. The data folder may be that of a running instance, so it is
 * only read.
 */
public final class CheckStartup {
    private static final Logger LOG = LoggerFactory.getLogger(CheckStartup.class);
    private static final Duration STOP = Duration.ofSeconds(2);

    /** The time that a bundle gets to open its schema. */
    private static final Duration OPENING = Duration.ofSeconds(3);

    private final ConfigurationSource configuration;
    private final Admission admission;
    private final PreflightCheck preflight;
    private final Staging staging;
    private final Path data;
    private final DeploymentFolder folder;
    private final ServiceRegistration<?> state;
    private final Thread thread;

    public CheckStartup(
            BundleContext context,
            Path data,
            ConfigurationSource configuration,
            Admission admission,
            PreflightCheck preflight,
            Staging staging) {
        this.configuration = configuration;
        this.admission = admission;
        this.preflight = preflight;
        this.staging = staging;
        this.data = data;
        this.folder = DeploymentFolder.untouched(data);
        String what = "starting the deployed bundles that resolve tags or own settings";
        this.state = context.registerService(
                CheckStartup.class,
                this,
                FrameworkUtil.asDictionary(Map.of(Launch.RESTORING, what, Launch.PENDING, what)));
        this.thread = Thread.ofPlatform().daemon().name("check-deployed-tags").start(this::run);
    }

    private void run() {
        try {
            DeploySettings configured = configuration.deploy();
            Ledger ledger = ledger();
            bringUp(
                    ledger,
                    deployed(ledger),
                    configured == null ? DeploySettings.watching(data.resolve("boundaries")) : configured);
            if (configuration.current() == null && configured != null) {
                bringUp(ledger, waiting(ledger, configured), configured);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("what was deployed could not be looked at", e);
        } finally {
            reportComplete();
        }
    }

    private void reportComplete() {
        try {
            state.setProperties(FrameworkUtil.asDictionary(Map.of()));
        } catch (IllegalStateException _) {
            LOG.debug("stopped meanwhile");
        }
    }

    private Ledger ledger() {
        try {
            return new LedgerFile(folder.file("generations.json")).read();
        } catch (IOException e) {
            LOG.error("{}", e.getMessage());
            return Ledger.EMPTY;
        }
    }

    /** The deployed jars that serve in a running instance, or will in the next one. */
    private List<PluginJar> deployed(Ledger ledger) {
        List<PluginJar> jars = new ArrayList<>();
        for (AcceptedGeneration accepted : ledger.present()) {
            add(
                    jars,
                    () -> folder.stored(accepted.bundle(), accepted.version(), accepted.sha256()),
                    jar -> jar.declares(ResolvesTag.NAMESPACE)
                            || jar.declares(OwnsSettings.NAMESPACE)
                            || usesWhatHasASay(jar));
        }
        return jars;
    }

    private boolean usesWhatHasASay(PluginJar jar) {
        return preflight.packagesWithASay().stream().anyMatch(jar::imports);
    }

    private interface Verified {
        PluginJar jar() throws DeploymentRefused, IOException;
    }

    /** Adds a jar that is wanted. */
    private static void add(List<PluginJar> jars, Verified verified, Predicate<PluginJar> wanted) {
        try {
            PluginJar jar = verified.jar();
            if (wanted.test(jar)) {
                jars.add(jar);
            }
        } catch (DeploymentRefused e) {
            LOG.error("{}", String.join("; ", e.reasons()));
        } catch (IOException e) {
            LOG.error("a jar cannot be read", e);
        }
    }

    /** The jars of the watched folder that the next start deploys: those that were not handled before. */
    private static List<PluginJar> waiting(Ledger ledger, DeploySettings settings) {
        List<PluginJar> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(settings.boundaryPath(), "*.jar")) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                String sha256 = DeploymentFolder.hash(file);
                if (!sha256.equals(ledger.folder().get(file))) {
                    add(
                            jars,
                            () -> PluginJar.verify(file, sha256, name, settings),
                            jar -> jar.declares(ResolvesTag.NAMESPACE));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A folder that does not exist yet contains nothing.
            LOG.debug("{} cannot be read", settings.boundaryPath(), e);
        }
        return jars;
    }

    private void bringUp(Ledger ledger, List<PluginJar> jars, DeploySettings settings) throws InterruptedException {
        List<StagedBundle> all = jars.stream()
                .map(jar -> staging.stage(
                        jar,
                        NameClaims.of(
                                List.of(), settings, ledger.of(jar.bundle()).present())))
                .toList();
        var activation = Deadline.in(settings.activation());
        preflight.start(all, activation);
        // Settings have been read by then. The other components of a bundle that owns settings may wait for something
        // that runs only in a serving instance, such as its database.
        List<StagedBundle> resolving = all.stream()
                .filter(staged -> staged.jar().declares(ResolvesTag.NAMESPACE))
                .toList();
        preflight.awaitReady(resolving, activation);
        preflight.activate(resolving, activation);
        openSchemas(all.stream().filter(staged -> !resolving.contains(staged)).toList(), activation);
        for (StagedBundle staged : all) {
            List<String> reasons = reasons(staged, resolving.contains(staged), activation);
            if (!reasons.isEmpty()) {
                LOG.error(
                        "{} {}, which resolves tags or owns settings, does not run: {}",
                        staged.jar().bundle(),
                        staged.jar().version(),
                        String.join("; ", reasons));
            }
        }
    }

    /**
     * Activates the bundles that use what has a say in them, so that they tell it what they need. Whatever else keeps
     * them from running may be there in a serving instance.
     */
    private void openSchemas(List<StagedBundle> others, Deadline deadline) throws InterruptedException {
        for (StagedBundle staged : PreflightCheck.alive(others)) {
            if (usesWhatHasASay(staged.jar())) {
                preflight.tryToActivate(staged, deadline.atMost(OPENING));
            }
        }
    }

    /** The reasons why a bundle does not run; empty if it runs. */
    private List<String> reasons(StagedBundle staged, boolean resolves, Deadline deadline) throws InterruptedException {
        DeploymentRefused refusal = staged.refusal();
        if (refusal != null) {
            return refusal.reasons();
        }
        return resolves ? admit(staged, deadline) : List.of();
    }

    /** The reasons why the registry does not admit a bundle; empty if it does. */
    private List<String> admit(StagedBundle staged, Deadline deadline) throws InterruptedException {
        long id = staged.bundle().getBundleId();
        try {
            admission
                    .admit(id, staged.names().all())
                    .toCompletableFuture()
                    .get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            return List.of();
        } catch (TimeoutException | ExecutionException | RuntimeException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    public void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(STOP);
        state.unregister();
    }
}
