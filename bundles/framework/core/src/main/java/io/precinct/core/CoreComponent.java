package io.precinct.core;

import io.precinct.api.service.Extension;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.ExtensionHost;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.core.chain.PlaceConflicts;
import io.precinct.core.registry.PluginRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core as a component. It receives every configuration and every snapshot of the registry, and admits bundles.
 */
@Component(
        service = {Dispatcher.class, Inspection.class, Admission.class, MetricSource.class},
        immediate = true)
public final class CoreComponent extends Core implements Admission {
    private static final Logger LOG = LoggerFactory.getLogger(CoreComponent.class);

    /** How long the stop of a bundle that was not retired is delayed for its requests in flight. */
    private static final long DEPARTURE_SECONDS = 2;

    private final PluginRegistry registry;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final List<ExtensionHost> hosts = new CopyOnWriteArrayList<>();

    /** Guarded by this. */
    private ThreadContainment containment = ThreadContainment.NONE;

    private final List<AutoCloseable> subscriptions = new ArrayList<>();

    /** Starts with the settings of the framework properties. */
    @Activate
    public CoreComponent(
            BundleContext context, @Reference PluginRegistry registry, @Reference ConfigurationSource configuration) {
        super(boot(context), name -> registry.everDeployed("boundary " + name));
        this.registry = registry;
        subscriptions.add(registry.subscribe(this::deployed));
        subscriptions.add(registry.onDeparture(this::holdBack));
        subscriptions.add(configuration.subscribe(this::configured));
    }

    private static BootSettings boot(BundleContext context) {
        String strict = context.getProperty(Launch.STRICT_INPUT);
        return new BootSettings(
                property(context, Launch.VERSION, "development"),
                Path.of(property(context, Launch.CONFIG_DIR, "config")).toAbsolutePath(),
                Path.of(property(context, Launch.DATA_DIR, "data")).toAbsolutePath(),
                strict == null ? null : Boolean.valueOf(strict),
                !"check".equals(context.getProperty(Launch.MODE)));
    }

    private static String property(BundleContext context, String name, String otherwise) {
        String value = context.getProperty(name);
        return value == null ? otherwise : value;
    }

    @Deactivate
    void deactivate() {
        for (AutoCloseable subscription : subscriptions) {
            try {
                subscription.close();
            } catch (Exception e) {
                LOG.warn("a subscription did not end", e);
            }
        }
        close();
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, unbind = "release")
    synchronized void contain(ThreadContainment present) {
        containment = present;
        containedBy(present);
        AbandonableThread.containedBy(present);
    }

    /** Removes a containment service, unless another one has already taken its place. */
    synchronized void release(ThreadContainment gone) {
        if (containment == gone) {
            contain(ThreadContainment.NONE);
        }
    }

    @Override
    public void open(long bundleId) {
        registry.open(bundleId);
    }

    @Override
    public Set<String> names(long bundleId) {
        return registry.names(bundleId);
    }

    @Override
    public Offer offer(long bundleId, Set<String> replacing) {
        Offer offer = registry.offer(bundleId, replacing);
        var problems = new ArrayList<>(offer.problems());
        PluginSnapshot preview = registry.preview(bundleId, replacing);
        problems.addAll(PlaceConflicts.newOnes(registry.snapshot(), preview));
        problems.addAll(routeConflicts(preview, bundleId, registry.staged()));
        return new Offer(offer.names(), offer.healthChecks(), problems, offer.replaces());
    }

    @Override
    public List<String> objections(long bundleId) {
        var objections = new ArrayList<String>();
        for (Extension extension : registry.extensions(bundleId)) {
            for (ExtensionHost host : hosts) {
                if (host.kind().equals(extension.kind())) {
                    objections.addAll(host.problems(extension));
                }
            }
        }
        return objections;
    }

    @Override
    public CompletionStage<Void> admit(long bundleId, Set<String> replacing) {
        registry.admit(bundleId, replacing);
        return takenUp(bundleId);
    }

    @Override
    public CompletionStage<Void> retire(long bundleId) {
        registry.retire(bundleId);
        return drained(bundleId);
    }

    /** Delays the stop of a bundle until its requests have left; runs on the thread that stops the bundle. */
    private void holdBack(long bundleId) {
        try {
            drained(bundleId).toCompletableFuture().get(DEPARTURE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.warn("bundle {} stops with requests in flight; deploy and rollback wait longer", bundleId);
            interrupt(bundleId);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.warn("bundle {} did not drain", bundleId, e.getCause());
        }
    }
}
