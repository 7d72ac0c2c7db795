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
 * Looks after memory that a deployed bundle keeps for ever. Where next to nothing of the heap is free, collection after
 * collection, the service does nothing but collect, and whoever asked to take the bundle out would not get through. Then
 * the deployed bundle that keeps most of it is taken out of service, if that is a good part; a rollback brings it back.
 * When that is done, and how often it is told where it does not help, says {@link MemoryShortage}.
 */
@Component(
        service = {},
        immediate = true)
public final class MemoryWatch implements MemoryShortage.Memory {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);
    private static final long LOOK_MILLIS = 1000;

    /** A good part of the heap. */
    private static final int PART = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MEGABYTE = 1 << 20;

    /** To look for who keeps it takes memory, too, of which there would be none. */
    private static final int RESERVE = 4 * MEGABYTE;

    private final @Nullable MemoryPoolMXBean old = pool();
    private final BundleContext context;
    private final Plugins plugins;
    private final Deployments deployments;
    private final MemoryShortage shortage = new MemoryShortage(this, LOG::error, System::nanoTime);
    private final Thread thread = LongLived.unstarted("memory-watch", LOG::error, this::watch);

    @SuppressWarnings("UnusedVariable") // it is there to be let go of
    private byte @Nullable [] reserve = new byte[RESERVE];

    /** Begins, where the collector tells what it left in use. */
    @Activate
    public MemoryWatch(BundleContext context, @Reference Plugins plugins, @Reference Deployments deployments) {
        this.context = context;
        this.plugins = plugins;
        this.deployments = deployments;
        if (old != null) {
            thread.start();
        }
    }

    /** What it waits for is interrupted; a bundle that is being taken out goes all the same. */
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

    /** The pool; there while the thread runs. */
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

    /** Those that run, or hang as they are stopped. */
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

    /** Whether this is the generation of a bundle that new requests reach, and not one that another took the place of. */
    static boolean serves(Bundle bundle, BundleContext context, Plugins plugins) {
        if (bundle.getState() != Bundle.ACTIVE) {
            return false;
        }
        // A bundle without boundaries is in no snapshot; of its generations the one that was installed last serves.
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
