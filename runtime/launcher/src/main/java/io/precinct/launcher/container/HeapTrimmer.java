package io.precinct.launcher.container;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the heap close to the size of the live data. The serial collector, with which requests cost the least CPU,
 * collects the old generation only when that generation has reached its limit. With a tight limit, the process would
 * fail if it had more live data than expected; with a generous limit, the heap would take the whole machine. So a
 * collection is requested once the old generation is twice as large as the live data after the last collection, and
 * also when the process is idle, which returns free memory to the system.
 */
public final class HeapTrimmer {
    private static final Logger LOG = LoggerFactory.getLogger(HeapTrimmer.class);
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MEGABYTE = 1 << 20;
    /** Below this size a growing old generation is not collected. */
    private static final long LEAST_COLLECTED = 320L * MEGABYTE;
    /** The process is idle if there was no young collection for this many checks. */
    private static final int IDLE_CHECKS = 30;
    /** Least free memory for which an idle process is collected. */
    private static final long WORTH_GIVING_BACK = 64L * MEGABYTE;

    private final MemoryPoolMXBean old;
    private final GarbageCollectorMXBean young;
    private long collections = -1;
    private int idle;
    private boolean givenBack;

    private HeapTrimmer(MemoryPoolMXBean old, GarbageCollectorMXBean young) {
        this.old = old;
        this.young = young;
    }

    /** Starts the thread if the serial collector is used. Other collectors do all this themselves. */
    public static void start() {
        Optional<MemoryPoolMXBean> tenured = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool ->
                        pool.getType() == MemoryType.HEAP && pool.getName().equals("Tenured Gen"))
                .findFirst();
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals("Copy"))
                .findFirst();
        if (tenured.isPresent() && copy.isPresent()) {
            var keeper = new HeapTrimmer(tenured.get(), copy.get());
            Thread.ofPlatform().daemon().name("precinct-heap").start(keeper::run);
        }
    }

    private void run() {
        while (true) {
            LockSupport.parkNanos(CHECK_NANOS);
            try {
                check();
            } catch (RuntimeException | Error e) { // must survive an OutOfMemoryError
                LOG.debug("the heap could not be looked at", e);
            }
        }
    }

    private void check() {
        MemoryUsage now = old.getUsage();
        MemoryUsage atLast = old.getCollectionUsage();
        long inUse = atLast == null ? 0 : atLast.getUsed();
        if (isDue(now.getUsed(), inUse, now.getMax())) {
            collect("it has doubled", now);
            return;
        }
        long count = young.getCollectionCount();
        boolean quiet = count == collections;
        collections = count;
        idle = quiet ? idle + 1 : 0;
        givenBack &= quiet;
        if (idle >= IDLE_CHECKS && !givenBack && now.getCommitted() - inUse > WORTH_GIVING_BACK) {
            givenBack = true;
            collect("nothing happens", now);
        }
    }

    /**
     * Whether the old generation must be collected.
     *
     * @param used its size now in bytes, garbage included
     * @param inUse bytes of live data after its last collection; 0 if there was none
     * @param max its greatest size in bytes, or -1; close to this size, the collector acts by itself
     */
    static boolean isDue(long used, long inUse, long max) {
        return used > Math.max(LEAST_COLLECTED, 2 * inUse) && (max < 0 || inUse < max / 2);
    }

    private static void collect(String why, MemoryUsage before) {
        LOG.debug("the heap is collected at {} MB: {}", before.getUsed() / MEGABYTE, why);
        System.gc();
    }
}
