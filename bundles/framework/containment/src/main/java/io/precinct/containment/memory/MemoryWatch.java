package io.precinct.containment.memory;

import io.precinct.containment.memory.MemoryShortage.Keeper;
import io.precinct.containment.retention.RetainedMemory;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.core.api.thread.LongLived;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a deployed bundle out of service if it keeps the heap full. If the heap is nearly full after every collection,
 * the service does nothing but collect, and a request to take the bundle out would not get through. Then the deployed
 * bundle that keeps most of the heap is taken out of service, if it keeps a large part; a rollback brings it back.
 * {@link MemoryShortage} decides when this happens, and how often a shortage that lasts is reported.
 */
@Component(
        service = {},
        immediate = true)
public final class MemoryWatch implements MemoryShortage.Memory {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);
    private static final long LOOK_MILLIS = 1000;

    /** A bundle keeps a large part of the heap if it keeps at least one part in this many. */
    private static final int PART = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MEGABYTE = 1 << 20;

    /** Bytes that are freed to search for the bundle: the search needs memory, and none might be free. */
    private static final int RESERVE = 4 * MEGABYTE;

    private final @Nullable MemoryPoolMXBean old = pool();
    private final BundleContext context;
    private final Plugins plugins;
    private final Deployments deployments;
    private final MemoryShortage shortage = new MemoryShortage(this, LOG::error, System::nanoTime);
    private final Thread thread = LongLived.unstarted("memory-watch", LOG::error, this::watch);

    @SuppressWarnings("UnusedVariable") // exists only to be released
    private byte @Nullable [] reserve = new byte[RESERVE];

    /** Starts the watch, if the collector reports how much memory it left in use. */
    @Activate
    public MemoryWatch(BundleContext context, @Reference Plugins plugins, @Reference Deployments deployments) {
        this.context = context;
        this.plugins = plugins;
        this.deployments = deployments;
        if (old != null) {
            thread.start();
        }
    }

    /** Interrupts the watch. A bundle that is being taken out of service still goes. */
    @Deactivate
    void stop() {
        thread.interrupt();
    }

    private static @Nullable MemoryPoolMXBean pool() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(one -> one.getType() == MemoryType.HEAP && one.isUsageThresholdSupported())
                .max(Comparator.comparingLong(one -> one.getUsage().getMax()))
                .filter(one -> one.getUsage().getMax() > 0)
                .orElse(null);
    }

    /** The memory pool; never null while the thread runs. */
    private MemoryPoolMXBean heap() {
        return Objects.requireNonNull(old);
    }

    private void watch() throws InterruptedException {
        while (true) {
            Thread.sleep(LOOK_MILLIS);
            if (!shortage.look() && reserve == null) {
                reserve = new byte[RESERVE];
            }
        }
    }

    @Override
    public double used() {
        return part(heap().getUsage());
    }

    @Override
    public double collected() {
        System.gc();
        return part(heap().getCollectionUsage());
    }

    private static double part(@Nullable MemoryUsage usage) {
        return usage == null ? 0 : (double) usage.getUsed() / usage.getMax();
    }

    @Override
    public String state() {
        MemoryUsage usage = heap().getUsage();
        return usage.getUsed() / MEGABYTE + " of " + usage.getMax() / MEGABYTE
                + " MB are in use after every collection";
    }

    @Override
    public Set<Long> deployed() {
        return bundles().map(Bundle::getBundleId).collect(Collectors.toSet());
    }

    /** The deployed bundles that run, or are being stopped. */
    private Stream<Bundle> bundles() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> (bundle.getState() == Bundle.ACTIVE || bundle.getState() == Bundle.STOPPING)
                        && bundle.getLocation().startsWith(Admission.STAGED));
    }

    private record Kept(Bundle bundle, RetainedMemory.Retention retention) {}

    @Override
    public Optional<Keeper> keeper() {
        reserve = null;
        return bundles()
                .flatMap(bundle -> RetainedMemory.by(bundle, registered(bundle), PATIENCE).stream()
                        .map(retention -> new Kept(bundle, retention)))
                .max(Comparator.comparingLong(kept -> kept.retention().bytes()))
                .filter(kept -> kept.retention().bytes() >= heap().getUsage().getMax() / PART)
                .map(kept -> new Keeper(
                        kept.bundle().getSymbolicName(),
                        kept.bundle().getVersion().toString(),
                        serves(kept.bundle(), context, plugins),
                        kept.retention().bytes() / MEGABYTE + " MB of it, most in "
                                + kept.retention().mostly()));
    }

    /**
     * Whether new requests reach this generation of a bundle: it is active and was not replaced by another generation.
     */
    static boolean serves(Bundle bundle, BundleContext context, Plugins plugins) {
        if (bundle.getState() != Bundle.ACTIVE) {
            return false;
        }
        // A bundle without boundaries is in no snapshot; of its generations, the last installed one serves.
        return boundaries(bundle, plugins).findAny().isPresent()
                || Arrays.stream(context.getBundles())
                        .noneMatch(other -> other.getState() == Bundle.ACTIVE
                                && other.getBundleId() > bundle.getBundleId()
                                && bundle.getSymbolicName().equals(other.getSymbolicName()));
    }

    @Override
    public List<String> takeOut(String bundle, String reason) {
        Outcome outcome = deployments.eject(bundle, reason);
        if (outcome.result() == Result.REMOVED) {
            return List.of();
        }
        return outcome.reasons().isEmpty() ? List.of(outcome.result().wireName()) : outcome.reasons();
    }

    private List<Object> registered(Bundle bundle) {
        return boundaries(bundle, plugins)
                .<Object>map(DeployedBoundary::boundary)
                .toList();
    }

    private static Stream<DeployedBoundary> boundaries(Bundle bundle, Plugins plugins) {
        return plugins.snapshot().boundaries().values().stream()
                .filter(deployed -> deployed.generation().bundleId() == bundle.getBundleId());
    }
}
