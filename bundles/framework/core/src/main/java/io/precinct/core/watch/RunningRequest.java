package io.precinct.core.watch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A request on a thread, as the {@link RequestWatch} sees it. Either its thread answers it, or the watch gives it up:
 * whichever changes the phase first. Giving up ends the request for its client and for the count of requests under way,
 * while the thread comes back only when the boundary lets go of it.
 */
public abstract class RunningRequest {
    /** Its route is being looked up or its body read, for which the listener has time limits. */
    private static final int ARRIVING = 0;
    /** It is crossing its chain. */
    private static final int CROSSING = 1;
    /** It has its answer, which is being sent. */
    private static final int ANSWERED = 2;
    /** Nobody waits for its thread any more. */
    private static final int GIVEN_UP = 3;

    private static final VarHandle PHASE;
    private static final VarHandle AT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PHASE = lookup.findVarHandle(RunningRequest.class, "phase", int.class);
            AT = lookup.findVarHandle(RunningRequest.class, "at", CrossingPlace.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int phase = ARRIVING;

    @SuppressWarnings("UnusedVariable") // by its handle
    private @Nullable CrossingPlace at;

    private @Nullable CrossingPlace answering;

    /** Why it was given up, until somebody has taken over its answer; guarded by this. */
    private @Nullable GivenUp owed;

    /** Where it was given up; guarded by this. */
    private @Nullable CrossingPlace givenUpAt;

    private long started;
    long deadlineNanos;
    long processorNanos;

    // Only the watch uses these; the first two also the thread that retires a bundle.
    volatile long processorBefore = -1;
    volatile boolean noted;
    boolean computing;

    @Nullable
    BoundaryGuard computingAt;

    long lookedForClient;

    /** The processor time beyond which the containment is told of it. */
    long containedAt;

    /** Where the stream came from that is its answer; changed on its thread, before it has its answer and as it leaves. */
    private @Nullable CrossingPlace streaming;

    private boolean interrupted;
    private volatile boolean left;

    /** Name of its route, or null where none matched. */
    public abstract @Nullable String route();

    /** Whether the bundle has a part in the chain that it is on. */
    protected abstract boolean uses(long bundleId);

    /** How many more requests its listener has room for. */
    public abstract int room();

    /** Whether its client has gone away. */
    protected abstract boolean clientGone();

    /** Answers it in place of its thread, on a thread that may take its time; called once. */
    protected abstract void givenUp(GivenUp why);

    /** Ends it without an answer; may be called where that was tried. */
    protected abstract void abandoned();

    /**
     * It begins to cross its chain.
     *
     * @param deadlineNanos how long it may take; 0: no limit
     * @param processorNanos how much processor time it may use; 0: no limit
     */
    public final void crossing(long deadlineNanos, long processorNanos) {
        this.deadlineNanos = deadlineNanos;
        this.processorNanos = processorNanos;
        this.started = System.nanoTime();
        PHASE.compareAndSet(this, ARRIVING, CROSSING);
    }

    /** It enters this crossing. */
    public final void at(CrossingPlace place) {
        if (!place.tail()) {
            answering = place;
        }
        AT.setRelease(this, place);
    }

    /** Its answer is a stream from this crossing, or null: no stream, or no longer one. Called on its thread. */
    public final void streams(@Nullable CrossingPlace from) {
        CrossingPlace before = streaming;
        streaming = from;
        if (from != null) {
            from.guard().streamStarted();
        }
        if (before != null) {
            before.guard().streamEnded();
        }
    }

    /** Whether it was given up in this crossing: the watch has told the boundary's guard then. */
    public final synchronized boolean wasGivenUpAt(CrossingPlace place) {
        return place.equals(givenUpAt);
    }

    /** Whether it was given up; its thread then does nothing more for it. */
    public final boolean isGivenUp() {
        return phase == GIVEN_UP;
    }

    /** It has its answer; false if it was given up, and so is answered otherwise. */
    public final boolean answered() {
        return PHASE.compareAndSet(this, CROSSING, ANSWERED) || PHASE.compareAndSet(this, ARRIVING, ANSWERED);
    }

    /** From now on its answer is owed; false if it has one. */
    final synchronized boolean giveUp(GivenUp why, CrossingPlace place) {
        if (!PHASE.compareAndSet(this, CROSSING, GIVEN_UP)) {
            return false;
        }
        owed = why;
        givenUpAt = place;
        return true;
    }

    /** Why it was given up, if nobody has taken over its answer yet; else null. */
    final synchronized @Nullable GivenUp owed() {
        return owed;
    }

    /** As {@link #owed}, and takes it over. */
    final synchronized @Nullable GivenUp takeOwed() {
        GivenUp why = owed;
        owed = null;
        return why;
    }

    final boolean isCrossing() {
        return phase == CROSSING;
    }

    final boolean isAnswered() {
        return phase == ANSWERED;
    }

    /** The crossing that it is in or, while its answer is being sent, the one that the answer came from. */
    final @Nullable CrossingPlace at() {
        var now = (CrossingPlace) AT.getAcquire(this);
        if (phase != ANSWERED) {
            return now;
        }
        CrossingPlace from = streaming;
        return from != null ? from : answering != null ? answering : now;
    }

    final long runningNanos(long now) {
        return now - started;
    }

    final boolean late(long now) {
        return deadlineNanos > 0 && now - started > deadlineNanos;
    }

    final boolean overspent(long processor) {
        return processorNanos > 0 && processor > processorNanos;
    }

    /** Interrupts its thread, unless that has gone on to something else meanwhile. */
    final synchronized void interrupt(Thread thread) {
        if (!left) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Its thread goes on to something else; an interruption that was meant for it does not follow. */
    final synchronized void left() {
        left = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    final boolean hasLeft() {
        return left;
    }
}
