package io.precinct.core.watch;

import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.plugin.Generation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Limits how much of the service one generation of a boundary uses: a bulkhead for its crossings, another for those
 * that compute, and a breaker. Thread-safe; a crossing costs two atomic additions.
 */
public final class BoundaryGuard {
    /**
     * The crossings that a boundary may always have at once. It may have more only up to the room that the listener
     * has.
     */
    static final int ALWAYS = 16;

    /** If this many crossings of a boundary compute for long, it gets no more crossings. */
    static final int MOST_COMPUTING = 2 * Math.max(2, Runtime.getRuntime().availableProcessors());

    /** Whether a crossing may begin. */
    public enum Entry {
        /** The crossing may begin. */
        ADMITTED,
        /** The crossing may begin, and its end decides whether a boundary that was taken out serves again. */
        TRIAL,
        /** The boundary already serves its full share of the requests that are served at once. */
        FULL,
        /** The boundary already uses its full share of the processors. */
        COMPUTING,
        /** The boundary was taken out of service by its breaker. */
        OUT;

        /** Whether the crossing may begin; its end must then be reported to {@link #leave}. */
        public boolean admits() {
            return this == ADMITTED || this == TRIAL;
        }
    }

    /** Name of the boundary. */
    final String boundary;
    /** The generation of the bundle that the boundary came with. */
    final Generation generation;

    private final Breaker breaker = new Breaker();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger computing = new AtomicInteger();
    private final AtomicInteger stuck = new AtomicInteger();
    private final LongAdder well = new LongAdder();
    private final LongAdder overstays = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** A guard for a boundary that has just been deployed. */
    public BoundaryGuard(String boundary, Generation generation) {
        this.boundary = boundary;
        this.generation = generation;
    }

    /**
     * Asks for a crossing.
     *
     * @param room how many more requests the listener has room for
     */
    public Entry enter(int room) {
        Breaker.State state = breaker.ask(System.nanoTime());
        Entry entry = state == Breaker.State.OPEN ? Entry.OUT : within(room, state);
        if (!entry.admits()) {
            refused.increment();
        }
        return entry;
    }

    private Entry within(int room, Breaker.State state) {
        int count = inFlight.incrementAndGet();
        boolean full = count > ALWAYS && count > room;
        if (full || computing.get() >= MOST_COMPUTING) {
            inFlight.decrementAndGet();
            if (state == Breaker.State.TRIAL) {
                breaker.inconclusive();
            }
            return full ? Entry.FULL : Entry.COMPUTING;
        }
        return state == Breaker.State.TRIAL ? Entry.TRIAL : Entry.ADMITTED;
    }

    /** How a crossing ended. */
    public enum End {
        /** The boundary returned in time, whatever it answered. */
        WELL,
        /** The boundary asked for more memory than there is. */
        EXHAUSTED,
        /**
         * The boundary was not called, or nobody waited for its answer any more. This proves nothing about the
         * boundary.
         */
        INCONCLUSIVE,
        /** The crossing was given up, and the watch has reported that already. */
        REPORTED
    }

    /** Ends a crossing that {@link #enter} admitted. */
    public void leave(Entry entry, End end) {
        inFlight.decrementAndGet();
        if (end == End.WELL) {
            well.increment();
            if (entry == Entry.TRIAL) {
                breaker.passed(System.nanoTime());
            }
        } else if (end == End.EXHAUSTED) {
            tookTooMuch(entry == Entry.TRIAL);
        } else if (end == End.INCONCLUSIVE) {
            inconclusive(entry == Entry.TRIAL);
        }
    }

    /**
     * Counts a stream that the boundary answered with. Like a crossing, it takes a thread, until {@link #streamEnded}.
     */
    void streamStarted() {
        inFlight.incrementAndGet();
    }

    /** Ends the count of a stream that the boundary answered with. */
    void streamEnded() {
        inFlight.decrementAndGet();
    }

    /** Reports that a thread of the boundary does not return although its request was given up for another reason. */
    void overstayed() {
        tookTooMuch(false);
    }

    /**
     * Reports a crossing that was given up because it took too much. The breaker counts only crossings that it
     * admitted.
     */
    void overstayed(CrossingPlace place) {
        if (place.guarded()) {
            tookTooMuch(place.trial());
        } else {
            overstays.increment();
        }
    }

    private void tookTooMuch(boolean trial) {
        overstays.increment();
        breaker.overstayed(System.nanoTime(), trial, well.sum());
    }

    /** Reports a crossing whose end proves nothing about the boundary. */
    void inconclusive(boolean trial) {
        if (trial) {
            breaker.inconclusive();
        }
    }

    void computes(int change) {
        computing.addAndGet(change);
    }

    void holdsThread(int change) {
        stuck.addAndGet(change);
    }

    /** Seconds after which a request may be tried again, at least one. */
    public long retrySeconds() {
        return Math.max(1, breaker.retrySeconds(System.nanoTime()));
    }

    /** The present state of the boundary. */
    public Guarded view() {
        long now = System.nanoTime();
        return new Guarded(
                boundary,
                generation,
                inFlight.get(),
                computing.get(),
                stuck.get(),
                overstays.sum(),
                refused.sum(),
                breaker.wireName(now),
                breaker.retrySeconds(now));
    }
}
