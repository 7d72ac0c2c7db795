package io.precinct.cases.lifecycle;

import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.EventType;
import io.precinct.cases.record.Mutation;
import io.precinct.cases.record.Note;
import io.precinct.cases.record.OpenCase;
import io.precinct.cases.record.OpenWork;
import io.precinct.cases.stack.Stacks;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Moves a case through its lifecycle and updates the stacks. */
public final class CaseMoves {
    private CaseMoves() {}

    /** A case after a move, with the stacks after the move. */
    public record Moved(OpenCase open, Stacks stacks) {}

    /** A completed case with what is still open in it. */
    public record Closed(OpenCase open, OpenWork work) {}

    /**
     * Starts a case: makes it active and puts it on top of the actor's stack. Does nothing if it is active and on top
     * already.
     *
     * @param precondition checks the open case before anything changes
     */
    public static Moved start(Mutation mutation, String id, Consumer<OpenCase> precondition) {
        Stacks stacks = Stacks.own(mutation);
        stacks.openWithTop(List.of(id));
        OpenCase open = mutation.open(id);
        precondition.accept(open);
        Transition.START.check(open);
        if (!(open.status() == CaseStatus.ACTIVE && id.equals(stacks.top()))) {
            Transition.START.apply(open, null);
            stacks.push(open);
            stacks.tell("start");
        }
        return new Moved(open, stacks);
    }

    /**
     * Completes a case. If it is completed already, nothing changes, except that it may still get its resolution.
     *
     * @param precondition checks the open case before anything changes
     * @throws Refusal 409 {@code still_open} if the configuration demands that something be done first
     */
    public static Closed close(
            CaseServices services, Mutation mutation, String id, String resolution, Consumer<OpenCase> precondition) {
        Stacks stacks = Stacks.holding(mutation, List.of(id));
        OpenCase open = mutation.open(id);
        precondition.accept(open);
        if (Transition.CLOSE.done(open)) {
            resolve(open, resolution);
            return new Closed(open, services.openWork(mutation, id));
        }
        Transition.CLOSE.check(open);
        OpenWork work = services.mayClose(mutation, id);
        Transition.CLOSE.apply(open, resolution);
        left(Transition.CLOSE, open, stacks);
        return new Closed(open, work);
    }

    /**
     * Moves a case. If it is in the target state already, nothing changes.
     *
     * @param transition any but {@link Transition#CLOSE}
     * @param precondition checks the open case before anything changes
     */
    public static Moved move(Mutation mutation, Transition transition, String id, Consumer<OpenCase> precondition) {
        Stacks stacks = transition.leavesStacks() ? Stacks.holding(mutation, List.of(id)) : Stacks.own(mutation);
        OpenCase open = mutation.open(id);
        precondition.accept(open);
        if (!transition.done(open)) {
            transition.check(open);
            transition.apply(open, null);
            left(transition, open, stacks);
        }
        return new Moved(open, stacks);
    }

    /**
     * Handles a resolution for a case that is completed already: adds it if the case has none, and otherwise refuses
     * one that differs.
     *
     * @throws Refusal 409 {@code already_closed} with the stored {@code resolution}, if it differs from the given one
     */
    // @req:case-close-twice
    public static void resolve(OpenCase open, String resolution) {
        String stored = null;
        for (Note note : open.notes()) {
            if (note.eventType().equals(EventType.CLOSED.wireName())) {
                stored = note.content();
            } else if (note.eventType().equals(EventType.RESUMED.wireName())) {
                stored = null;
            }
        }
        if (stored == null || stored.equals(Transition.CLOSE.said())) {
            Transition.CLOSE.apply(open, resolution);
        } else if (!stored.equals(resolution)) {
            throw Refusal.of(
                    409,
                    "already_closed",
                    open.id() + " is completed with another resolution; restart it, or add a note",
                    "id",
                    open.id(),
                    "resolution",
                    stored);
        }
    }

    /** Removes a moved case from the stacks if the transition leaves them. */
    public static void left(Transition transition, OpenCase open, Stacks stacks) {
        if (transition.leavesStacks()) {
            stacks.remove(List.of(open.id()));
            stacks.tell(transition.operation());
        }
    }

    /** Puts a new, active case on top of the actor's stack; returns the case that it interrupts, or null. */
    public static @Nullable OpenCase interrupt(OpenCase fresh, Stacks stacks) {
        fresh.note(EventType.CASE_CREATED, "Case created");
        OpenCase interrupted = stacks.push(fresh);
        stacks.tell("interrupt");
        return interrupted;
    }
}
