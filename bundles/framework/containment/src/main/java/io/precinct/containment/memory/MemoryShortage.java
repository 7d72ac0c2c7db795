package io.precinct.containment.memory;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Decides what to do while memory is short: when to collect garbage to make sure, when to report the shortage, and
 * whether to take a bundle out of service. A shortage that lasts is examined and reported again after pauses that grow
 * from ten seconds to ten minutes. The pauses start again at ten seconds once there is room, or once the set of
 * deployed bundles has changed. For one thread.
 */
final class MemoryShortage {
    /** Memory is short if a larger part than this is in use after a collection. */
    private static final double SHORT = 0.9;

    /**
     * There is room again if a smaller part than this is in use. Between the two limits, the pauses stay as they are.
     */
    private static final double ROOM = 0.8;

    /**
     * How many collections in a row must find memory short before something is done, with memory short all the time
     * between them. So a bundle that takes all memory only for a moment has no consequences.
     */
    private static final int TWICE = 2;

    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(10);

    /** The memory of the process, and the bundles that may keep it. */
    interface Memory {
        /** The part of the memory that is in use, garbage included, from 0 to 1. */
        double used();

        /** Collects garbage, and returns the part of the memory that is in use afterwards. */
        double collected();

        /** Describes for people how much memory is in use. */
        String state();

        /** The ids of the deployed bundles, including generations on their way out. */
        Set<Long> deployed();

        /** The deployed bundle that keeps most memory, if that is a large part. */
        Optional<Keeper> keeper();

        /**
         * Takes the serving generation of a bundle out of service. Returns why it stays, or an empty list if it is out.
         */
        List<String> takeOut(String bundle, String reason);
    }

    /**
     * A generation of a bundle that keeps a large part of the memory.
     *
     * @param present whether the generation serves; if not, it was replaced or removed
     * @param share how much it keeps and in what, for people
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
     * Starts with the assumption that memory is not short.
     *
     * @param log takes the messages for operators
     * @param clock counts nanoseconds, as {@link System#nanoTime}
     */
    MemoryShortage(Memory memory, Consumer<String> log, LongSupplier clock) {
        this.memory = memory;
        this.log = log;
        this.clock = clock;
        this.collected = clock.getAsLong() - FIRST_PAUSE;
    }

    /** Checks the memory; to be called once a second. Returns whether memory seems to be short. */
    boolean look() {
        if (!isShort(memory.used())) {
            return false;
        }
        Set<Long> now = memory.deployed();
        if (!now.equals(deployed)) {
            deployed = now;
            pause = FIRST_PAUSE;
        }
        // The memory in use may be garbage: only a collection shows that, and the collector runs only when it has to.
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
            pause = Math.min(2 * pause, LONGEST_PAUSE); // before relieve(), which may fail for lack of memory
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
