package io.precinct.deploy;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.core.api.thread.LongLived;
import io.precinct.deploy.leak.RetainedMemory;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after memory that a deployed bundle keeps for ever. Where next to nothing of the heap is free, collection after
 * collection, the service does nothing but collect, and whoever asked to take the bundle out would not get through. Then
 * the deployed bundle that keeps most of it is taken out of service, if that is a good part; a rollback brings it back.
 */
final class MemoryWatch {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);
    private static final long LOOK_MILLIS = 1000;

    /** Memory is short where so much of it is in use after a collection. */
    private static final double SHORT = 0.9;

    /** Whoever takes it all for a moment lets go again: it has to be short twice, and all the time between. */
    private static final int TWICE = 2;

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

    /** A good part of the heap. */
    private static final int PART = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MEGABYTE = 1 << 20;

    /** To look for who keeps it takes memory, too, of which there would be none. */
    private static final int RESERVE = 4 * MEGABYTE;

    private final MemoryPoolMXBean old;
    private final BundleContext context;
    private final Plugins plugins;
    private final DeploymentService deployments;
    private final Thread thread = LongLived.unstarted("memory-watch", LOG::error, this::watch);

    @SuppressWarnings("UnusedVariable") // it is there to be let go of
    private byte @Nullable [] reserve = new byte[RESERVE];

    private long collected = System.nanoTime() - PAUSE;
    private int found;

    private MemoryWatch(MemoryPoolMXBean old, BundleContext context, Plugins plugins, DeploymentService deployments) {
        this.old = old;
        this.context = context;
        this.plugins = plugins;
        this.deployments = deployments;
    }

    /** Something that ends with the deployer. */
    interface Running {
        void stop();
    }

    /** Begins, where the collector tells what it left in use. */
    static Running start(BundleContext context, Plugins plugins, DeploymentService deployments) {
        Optional<MemoryPoolMXBean> pool = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(one -> one.getType() == MemoryType.HEAP && one.isUsageThresholdSupported())
                .max(Comparator.comparingLong(one -> one.getUsage().getMax()));
        if (pool.isEmpty() || pool.get().getUsage().getMax() <= 0) {
            return () -> {};
        }
        var watch = new MemoryWatch(pool.get(), context, plugins, deployments);
        watch.thread.start();
        return watch.thread::interrupt;
    }

    private void watch() throws InterruptedException {
        while (true) {
            Thread.sleep(LOOK_MILLIS);
            look(System.nanoTime());
        }
    }

    /** What is in use may be garbage: nobody knows before it is collected, and the collector waits until it has to. */
    private void look(long now) {
        if (!isShort(old.getUsage())) {
            found = 0;
            if (reserve == null) {
                reserve = new byte[RESERVE];
            }
        } else if (now - collected > PAUSE) {
            System.gc();
            collected = System.nanoTime();
            found = isShort(old.getCollectionUsage()) ? found + 1 : 0;
            if (found == TWICE) {
                found = 0;
                reserve = null;
                relieve();
            }
        }
    }

    private static boolean isShort(@Nullable MemoryUsage usage) {
        return usage != null && usage.getUsed() > SHORT * usage.getMax();
    }

    private record Keeper(Bundle bundle, RetainedMemory.Share share) {}

    private void relieve() {
        long all = old.getUsage().getMax();
        String state =
                old.getUsage().getUsed() / MEGABYTE + " of " + all / MEGABYTE + " MB are in use after every collection";
        Optional<Keeper> most = Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() == Bundle.ACTIVE && !ShippedBundles.is(bundle))
                .flatMap(bundle -> RetainedMemory.by(bundle, registered(bundle), PATIENCE).stream()
                        .map(share -> new Keeper(bundle, share)))
                .max(Comparator.comparingLong(keeper -> keeper.share().bytes()));
        if (most.isEmpty() || most.get().share().bytes() < all / PART) {
            LOG.error("memory is short: {}, and no deployed bundle keeps a good part of it", state);
            return;
        }
        Keeper keeper = most.get();
        String reason = "memory is short: " + state + ", and " + keeper.bundle().getSymbolicName() + " keeps about "
                + keeper.share().bytes() / MEGABYTE + " MB of it, most in "
                + keeper.share().mostly();
        LOG.error(
                "{}; {} {} is taken out of service",
                reason,
                keeper.bundle().getSymbolicName(),
                keeper.bundle().getVersion());
        Outcome outcome = deployments.takeOut(keeper.bundle().getSymbolicName(), reason);
        if (outcome.result() != Result.REMOVED) {
            LOG.error("{} stays: {}", keeper.bundle().getSymbolicName(), outcome.reasons());
        }
    }

    private List<Object> registered(Bundle bundle) {
        return plugins.snapshot().boundaries().values().stream()
                .filter(deployed -> deployed.generation().bundleId() == bundle.getBundleId())
                .<Object>map(DeployedBoundary::boundary)
                .toList();
    }
}
