package io.precinct.config;

import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the configuration of the folder and reloads it. One thread loads, swaps the reference and calls the listeners,
 * one after the other; other threads only mark a reload as due. Thread-safe.
 */
final class ConfigurationFolder extends FolderReading implements ConfigurationSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationFolder.class);

    private final ConfigurationLoader loader;
    private final Plugins plugins;
    private final ScheduledExecutorService thread;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final boolean remembers;

    private final AtomicLong due = new AtomicLong();
    private long done;
    private volatile @Nullable Thread loading;
    private volatile @Nullable Serving serving;
    private volatile @Nullable LoadResult last;
    private @Nullable AutoCloseable pluginsSubscription;

    private record Serving(
            Configuration configuration, Map<String, List<Location>> tags, Set<String> used, long revision) {}

    /** Names in the configuration that were deployed at some time since it was loaded; guarded by itself. */
    private final Set<String> there = new HashSet<>();

    /**
     * Loads the folder before the constructor returns.
     *
     * @param remembers whether the names of a serving configuration are remembered for the next start
     */
    ConfigurationFolder(ConfigurationLoader loader, Plugins plugins, ReadingStatus status, boolean remembers) {
        super(status);
        this.remembers = remembers;
        this.loader = loader;
        this.plugins = plugins;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("precinct-config").factory());
        due.incrementAndGet();
        loadWhileDue();
    }

    /**
     * Begins to reload when the deployed plug-ins change and, if {@code watchFiles}, when the files change.
     *
     * @param stopping whether the framework is stopping: plug-ins that are removed then cause no reload
     */
    void follow(boolean watchFiles, BooleanSupplier stopping) {
        pluginsSubscription = plugins.subscribe(snapshot -> {
            if (!stopping.getAsBoolean()) {
                changed(snapshot);
            }
        });
        if (watchFiles) {
            watch("precinct-config-watch");
        }
    }

    private void changed(PluginSnapshot snapshot) {
        LoadResult load = last;
        if (load != null && (load.isOutdatedBy(snapshot) | loses(snapshot))) {
            reloadIsDue();
        }
    }

    /** Whether something that the configuration uses was deployed and is no longer. */
    private boolean loses(PluginSnapshot snapshot) {
        boolean lost = false;
        synchronized (there) {
            for (String name : used()) {
                if (snapshot.boundaries().containsKey(name)) {
                    there.add(name);
                } else {
                    lost |= there.remove(name);
                }
            }
        }
        return lost;
    }

    /**
     * Called after a bundle has been stopped or uninstalled. Reloads if the configuration uses boundaries that are no
     * longer deployed, as no bundle may declare them any more.
     */
    void bundleWent() {
        if (!plugins.snapshot().boundaries().keySet().containsAll(used())) {
            reloadIsDue();
        }
    }

    /** Boundaries that the serving configuration uses. */
    private Set<String> used() {
        Serving now = serving;
        return now == null ? Set.of() : now.used();
    }

    /** Problems about plug-ins that the serving configuration uses and that are no longer deployed. */
    List<Problem> degraded() {
        LoadResult load = last;
        return load == null || load.configuration() == null ? List.of() : load.degraded();
    }

    @Override
    public FileStates files() {
        return Objects.requireNonNull(last).files();
    }

    /** Schedules a reload; from now on, only states of the new load are shown. */
    private void reloadIsDue() {
        show();
        try {
            thread.execute(this::loadWhileDue);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed; no further reload");
        }
    }

    /** Marks a load as due, so that the outcome of a load under way is not shown any more. */
    @Override
    void show() {
        briefly(() -> {
            due.incrementAndGet();
            LoadResult load = last;
            show(Launch.LOADING, load == null ? List.of() : load.problems());
        });
    }

    private void loadWhileDue() {
        loading = Thread.currentThread();
        try {
            for (long asked = due.get(); asked != done && !isClosed(); asked = due.get()) {
                load(asked);
            }
        } catch (Error e) {
            // For example, other code has used up the memory. The load is tried again; until then the state is loading.
            LOG.error("the configuration could not be loaded and is loaded again", e);
            if (!isClosed()) {
                thread.schedule(this::reloadIsDue, AGAIN_SECONDS, TimeUnit.SECONDS);
            }
            throw e;
        } finally {
            loading = null;
        }
    }

    private void load(long asked) {
        Serving now = serving;
        LoadResult load = loader.load(plugins.snapshot());
        last = load;
        var _ = readings().read(loader.file(), load.configuration() != null, load.problems());
        publish(load, now);
        done = asked;
        if (load.isOutdatedBy(plugins.snapshot())) {
            due.incrementAndGet();
        }
        showOutcome(load, asked);
    }

    private void publish(LoadResult load, @Nullable Serving before) {
        Configuration configuration = load.configuration();
        if (configuration == null) {
            if (before != null && remembers) {
                Problems.log(LOG, load.problems());
                LOG.error("{} is not good; the configuration before keeps serving", loader.file());
            }
            return; // Without a serving configuration, and in a check, the launcher prints the problems at the end.
        }
        Problems.log(LOG, load.problems());
        var next = new Serving(
                configuration, load.places(), load.served().names(), before == null ? 1 : before.revision() + 1);
        serving = next;
        if (remembers) {
            loader.serves(load);
        }
        for (Subscription subscription : subscriptions) {
            try {
                subscription.pass(next);
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                LOG.error("a listener failed on the configuration loaded at {}", configuration.loadedAt(), e);
            }
        }
        LOG.info(
                "configuration loaded: {} routes from {}",
                configuration.routes().size(),
                loader.file());
    }

    private void showOutcome(LoadResult load, long asked) {
        inTurn(() -> {
            if (due.get() == asked && !isSettling()) {
                show(load.configuration() == null ? Launch.FAILED : Launch.LOADED, load.problems());
            }
        });
    }

    @Override
    public @Nullable Configuration current() {
        Serving now = serving;
        return now == null ? null : now.configuration();
    }

    @Override
    public @Nullable DeploySettings deploy() {
        Serving now = serving;
        LoadResult load = last;
        return now != null ? now.configuration().deploy() : load == null ? null : load.deploy();
    }

    @Override
    public Map<String, List<Location>> tags() {
        Serving now = serving;
        return now == null ? Map.of() : now.tags();
    }

    @Override
    public List<Problem> problems() {
        LoadResult load = last;
        return load == null || load.configuration() != null ? List.of() : load.problems();
    }

    @Override
    public List<Problem> warnings() {
        LoadResult load = last;
        return load == null
                ? List.of()
                : load.problems().stream().filter(Problem::warning).toList();
    }

    @Override
    public List<Problem> reload() {
        show();
        if (Thread.currentThread() == loading) {
            return problems(); // Called by a listener on the loading thread, whose loop will load once more.
        }
        Future<?> loaded;
        try {
            loaded = thread.submit(this::loadWhileDue);
        } catch (RejectedExecutionException e) {
            return problems();
        }
        try {
            loaded.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the configuration could not be loaded", e.getCause());
        }
        return problems();
    }

    @Override
    public AutoCloseable subscribe(Consumer<Configuration> listener) {
        var subscription = new Subscription(listener);
        subscriptions.add(subscription);
        Serving now = serving;
        try {
            if (now != null) {
                subscription.pass(now);
            }
            return subscription;
        } catch (RuntimeException | Error e) {
            subscription.close(); // the caller gets no handle to close it
            throw e;
        }
    }

    /** One listener. It never sees an older configuration after a newer one, whichever thread calls it. */
    private final class Subscription implements AutoCloseable {
        private final Consumer<Configuration> listener;
        private long lastRevision;

        Subscription(Consumer<Configuration> listener) {
            this.listener = listener;
        }

        synchronized void pass(Serving now) {
            if (now.revision() > lastRevision) {
                lastRevision = now.revision();
                listener.accept(now.configuration());
            }
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }

    @Override
    public void close() throws Exception {
        if (pluginsSubscription != null) {
            pluginsSubscription.close();
        }
        end();
        thread.shutdown();
    }
}
