package io.precinct.containment.memory;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Decides what is done while memory is short: when garbage is collected to find that out, when it is told, and whether a
 * bundle is taken out of service. What cannot be helped is looked into and told again after pauses that grow from ten
 * seconds to ten minutes; they begin anew once there is room again, or the deployed bundles are others. For one thread.
 */
final class MemoryShortage {
    /** Memory is short if a larger part of it is in use after a collection. */
    private static final double SHORT = 0.9;

    /** There is room again if a smaller part is in use; between the two, nothing has changed. */
    private static final double ROOM = 0.8;

    /** A bundle that takes it all for a moment lets go again: it has to be short twice, and all the time between. */
    private static final int TWICE = 2;

    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(10);

    /** The memory of the process, and the bundles that may keep it. */
    interface Memory {
        /** The part that is in use, garbage included: 1 is all of it. */
        double used();

        /** Collects garbage; the part that is in use then. */
        double collected();

        /** What is in use, for people. */
        String state();

        /** The numbers of the deployed bundles, generations on their way out included. */
        Set<Long> deployed();

        /** The deployed bundle that keeps most, if that is a good part. */
        Optional<Keeper> keeper();

        /** Takes the generation of a bundle that serves out of service; why it stays, or nothing if it went. */
        List<String> takeOut(String bundle, String reason);
    }

    /**
     * A generation of a bundle that keeps a good part of the memory.
     *
     * @param present whether it serves; if not, another generation took its place, or none
     * @param share what it keeps and where, for people
     */
    record Keeper(String bundle, String version, boolean present, String share) {}

    private final Memory memory;
    private final Consumer<String> log;
    private final LongSupplier clock;
    private Set<Long> deployed = Set.of();
    private long pause = FIRST_PAUSE;
    private long collected;
    private int found;

    /**
     * Nothing is short yet.
     *
     * @param log takes what operators are to read
     * @param clock counts nanoseconds, as {@link System#nanoTime}
     */
    MemoryShortage(Memory memory, Consumer<String> log, LongSupplier clock) {
        this.memory = memory;
        this.log = log;
        this.clock = clock;
        this.collected = clock.getAsLong() - FIRST_PAUSE;
    }

    /** Looks at the memory, to be called once a second; whether it seems to be short. */
    boolean look() {
        if (!isShort(memory.used())) {
            return false;
        }
        Set<Long> now = memory.deployed();
        if (!now.equals(deployed)) {
            deployed = now;
            pause = FIRST_PAUSE;
        }
        // What is in use may be garbage: nobody knows before it is collected, and the collector waits until it has to.
        if (clock.getAsLong() - collected >= pause) {
            collect();
        }
        return true;
    }

    private boolean isShort(double used) {
        if (used > SHORT) {
            return true;
        }
        found = 0;
        if (used < ROOM) {
            pause = FIRST_PAUSE;
        }
        return false;
    }

    private void collect() {
        double used = memory.collected();
        collected = clock.getAsLong();
        if (isShort(used) && ++found >= TWICE) {
            pause = Math.min(2 * pause, LONGEST_PAUSE); // first: to relieve it may fail for want of memory
            relieve();
        }
    }

    private void relieve() {
        String state = "memory is short: " + memory.state();
        Optional<Keeper> most = memory.keeper();
        if (most.isEmpty()) {
            log.accept(state + ", and no deployed bundle keeps a good part of it");
            return;
        }
        Keeper keeper = most.get();
        String name = keeper.bundle() + " " + keeper.version();
        String keeps = " keeps about " + keeper.share();
        if (!keeper.present()) {
            log.accept(state + ", and " + name + ", which is on its way out of service," + keeps
                    + "; no generation that serves is taken out for it");
            return;
        }
        String reason = state + ", and " + keeper.bundle() + keeps;
        log.accept(reason + "; " + name + " is taken out of service");
        List<String> faults = memory.takeOut(keeper.bundle(), reason);
        if (faults.isEmpty()) {
            found = 0;
            pause = FIRST_PAUSE;
        } else {
            log.accept(keeper.bundle() + " stays: " + String.join("; ", faults));
        }
    }
}
