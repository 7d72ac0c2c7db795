package io.precinct.core.watch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A request on a thread, as the {@link RequestWatch} sees it. Either its thread answers it, or the watch gives it up,
 * whichever changes the phase first. Giving up ends the request for its client and for the count of requests under way,
 * but its thread comes back only when the boundary returns.
 */
public abstract class RunningRequest {
    /** The route is being looked up or the body is being read; the listener limits the time for both. */
    private static final int ARRIVING = 0;
    /** The request is crossing its chain. */
    private static final int CROSSING = 1;
    /** The request has its answer, which is being sent. */
    private static final int ANSWERED = 2;
    /** The request was given up: nothing waits for its thread any more. */
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

    @SuppressWarnings("UnusedVariable") // accessed by its handle
    private @Nullable CrossingPlace at;

    private @Nullable CrossingPlace answering;

    /** Why the request was given up, until some thread takes over the answer; guarded by this. */
    private @Nullable GivenUp owed;

    /** The crossing in which the request was given up; guarded by this. */
    private @Nullable CrossingPlace givenUpAt;

    private long started;
    long deadlineNanos;
    long processorNanos;

    // Used by the watch. The thread that retires a bundle uses the first two as well, and the request's own thread
    // reads the second.
    volatile long processorBefore = -1;
    volatile boolean noted;
    boolean computing;

    @Nullable
    BoundaryGuard computingAt;

    long lookedForClient;

    /** The processor time beyond which the watch reports the request to the containment. */
    long containedAt;

    /**
     * The crossing that the answer comes from, if the answer is a stream. Changed only on the request's thread, before
     * it has its answer and as it leaves.
     */
    private @Nullable CrossingPlace streaming;

    private boolean interrupted;
    private volatile boolean left;

    /** Name of the route, or null if none matched. */
    public abstract @Nullable String route();

    /** Whether the bundle contributes to the chain of the request. */
    protected abstract boolean uses(long bundleId);

    /** How many more requests the listener has room for. */
    public abstract int room();

    /** Whether the client has gone away. */
    protected abstract boolean clientGone();

    /** Answers the request in place of its thread, on a thread that may block. Called at most once. */
    protected abstract void givenUp(GivenUp why);

    /** Ends the request without an answer, because its client has gone away. */
    protected abstract void clientLeft();

    /**
     * Ends the request without an answer; may be called after {@link #givenUp} has failed, or while an answer is sent.
     */
    protected abstract void abandoned();

    /**
     * Begins to cross the chain.
     *
     * @param deadlineNanos how long the request may take; 0: no limit
     * @param processorNanos how much processor time the request may use; 0: no limit
     */
    public final void crossing(long deadlineNanos, long processorNanos) {
        this.deadlineNanos = deadlineNanos;
        this.processorNanos = processorNanos;
        this.started = System.nanoTime();
        PHASE.compareAndSet(this, ARRIVING, CROSSING);
    }

    /** Enters this crossing. */
    public final void at(CrossingPlace place) {
        if (!place.tail()) {
            answering = place;
        }
        AT.setRelease(this, place);
    }

    /**
     * Sets the crossing whose stream is the answer; null if there is no stream any more. Called on the request's
     * thread.
     */
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

    /** Whether the request was given up in this crossing. If so, the watch has told the boundary's guard. */
    public final synchronized boolean wasGivenUpAt(CrossingPlace place) {
        return place.equals(givenUpAt);
    }

    /** Whether the request was given up. If so, its thread does nothing more for it. */
    public final boolean isGivenUp() {
        return phase == GIVEN_UP;
    }

    /** Marks the request as answered by its thread; false if it was given up, and so is answered by another thread. */
    public final boolean answered() {
        return PHASE.compareAndSet(this, CROSSING, ANSWERED) || PHASE.compareAndSet(this, ARRIVING, ANSWERED);
    }

    /** Gives the request up, so that its answer is owed; false if it is not crossing its chain any more. */
    final synchronized boolean giveUp(GivenUp why, CrossingPlace place) {
        if (!PHASE.compareAndSet(this, CROSSING, GIVEN_UP)) {
            return false;
        }
        owed = why;
        givenUpAt = place;
        return true;
    }

    /** Why the request was given up, if no thread has taken over the answer yet; else null. */
    final synchronized @Nullable GivenUp owed() {
        return owed;
    }

    /** As {@link #owed}, and takes over the answer. */
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

    /**
     * The crossing that the request is in or, while its answer is being sent, the crossing that the answer came from.
     */
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

    /** Interrupts the request's thread, unless that thread has left the request meanwhile. */
    final synchronized void interrupt(Thread thread) {
        if (!left) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Notes that the thread leaves the request, and clears an interruption that was meant for the request. */
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
