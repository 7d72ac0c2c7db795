package io.precinct.source;

import io.precinct.api.service.HealthCheck;
import io.precinct.api.settings.OwnsSettings;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsSource;
import io.precinct.core.api.dispatch.OwnPort;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.source.api.Repository;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import io.precinct.source.parse.GrammarExtender;
import io.precinct.source.parse.GrammarFetch;
import io.precinct.source.settings.GrammarSettings;
import io.precinct.source.settings.SourceFile;
import io.precinct.source.settings.SourceSettings;
import io.precinct.source.stores.StoreProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the repositories that {@code source.yml} names and offers them as a service. It registers the service by
 * hand, because the launcher watches service properties that change. The instance is ready without them: a clone may
 * take long, and {@code /ready/source} reports its progress.
 */
@Component(
        service = {},
        immediate = true)
@OwnsSettings(
        file = SourceFile.NAME,
        keys = {"repos", "storage", "cache", "port", "limits", "grammars"})
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.source.api.Sources\"",
        effective = "active")
public final class SourceDomain {
    private static final Logger LOG = LoggerFactory.getLogger(SourceDomain.class);

    /** How long a store waits for its provider's bundle while the instance starts. */
    private static final Duration PROVIDERS_SETTLE = Duration.ofSeconds(5);

    /** The bundles with the routes of live source. */
    private static final Set<String> ROUTES = Set.of(
            "io.precinct.source.endpoints",
            "io.precinct.configuration.queries",
            "io.precinct.configuration.compare",
            "io.precinct.dependencies");

    private final BundleContext context;
    private final Plugins plugins;
    private final GrammarExtender grammars;
    private final SourceHealth health = new SourceHealth();
    private final ServiceRegistration<?> state;
    private final AutoCloseable subscription;

    private @Nullable SourceSettings settings;
    private @Nullable LiveSources sources;
    private @Nullable ServiceRegistration<Sources> service;
    private @Nullable ServiceRegistration<OwnPort> port;
    private boolean closed;

    /** Begins once there are valid settings. */
    @Activate
    public SourceDomain(BundleContext context, @Reference SettingsSource source, @Reference Plugins plugins) {
        this.context = context;
        this.plugins = plugins;
        // Before anything is parsed: a parse that began without them would be repeated as they come.
        grammars = new GrammarExtender(context);
        state = context.registerService(
                new String[] {HealthCheck.class.getName(), MetricSource.class.getName()},
                health,
                FrameworkUtil.asDictionary(
                        fetchesGrammars() ? Launch.configuration(Launch.LOADING, List.of()) : Map.of()));
        subscription = source.subscribe(SourceFile.PART, new SettingsSource.Owner() {
            @Override
            public Runnable prepare(Settings file) {
                SourceSettings read = SourceFile.read(file, new SourceFile.Place(dataFolder()));
                return () -> take(read);
            }

            @Override
            public void refused(List<String> problems) {
                health.refused(problems);
            }
        });
    }

    private boolean isCheck() {
        return "check".equals(context.getProperty(Launch.MODE));
    }

    private boolean isStopping() {
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        return framework != null && framework.getState() == Bundle.STOPPING;
    }

    private boolean fetchesGrammars() {
        return isCheck() && "fetch".equals(context.getProperty(Launch.GRAMMARS));
    }

    private synchronized void take(SourceSettings good) {
        if (closed) {
            return;
        }
        health.refused(List.of());
        if (fetchesGrammars() && settings == null) {
            Thread.ofPlatform().name("precinct-grammars").start(() -> fetchGrammars(good.grammars()));
        }
        if (isCheck()) {
            offerNothing(good);
        } else if (!good.equals(settings)) {
            follow(good);
            listen(good.port());
        }
        settings = good;
    }

    /** Fetches grammars. The configuration counts as loading until they are there, and the launcher waits for that. */
    private void fetchGrammars(GrammarSettings grammars) {
        Map<String, Object> outcome = Launch.configuration(Launch.LOADED, List.of());
        try {
            int failed = GrammarFetch.run(dataFolder(), grammars.registry(), grammars.pins(), List.of(), System.err);
            if (failed > 0) {
                outcome.put(Launch.HOPELESS, failed + " grammars could not be fetched");
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("grammars cannot be fetched", e);
            outcome.put(Launch.HOPELESS, "grammars cannot be fetched: " + e.getMessage());
        }
        state.setProperties(FrameworkUtil.asDictionary(outcome));
    }

    /** Lets a check see the routes of live source without opening a repository. */
    private void offerNothing(SourceSettings good) {
        if (service == null) {
            service = context.registerService(Sources.class, new NoSources(good.limits()), null);
        }
    }

    /** No repository and no language. */
    private record NoSources(SourceLimits limits) implements Sources {
        @Override
        public List<Repository> repositories() {
            return List.of();
        }

        @Override
        public @Nullable Repository repository(String name) {
            return null;
        }

        @Override
        public List<String> languages() {
            return List.of();
        }
    }

    private void follow(SourceSettings good) {
        LiveSources running = sources;
        if (running == null) {
            running = new LiveSources(
                    facts(dataFolder(), good, plugins, health),
                    good,
                    new StoreProviders(plugins, PROVIDERS_SETTLE, this::isStopping));
            sources = running;
            health.watch(running);
        } else {
            running.configure(good);
        }
        if (service == null) {
            service = context.registerService(Sources.class, running, null);
        }
    }

    private void listen(OptionalInt wanted) {
        OptionalInt before = settings == null ? OptionalInt.empty() : settings.port();
        if (wanted.equals(before)) {
            return;
        }
        if (port != null) {
            port.unregister();
            port = null;
        }
        if (wanted.isPresent()) {
            port = context.registerService(OwnPort.class, new OwnPort("source", wanted.getAsInt(), ROUTES), null);
        }
    }

    /** Opens the facts. Without parsers or a cache folder, files are still served. */
    static SourceFacts facts(Path data, SourceSettings good, Plugins plugins, SourceHealth health) {
        try {
            return new KnownFacts(data, good, plugins);
        } catch (IOException | RuntimeException e) {
            // The store of facts throws its own exceptions for problems with a folder or a file.
            LOG.error("live source is served without symbols, annotations and queries: {}", e.getMessage(), e);
            health.withoutFacts(String.valueOf(e.getMessage()));
            return SourceFacts.NONE;
        }
    }

    private Path dataFolder() {
        return Path.of(Objects.requireNonNullElse(context.getProperty(Launch.DATA_DIR), "data"))
                .toAbsolutePath();
    }

    /** Ends what is under way; the next process restarts a fetch that was cut off. */
    @Deactivate
    void close() throws Exception {
        subscription.close();
        LiveSources running;
        ServiceRegistration<Sources> offered;
        ServiceRegistration<OwnPort> listening;
        synchronized (this) {
            closed = true;
            running = sources;
            offered = service;
            listening = port;
        }
        if (offered != null) {
            offered.unregister();
        }
        if (listening != null) {
            listening.unregister();
        }
        try {
            if (running != null) {
                running.close();
            }
        } finally {
            grammars.stop();
            state.unregister();
        }
    }
}
