package io.precinct.deploy.startup;

import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.launch.Launch;
import io.precinct.deploy.folder.BoundaryFolder;
import io.precinct.deploy.swap.Generations;
import io.precinct.deploy.swap.Restoration;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from the start of the deployer until the instance may report that it is ready: the bundles that resolve
 * tags are brought back, the configuration is checked, the other bundles are brought back, and the watched folder is
 * read once. All steps run on a separate thread, because bundles that come back may need others that the launcher
 * starts later.
 */
public final class Startup {
    private static final Logger LOG = LoggerFactory.getLogger(Startup.class);

    /**
     * The longest wait for a bundle that hangs; it is brought back after the instance is ready, and the health check
     * names it.
     */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final Duration STOP = Duration.ofSeconds(2);

    private final Generations generations;
    private final Restoration restoration;
    private final BoundaryFolder watch;
    private final ConfigurationSource configuration;
    private final Steps steps;
    private final CompletableFuture<@Nullable Void> readyToValidate = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> complete = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopped;
    private @Nullable AutoCloseable subscription;

    /**
     * What the deployer does at these steps.
     *
     * @param open registers the deployments service
     * @param complete notes that everything that can be brought back is back
     * @param show replaces the service properties that the launcher reads, named in {@link Launch}
     */
    public record Steps(Runnable open, Runnable complete, Consumer<Map<String, Object>> show) {}

    public Startup(
            Generations generations,
            Restoration restoration,
            BoundaryFolder watch,
            ConfigurationSource configuration,
            Steps steps) {
        this.generations = generations;
        this.restoration = restoration;
        this.watch = watch;
        this.configuration = configuration;
        this.steps = steps;
        this.thread = Thread.ofPlatform().daemon().name("restore-deployments").unstarted(this::run);
    }

    /** What the launcher still has to wait for, as properties of {@link Launch}. */
    public Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        String what = "bringing back " + restoration.count() + " deployed bundles and looking at boundary_path";
        if (!readyToValidate.isDone()) {
            properties.put(Launch.RESTORING, what);
        }
        if (!complete.isDone()) {
            properties.put(Launch.PENDING, what);
        }
        return properties;
    }

    public void start() {
        completeAfterTimeout(readyToValidate);
        completeAfterTimeout(complete);
        thread.start();
    }

    private void completeAfterTimeout(CompletableFuture<@Nullable Void> moment) {
        var unused = moment.completeOnTimeout(null, LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)
                .thenRun(this::show);
    }

    private synchronized void show() {
        if (!stopped) {
            steps.show().accept(properties());
        }
    }

    private void run() {
        exclusively(restoration::restoreResolvers);
        if (configuration.current() == null) {
            attempt(configuration::reload);
        }
        if (configuration.current() != null) {
            readyToValidate.complete(null);
        }
        exclusively(() -> {
            attempt(restoration::begin);
            attempt(steps.open()::run);
            if (configuration.current() != null) {
                attempt(restoration::finish);
            }
        });
        if (!readyToValidate.isDone()) {
            attempt(this::watchFolder); // a bundle that the configuration needs may be in the folder
            readyToValidate.complete(null);
            exclusively(restoration::finish);
        }
        attempt(this::watchFolder);
        attempt(steps.complete()::run);
        complete.complete(null);
    }

    private void exclusively(Step step) {
        generations.exclusively(() -> {
            attempt(step);
            return step;
        });
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /** Runs a step; a failure is logged and does not keep the service from starting. */
    private void attempt(Step step) {
        try {
            if (!stopped) {
                step.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!stopped) {
                LOG.error("bringing back what was deployed failed", e);
            }
        }
    }

    /**
     * Begins to watch the folder and waits until it was read once. Until there is a valid configuration it is unknown
     * which folder that is and whom to trust in it, so watching begins later.
     */
    private void watchFolder() throws InterruptedException {
        if (configuration.deploy() != null) {
            watch.start();
            watch.awaitFirstScan(LONGEST_WAIT);
        } else {
            watchLater();
        }
    }

    private synchronized void watchLater() {
        if (subscription == null && !stopped) {
            subscription = configuration.subscribe(_ -> watch.start());
        }
    }

    /** Interrupts the step under way, and waits a moment for its end. */
    public void stop() throws InterruptedException {
        AutoCloseable subscribed;
        synchronized (this) {
            stopped = true;
            subscribed = subscription;
        }
        if (subscribed != null) {
            try {
                subscribed.close();
            } catch (Exception e) {
                LOG.debug("the subscription did not end", e);
            }
        }
        thread.interrupt();
        watch.close();
        thread.join(STOP);
    }
}
