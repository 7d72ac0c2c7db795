package io.precinct.core.chain;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.core.watch.BoundaryGuard;
import io.precinct.core.watch.BoundaryGuard.End;
import io.precinct.core.watch.BoundaryGuard.Entry;
import io.precinct.core.watch.CrossingPlace;
import io.precinct.core.watch.RunningRequest;
import org.jspecify.annotations.Nullable;

/**
 * Asks the guards of boundaries whether the crossings of one request may begin, and tells them how each ended. One
 * object serves all crossings of the request, one after the other, so that a crossing allocates nothing. For one
 * thread.
 */
final class CrossingAdmission {
    private final RunningRequest running;
    private Entry entry = Entry.OUT;
    private boolean asked;
    private boolean exhausted;

    CrossingAdmission(RunningRequest running) {
        this.running = running;
    }

    /** Asks the guard of a boundary for a crossing. Returns the error to answer with, or null if it may begin. */
    @Nullable
    Reply refusal(Step step) {
        BoundaryGuard guard = step.guard;
        entry = guard.enter(running.room());
        asked = false;
        exhausted = false;
        return entry.admits() ? null : ErrorReplies.notAdmitted(step.name, entry, guard.retrySeconds());
    }

    /** The place of the request while it crosses this admitted step. */
    CrossingPlace place(Step step) {
        return entry == Entry.TRIAL ? step.trial : step.place;
    }

    /** Notes that the boundary is about to be called. */
    void asks() {
        asked = true;
    }

    /** Notes what the boundary threw. */
    void failed(Throwable thrown) {
        exhausted = thrown instanceof OutOfMemoryError;
    }

    /**
     * Tells the guard how an admitted crossing ended.
     *
     * @param before the body of the reply before the crossing
     * @param after the body of the reply after the crossing
     */
    void leave(Step step, Body before, Body after) {
        CrossingPlace place = place(step);
        if (after != before) {
            running.streams(after instanceof Body.Stream ? place : null);
        }
        step.guard.leave(entry, end(place));
    }

    private End end(CrossingPlace place) {
        if (running.isGivenUp()) {
            return running.wasGivenUpAt(place) ? End.REPORTED : End.INCONCLUSIVE;
        }
        if (!asked) {
            return End.INCONCLUSIVE; // the input did not match, or memory ran out before the call
        }
        return exhausted ? End.EXHAUSTED : End.WELL;
    }
}
