package io.precinct.deploy;

import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.launch.Launch;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way from the start of the deployer to the moment at which the instance may call itself ready: what resolves tags
 * comes back, then the configuration is judged, then the rest comes back, then the watched folder has been looked at
 * once. All of it on a thread of its own: bundles that come back may need others that the launcher has yet to start.
 */
final class Startup {
    private static final Logger LOG = LoggerFactory.getLogger(Startup.class);

    /** Nobody waits longer for a bundle that hangs; it is brought back behind the ready line, and health names it. */
    private static final Duration MOST = Duration.ofSeconds(30);

    private static final Duration STOP = Duration.ofSeconds(2);

    private final Generations generations;
    private final Restoration restoration;
    private final BoundaryFolder watch;
    private final ConfigurationSource configuration;
    private final Steps steps;
    private final CompletableFuture<@Nullable Void> judgeable = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> complete = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopped;
    private @Nullable AutoCloseable subscription;

    /** What others do on the way. */
    interface Steps {
        /** Takes orders from here on. */
        void open();

        /** Everything is back that comes back. */
        void complete();

        /** Shows these properties of {@link Launch} from now on, in place of those before. */
        void show(Map<String, Object> properties);
    }

    Startup(
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

    /** What the launcher is to wait for from the beginning. */
    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        String what = "bringing back " + restoration.count() + " deployed bundles and looking at boundary_path";
        if (!judgeable.isDone()) {
            properties.put(Launch.RESTORING, what);
        }
        if (!complete.isDone()) {
            properties.put(Launch.PENDING, what);
        }
        return properties;
    }

    void start() {
        bounded(judgeable);
        bounded(complete);
        thread.start();
    }

    private void bounded(CompletableFuture<@Nullable Void> moment) {
        var unused = moment.completeOnTimeout(null, MOST.toSeconds(), TimeUnit.SECONDS)
                .thenRun(this::show);
    }

    private synchronized void show() {
        if (!stopped) {
            steps.show(properties());
        }
    }

    private void run() {
        inTurn(restoration::resolvers);
        if (configuration.current() == null) {
            attempt(configuration::reload);
        }
        if (configuration.current() != null) {
            judgeable.complete(null);
        }
        inTurn(() -> {
            attempt(restoration::begin);
            attempt(steps::open);
            if (configuration.current() != null) {
                attempt(restoration::finish);
            }
        });
        if (!judgeable.isDone()) {
            attempt(this::look); // what the configuration lacks may lie in the folder
            judgeable.complete(null);
            inTurn(restoration::finish);
        }
        attempt(this::look);
        attempt(steps::complete);
        complete.complete(null);
    }

    private void inTurn(Step step) {
        generations.inTurn(() -> {
            attempt(step);
            return step;
        });
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /** Whatever happens to what was deployed, the service itself starts. */
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
     * Begins to watch the folder and waits until it was looked at once. As long as nothing sound is said about it, nobody
     * knows which folder it is and what may be trusted in it.
     */
    private void look() throws InterruptedException {
        if (configuration.deploy() != null) {
            watch.start();
            watch.awaitFirstLook(MOST);
        } else {
            watchLater();
        }
    }

    private synchronized void watchLater() {
        if (subscription == null && !stopped) {
            subscription = configuration.subscribe(_ -> watch.start());
        }
    }

    /** Ends what is under way, which gets a moment for it. */
    void stop() throws InterruptedException {
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
