package io.precinct.core.watch;

import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.plugin.Generation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one boundary of one generation takes of the service: a bulkhead for the number of its crossings and for those that
 * compute, and a breaker. Thread-safe; a crossing costs two atomic additions.
 */
public final class BoundaryGuard {
    /** A boundary may always have so many crossings; beyond, no more than its listener has room for. */
    static final int ALWAYS = 16;

    /** While so many crossings of a boundary compute for long, it gets no more. */
    static final int MOST_COMPUTING = 2 * Math.max(2, Runtime.getRuntime().availableProcessors());

    /** Whether a crossing may begin. */
    public enum Entry {
        /** It may. */
        ADMITTED,
        /** It may, and decides whether the boundary is put in again. */
        TRIAL,
        /** The boundary has its share of the requests that are served at once. */
        FULL,
        /** The boundary has its share of the processors. */
        COMPUTING,
        /** The boundary is taken out. */
        OUT;

        /** Whether the crossing begins, and has to leave. */
        public boolean admits() {
            return this == ADMITTED || this == TRIAL;
        }
    }

    private final String boundary;
    private final Generation generation;
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

    /** Name of the boundary. */
    public String boundary() {
        return boundary;
    }

    /** The bundle it came with. */
    public Generation generation() {
        return generation;
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
                breaker.untold();
            }
            return full ? Entry.FULL : Entry.COMPUTING;
        }
        return state == Breaker.State.TRIAL ? Entry.TRIAL : Entry.ADMITTED;
    }

    /** How a crossing ended. */
    public enum End {
        /** The boundary came back in time, whatever it answered. */
        WELL,
        /** It asked for more memory than there is. */
        EXHAUSTED,
        /** It was not asked, or nobody waited any more: that says nothing of the boundary. */
        UNTOLD,
        /** It was given up, as the watch has said already. */
        TOLD
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
        } else if (end == End.UNTOLD) {
            untold(entry == Entry.TRIAL);
        }
    }

    /** What it answered is a stream, which takes a thread as the crossing did until it is {@link #sent}. */
    void sends() {
        inFlight.incrementAndGet();
    }

    /** A stream of it has ended. */
    void sent() {
        inFlight.decrementAndGet();
    }

    /** A thread that was given up for no fault of it does not come back. */
    void overstayed() {
        tookTooMuch(false);
    }

    /** A crossing of it was given up because it took too much. Nobody takes out what no guard admits. */
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

    /** A crossing of it was given up for other reasons. */
    void untold(boolean trial) {
        if (trial) {
            breaker.untold();
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

    /** How it stands. */
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
