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
 * Keeps the heap near what is in use. The serial collector, whose requests cost the least CPU, lets the old generation grow
 * to its bound before it looks what of it is garbage; bounded tightly, it collapses where more is in use than was thought,
 * bounded by the machine, it takes the machine. So it is asked to look once the old generation is twice what was in use at
 * the last look, and once nothing happens: then what is free goes back to the system.
 */
public final class HeapKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(HeapKeeper.class);
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);
    private static final int MEGABYTE = 1 << 20;
    /** Below that nobody minds. */
    private static final long LEAST = 320L * MEGABYTE;
    /** Nothing happens where no young garbage was collected for so many looks. */
    private static final int IDLE_LOOKS = 30;
    /** So much that is free is worth a collection. */
    private static final long WORTH_GIVING_BACK = 64L * MEGABYTE;

    private final MemoryPoolMXBean old;
    private final GarbageCollectorMXBean young;
    private long collections = -1;
    private int idle;
    private boolean givenBack;

    private HeapKeeper(MemoryPoolMXBean old, GarbageCollectorMXBean young) {
        this.old = old;
        this.young = young;
    }

    /** Begins, where the serial collector is at work; other collectors see to it themselves. */
    public static void start() {
        Optional<MemoryPoolMXBean> tenured = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool ->
                        pool.getType() == MemoryType.HEAP && pool.getName().equals("Tenured Gen"))
                .findFirst();
        Optional<GarbageCollectorMXBean> copy = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> collector.getName().equals("Copy"))
                .findFirst();
        if (tenured.isPresent() && copy.isPresent()) {
            var keeper = new HeapKeeper(tenured.get(), copy.get());
            Thread.ofPlatform().daemon().name("precinct-heap").start(keeper::run);
        }
    }

    private void run() {
        while (true) {
            LockSupport.parkNanos(LOOK);
            try {
                look();
            } catch (RuntimeException | Error e) { // it is there for when memory is short
                LOG.debug("the heap could not be looked at", e);
            }
        }
    }

    private void look() {
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
        if (idle >= IDLE_LOOKS && !givenBack && now.getCommitted() - inUse > WORTH_GIVING_BACK) {
            givenBack = true;
            collect("nothing happens", now);
        }
    }

    /**
     * Whether the old generation is to be collected.
     *
     * @param used bytes of it now, garbage included
     * @param inUse bytes that were no garbage when it was collected last; 0 where it never was
     * @param max bytes that it may have, or -1; near that it is collected all the same
     */
    static boolean isDue(long used, long inUse, long max) {
        return used > Math.max(LEAST, 2 * inUse) && (max < 0 || inUse < max / 2);
    }

    private static void collect(String why, MemoryUsage before) {
        LOG.debug("the heap is collected at {} MB: {}", before.getUsed() / MEGABYTE, why);
        System.gc();
    }
}
