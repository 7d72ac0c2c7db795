package io.precinct.source;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.core.api.thread.LongLived;
import io.precinct.source.api.Sources;
import io.precinct.source.parse.GrammarFetch;
import io.precinct.source.settings.GrammarSettings;
import io.precinct.source.settings.SourceFile;
import io.precinct.source.settings.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the repositories that {@code source.yml} names and offers them as a service. By hand, because the launcher
 * watches service properties that change. The instance is ready without them: a clone takes as long as it takes, and
 * {@code /ready/source} tells.
 */
@Component(
        service = {},
        immediate = true)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.precinct.source.api.Sources\"",
        effective = "active")
public final class SourceDomain {
    private static final Logger LOG = LoggerFactory.getLogger(SourceDomain.class);
    private static final Duration LOOKED_EVERY = Duration.ofSeconds(1);

    private final BundleContext context;
    private final Plugins plugins;
    private final SourceHealth health = new SourceHealth();
    private final ServiceRegistration<?> state;
    private final AutoCloseable subscription;
    private final Thread watch;
    private @Nullable Configuration configuration;
    private @Nullable String read;
    /** Whether an Error ended the last attempt to apply what was read, which is then made again. */
    private boolean unfinished;

    private @Nullable SourceSettings settings;
    private @Nullable LiveSources sources;
    private @Nullable ServiceRegistration<Sources> service;
    private boolean closed;

    /** Begins as soon as there is a configuration. */
    @Activate
    public SourceDomain(BundleContext context, @Reference ConfigurationSource source, @Reference Plugins plugins) {
        this.context = context;
        this.plugins = plugins;
        state = context.registerService(
                new String[] {HealthCheck.class.getName(), MetricSource.class.getName()},
                health,
                FrameworkUtil.asDictionary(Launch.configuration(Launch.LOADING, List.of())));
        subscription = source.subscribe(this::configured);
        watch = LongLived.unstarted("precinct-source-settings", LOG::error, this::look);
        if (!isCheck()) {
            watch.start();
        }
    }

    private boolean isCheck() {
        return "check".equals(context.getProperty(Launch.MODE));
    }

    private synchronized void configured(Configuration now) {
        configuration = now;
        try {
            apply(now);
        } catch (Error e) {
            if (isCheck()) {
                throw e;
            }
            LOG.error("the settings of live source are applied again with the next look at {}", SourceFile.NAME, e);
        }
    }

    private void apply(Configuration now) {
        if (closed) {
            return;
        }
        try {
            unfinished = false;
            take(now);
        } catch (Error e) {
            unfinished = true; // it says nothing about the file: memory, say, comes back
            throw e;
        }
    }

    private void take(Configuration now) {
        read = content(now.dir());
        var place = new SourceFile.Place(now.dir(), dataFolder(), now.http().port());
        var reading = SourceFile.read(place, now.yaml(), System::getenv);
        SourceSettings good = reading.settings();
        for (Problem problem : reading.problems()) {
            if (problem.warning()) {
                LOG.warn("{}", problem.line());
            } else if (settings != null) {
                LOG.error("{}: the repositories stay as they were", problem.line());
            }
        }
        List<Problem> errors = reading.problems().stream()
                .filter(problem -> !problem.warning())
                .toList();
        health.refused(
                settings == null
                        ? List.of()
                        : errors.stream().map(Problem::line).toList());
        if (good == null) {
            if (settings == null) {
                state.setProperties(
                        FrameworkUtil.asDictionary(Launch.configuration(Launch.FAILED, reading.problems())));
            }
            return;
        }
        if (isCheck() && "fetch".equals(context.getProperty(Launch.GRAMMARS))) {
            Thread.ofPlatform().name("precinct-grammars").start(() -> fetchGrammars(good.grammars()));
            settings = good;
            return;
        }
        if (!good.equals(settings) && !isCheck()) {
            follow(good);
        }
        settings = good;
        state.setProperties(FrameworkUtil.asDictionary(Launch.configuration(Launch.LOADED, List.of())));
    }

    /** The configuration counts as being loaded until they are there: the launcher waits for that. */
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

    private void follow(SourceSettings good) {
        LiveSources running = sources;
        if (running == null) {
            running = new LiveSources(facts(dataFolder(), good, plugins, health), good);
            sources = running;
            health.watch(running);
        } else {
            running.configure(good);
        }
        if (service == null) {
            service = context.registerService(Sources.class, running, null);
        }
    }

    /** Without parsers, or a folder for what they find, files are served all the same. */
    static SourceFacts facts(Path data, SourceSettings good, Plugins plugins, SourceHealth health) {
        try {
            return new KnownFacts(data, good, plugins);
        } catch (IOException | RuntimeException e) {
            // The store of facts has exceptions of its own for what a folder or a file may be.
            LOG.error("live source is served without symbols, annotations and queries: {}", e.getMessage(), e);
            health.withoutFacts(String.valueOf(e.getMessage()));
            return SourceFacts.NONE;
        }
    }

    private Path dataFolder() {
        return Path.of(Objects.requireNonNullElse(context.getProperty(Launch.DATA_DIR), "data"))
                .toAbsolutePath();
    }

    /** Nobody else watches this file: it is read again once it has stood still from one look to the next. */
    private void look() {
        try {
            String before = null;
            while (true) {
                Thread.sleep(LOOKED_EVERY);
                synchronized (this) {
                    Configuration now = configuration;
                    if (now == null) {
                        continue;
                    }
                    String content = content(now.dir());
                    boolean another = unfinished || !Objects.equals(content, read);
                    if (another && Objects.equals(content, before)) {
                        apply(now);
                    }
                    before = content;
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("{} is not watched any more", SourceFile.NAME);
        }
    }

    private static @Nullable String content(Path folder) {
        Path file = folder.resolve(SourceFile.NAME);
        try {
            return Files.exists(file)
                    ? new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                    : null;
        } catch (IOException e) {
            return e.toString(); // reading it as settings says the same to people
        }
    }

    /** Ends what is under way; a fetch that was cut off is begun anew by the next process. */
    @Deactivate
    void close() throws Exception {
        subscription.close();
        watch.interrupt();
        LiveSources running;
        ServiceRegistration<Sources> offered;
        synchronized (this) {
            closed = true;
            running = sources;
            offered = service;
        }
        if (offered != null) {
            offered.unregister();
        }
        if (running != null) {
            running.close();
        }
        state.unregister();
    }
}
