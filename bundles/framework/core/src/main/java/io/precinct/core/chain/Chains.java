package io.precinct.core.chain;

import io.precinct.api.envelope.Runtime;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.inspect.Traffic;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.chain.Snapshot.Destination;
import io.precinct.core.metrics.RequestMetrics;
import io.precinct.core.watch.BoundaryGuards;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Owns the current snapshot of chains, and keeps superseded chains until their last request has left. Thread-safe:
 * writers take a lock; readers read one volatile reference and pin the chain they find.
 */
public final class Chains {
    private final RequestMetrics figures = new RequestMetrics();
    private final BoundaryGuards guards = new BoundaryGuards();
    private final @Nullable Boolean strictArgument;
    private final List<Chain> superseded = new ArrayList<>();
    private @Nullable Configuration configuration;
    private PluginSnapshot plugins = PluginSnapshot.NONE;
    private volatile @Nullable Snapshot current;

    /**
     * Starts without chains; the first configuration brings them.
     *
     * @param strictArgument whether input is strict, regardless of the configuration; null if the configuration decides
     */
    public Chains(@Nullable Boolean strictArgument) {
        this.strictArgument = strictArgument;
    }

    /** The current snapshot, or null before the first configuration. */
    public @Nullable Snapshot current() {
        return current;
    }

    /**
     * The destination of a request, with its chain pinned; null before the first configuration. The snapshot must not
     * leave this method: the stack frames of a stuck thread keep their locals alive, so a snapshot in such a frame
     * would keep every chain and bundle of that moment in memory.
     *
     * @param method as routes spell it
     */
    public @Nullable Destination pin(String method, String rawPath) {
        while (true) {
            Snapshot snapshot = current;
            if (snapshot == null) {
                return null;
            }
            Destination destination = snapshot.destination(method, rawPath);
            if (destination.chain().enter()) {
                return destination;
            }
            // The chain was superseded between look-up and pin, so there is a newer snapshot.
        }
    }

    /** Assembles a new snapshot for this configuration. */
    public synchronized void configured(Configuration next, Runtime runtime) {
        configuration = next;
        publish(runtime);
    }

    /** Assembles a new snapshot for these plug-ins, unless a newer plug-in snapshot has already arrived. */
    public synchronized void deployed(PluginSnapshot next, Runtime runtime) {
        if (next.revision() > plugins.revision()) {
            plugins = next;
            publish(runtime);
        }
    }

    private void publish(Runtime runtime) {
        Configuration configuration = this.configuration;
        if (configuration == null) {
            return;
        }
        long started = System.nanoTime();
        Snapshot before = current;
        Snapshot next =
                new Assembler(configuration, plugins, runtime, strict(configuration), figures, guards).assemble(before);
        current = next;
        if (before != null) {
            before.chains().forEach(this::supersede);
            supersede(before.tailOnly());
        }
        superseded.removeIf(chain -> chain.inFlight() == 0);
        Set<String> names = routeNames(next);
        figures.retain(names, plugins.boundaries().keySet());
        guards.retain(plugins.boundaries().values(), names);
        figures.assembled(System.nanoTime() - started);
    }

    /**
     * Whether input is strict: decided by the argument of the boot call, else by the configuration; false by default.
     */
    // @req:strict-input-sources
    private boolean strict(Configuration configuration) {
        return strictArgument == null ? Boolean.TRUE.equals(configuration.strictInput()) : strictArgument;
    }

    private static Set<String> routeNames(Snapshot snapshot) {
        Set<String> names =
                snapshot.routes().stream().map(RouteSource::name).collect(Collectors.toCollection(HashSet::new));
        names.add(Assembler.NO_ROUTE);
        return names;
    }

    private void supersede(Chain chain) {
        if (!chain.close().isDone()) {
            superseded.add(chain);
        }
    }

    /**
     * Completes once no superseded chain with a plug-in of this bundle has a request in flight. The bundle must have
     * been retired already, so that no new request reaches it.
     */
    public synchronized CompletionStage<Void> drained(long bundleId) {
        return CompletableFuture.allOf(superseded.stream()
                .filter(chain -> chain.uses(bundleId))
                .map(Chain::close)
                .toArray(CompletableFuture<?>[]::new));
    }

    /** The guards that limit how much of the service each boundary uses. */
    public BoundaryGuards guards() {
        return guards;
    }

    /** Requests in flight, on superseded chains too. */
    public synchronized long inFlight() {
        long count = superseded.stream().mapToLong(Chain::inFlight).sum();
        Snapshot now = current;
        if (now != null) {
            count += now.tailOnly().inFlight()
                    + now.chains().stream().mapToLong(Chain::inFlight).sum();
        }
        return count;
    }

    /** The counts of requests and crossings. */
    public Traffic traffic() {
        return figures.traffic();
    }

    /** The metrics of requests, routes and boundaries. */
    public List<MetricSource.Family> collect() {
        Snapshot now = current;
        var families =
                new ArrayList<>(figures.collect(now == null ? 0 : now.chains().size(), inFlight()));
        families.addAll(guards.collect());
        return families;
    }
}
