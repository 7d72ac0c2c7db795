package io.precinct.core;

import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.Runtime;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.inspect.RouteMatch;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.boot.ArchetypeSlots;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ContributedRoutes;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.dispatch.RequestDispatcher;
import io.precinct.core.envelope.Catalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * The core without a container: it is given configurations and deployed plug-ins, and answers requests, which
 * {@link RequestDispatcher} does. The test kit runs it as it is; in a container it is a {@link CoreComponent}.
 * Thread-safe.
 */
public sealed class Core extends RequestDispatcher implements Inspection, MetricSource, AutoCloseable
        permits CoreComponent {
    private final BootSettings boot;
    private final CoreRuntime runtime = new CoreRuntime();
    private final ArchetypeSlots slots;
    private volatile PluginSnapshot plugins = PluginSnapshot.NONE;

    /**
     * A core without configuration; it answers 503 until it gets one.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     */
    public Core(BootSettings boot, Predicate<String> everDeployed) {
        super(new Chains(boot.strictInput()), everDeployed);
        this.boot = boot;
        this.slots = new ArchetypeSlots(runtime, boot.configDir());
    }

    /** Sets the configuration; requests that enter from now on run under it. */
    public void configured(Configuration configuration) {
        runtime.service = configuration.service();
        chains.configured(configuration, runtime);
        if (boot.archetypes()) {
            slots.configured(configuration.archetypes());
        }
    }

    /** Sets the deployed plug-ins; requests that enter from now on run on them. */
    public void deployed(PluginSnapshot snapshot) {
        plugins = snapshot;
        chains.deployed(snapshot, runtime);
        if (boot.archetypes()) {
            slots.deployed(snapshot.archetypes());
        }
    }

    /**
     * The conflicts between the routes that a staged bundle contributes and those of others, as human-readable
     * sentences.
     *
     * @param preview what would be deployed with the bundle
     * @param replaced symbolic names of other bundles that are about to be replaced
     */
    public List<String> routeConflicts(PluginSnapshot preview, long bundleId, Set<String> replaced) {
        Snapshot now = chains.current();
        return ContributedRoutes.conflicts(
                now == null ? null : now.environment().configuration(), preview, bundleId, replaced);
    }

    /**
     * Completes once all plug-ins of this bundle are in use; exceptionally, with a human-readable message, if one of
     * its archetypes did not boot. The bundle must be deployed already. Without archetypes of its own it does not wait
     * for the boot of any other.
     */
    public CompletionStage<Void> takenUp(long bundleId) {
        boolean boots = plugins.archetypes().values().stream()
                .anyMatch(archetype -> archetype.generation().bundleId() == bundleId);
        return boots ? slots.booted(bundleId) : CompletableFuture.completedFuture(null);
    }

    /** Completes once no request and no slot uses this bundle, which must have been retired already. */
    public CompletionStage<Void> drained(long bundleId) {
        return chains.drained(bundleId).thenCombine(slots.settled(), (requests, archetypes) -> null);
    }

    /**
     * Ends the requests on chains that use this bundle, which must have been retired already: they are answered 503 and
     * their threads interrupted.
     */
    public void interrupt(long bundleId) {
        watch.retire(bundleId);
    }

    @Override
    public List<RouteView> routes() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? List.of() : snapshot.views();
    }

    @Override
    public PluginSnapshot plugins() {
        return plugins;
    }

    @Override
    public EnvelopeCatalogue catalogue() {
        return runtime.catalogue();
    }

    @Override
    public boolean strictInput() {
        Snapshot snapshot = chains.current();
        return snapshot != null && snapshot.environment().strictInput();
    }

    @Override
    public List<String> conflicts() {
        Snapshot snapshot = chains.current();
        var conflicts = new ArrayList<>(snapshot == null ? List.<String>of() : snapshot.conflicts());
        conflicts.addAll(slots.problems());
        return List.copyOf(conflicts);
    }

    @Override
    public List<Shadowed> shadowed() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? List.of() : snapshot.shadowed();
    }

    @Override
    public RouteMatch match(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot == null ? RouteMatch.NONE : snapshot.match(method, rawPath);
    }

    @Override
    public List<Guarded> guarded() {
        return chains.guards().view();
    }

    @Override
    public List<Overstay> overstays() {
        return watch.overstays();
    }

    @Override
    public long inFlight() {
        return chains.inFlight();
    }

    @Override
    public List<Family> collect() {
        return chains.collect();
    }

    /** Stops the archetypes, in reverse order of their boot. */
    @Override
    public void close() {
        slots.close();
        watch.close();
    }

    /** The runtime that boundaries see. */
    private final class CoreRuntime implements Runtime {
        private volatile String service = "precinct";

        @Override
        public String service() {
            return service;
        }

        @Override
        public String version() {
            return boot.version();
        }

        @Override
        public EnvelopeCatalogue catalogue() {
            Snapshot snapshot = chains.current();
            return snapshot == null
                    ? Catalogue.STANDARD
                    : snapshot.environment().catalogue();
        }

        @Override
        public Path configDir() {
            return boot.configDir();
        }

        @Override
        public Path dataDir() {
            return boot.dataDir();
        }
    }
}
