package io.precinct.core.chain;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.envelope.Envelope;
import io.precinct.core.api.chain.Crossing;
import io.precinct.core.api.chain.Crossing.Status;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.envelope.Catalogue;
import io.precinct.core.watch.BoundaryGuard;
import io.precinct.core.watch.BoundaryGuard.End;
import io.precinct.core.watch.BoundaryGuard.Entry;
import io.precinct.core.watch.CrossingPlace;
import io.precinct.core.watch.RunningRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through its chain: runs the crossings in order and keeps what they hand on. One thread, one
 * run.
 */
public final class ChainRun extends PinnedRequest {
    private final RunningRequest running;
    private final ArrayList<Crossing> crossings;
    private Envelope envelope;
    private Reply reply;
    private @Nullable Object in;
    private String typeAddr = ChainEnvironment.ERROR_TYPE_ADDR;
    private @Nullable Denial denial;
    private boolean halted;
    private boolean committed;
    /** Whether the boundary of the crossing under way was called. */
    private boolean asked;

    /** Whether it failed for want of memory. */
    private boolean exhausted;

    private @Nullable Step step;
    private @Nullable BoundaryInput input;
    private long stepStart;
    private @Nullable String skipReason;
    private @Nullable Map<String, @Nullable Object> notes;

    /**
     * A request before its first crossing.
     *
     * @param chain pinned by the caller
     * @param start what the request brings
     * @param running as the watch sees it
     */
    public ChainRun(Chain chain, RunStart start, RunningRequest running) {
        super(chain, start);
        this.running = running;
        this.crossings = new ArrayList<>(chain.steps().size());
        this.reply = Reply.ok(start.params());
        this.in = start.params();
        this.envelope = requestStage();
    }

    /** Runs every crossing. */
    public Reply run() {
        for (Step next : chain.steps()) {
            if (running.isGivenUp()) {
                break;
            }
            if (halted && next.slot != Step.Slot.TAIL) {
                pass(next, "halted");
            } else {
                cross(next);
            }
        }
        return finished();
    }

    /** Runs the tail alone, on an error that came before any user slot. */
    public Reply runTail(Reply error) {
        reply = error;
        in = error.payload();
        halted = true;
        for (Step next : chain.steps()) {
            if (next.slot == Step.Slot.TAIL && !running.isGivenUp()) {
                cross(next);
            }
        }
        return finished();
    }

    private void cross(Step next) {
        step = next;
        skipReason = null;
        notes = null;
        stepStart = System.nanoTime();
        input = new BoundaryInput(
                envelope,
                chain.environment().catalogue().frameworkKeys(),
                this,
                next,
                reply.payload(),
                start.strict(),
                start.options().trace());
        Reply before = reply;
        Status status = next.guarded ? guarded(next) : outcome(next, next.place);
        long nanos = System.nanoTime() - stepStart;
        next.figures.crossed(nanos);
        crossings.add(over(next, status, nanos, before));
        in = crossings.getLast().out();
        step = null;
        input = null;
    }

    /** Runs one crossing within what its boundary may take. */
    private Status guarded(Step next) {
        BoundaryGuard guard = next.guard;
        Entry entry = guard.enter(running.room());
        if (!entry.admits()) {
            halt(ErrorReplies.notAdmitted(next.name, entry, guard.retrySeconds()));
            return Status.HALTED;
        }
        CrossingPlace place = entry == Entry.TRIAL ? next.trial : next.place;
        asked = false;
        exhausted = false;
        Body before = reply.body();
        try {
            return outcome(next, place);
        } finally {
            if (reply.body() != before) {
                running.streams(reply.body() instanceof Body.Stream ? place : null);
            }
            guard.leave(entry, end(place));
        }
    }

    private End end(CrossingPlace place) {
        if (running.isGivenUp()) {
            return running.wasGivenUpAt(place) ? End.TOLD : End.UNTOLD;
        }
        if (!asked) {
            return End.UNTOLD; // its input did not fit, or the memory was short before it was called
        }
        return exhausted ? End.EXHAUSTED : End.WELL;
    }

    /** Runs one crossing and takes its outcome over. */
    private Status outcome(Step next, CrossingPlace place) {
        running.at(place);
        if (running.isGivenUp()) {
            return Status.HALTED; // in the crossing before, whose boundary was told; this one is not asked any more
        }
        Outcome outcome;
        try {
            List<String> violations = violations(next);
            if (!violations.isEmpty()) {
                halt(ErrorReplies.inputShape(next.name, violations));
                return Status.HALTED;
            }
            asked = true;
            committed |= next.slot == Step.Slot.USER && start.unsafe();
            outcome = Objects.requireNonNull(
                    next.deployed.boundary().cross(input()), "a boundary answers with an outcome");
            if (outcome instanceof Reply stamped && !stamped.stamps().isEmpty()) {
                envelope = Catalogue.stamp(envelope, stamped.stamps());
            }
        } catch (Throwable e) {
            // Whatever a plug-in throws, errors of memory included, is the end of this request and of nothing else.
            next.figures.failed();
            exhausted = e instanceof OutOfMemoryError;
            if (!running.isGivenUp()) {
                halt(ErrorReplies.of(e, next.name));
            }
            return e instanceof io.precinct.api.boundary.BadInput ? Status.HALTED : Status.ERROR;
        }
        return skipReason != null ? Status.SKIPPED : take(next, outcome);
    }

    private List<String> violations(Step next) {
        return next.inputCheck == null ? List.of() : InputCheck.violations(next.inputCheck, input());
    }

    private BoundaryInput input() {
        return Objects.requireNonNull(input);
    }

    private Status take(Step next, Outcome outcome) {
        return switch (outcome) {
            case Denial refused
            when next.slot == Step.Slot.USER -> {
                denial = refused;
                reply = ErrorReplies.of(refused);
                typeAddr = ChainEnvironment.ERROR_TYPE_ADDR;
                yield Status.OK;
            }
            case Denial refused -> {
                halt(ErrorReplies.of(refused));
                yield Status.HALTED;
            }
            case Reply _ when next.kind == Kind.GATE -> Status.OK;
            case Reply handed -> checked(next, handed);
        };
    }

    private Status checked(Step next, Reply handed) {
        if (handed.body() != reply.body()
                && handed.body().size() > chain.bounds().answerBytes()) {
            halt(ErrorReplies.tooLarge(next.name, handed, chain.bounds().answerBytes(), committed));
            next.figures.failed();
            return Status.ERROR;
        }
        Reply clean = next.outputCheck == null ? handed : OutputCheck.cleared(handed);
        OutputDrift drift =
                OutputDrift.of(next, handed, clean, reply, chain, start.options().verify() != null);
        if (drift != null) {
            notes = drift.note(notes);
            if (chain.verifyOutput() == VerifyOutput.REFUSE) {
                halt(drift.refusal(committed, handed));
                return Status.ERROR;
            }
        }
        takeReply(next, clean);
        return Status.OK;
    }

    private void takeReply(Step next, Reply handed) {
        reply = next.slot == Step.Slot.TAIL || reply.headers().entries().isEmpty()
                ? handed
                : handed.headers(reply.headers().withAll(handed.headers()));
        if (next.kind == Kind.TERMINAL) {
            typeAddr = next.deployed.typeAddr();
        }
        denial = next.declaresOk && ErrorReplies.deniesAsData(handed.payload())
                ? ErrorReplies.fromData((Map<?, ?>) Objects.requireNonNull(handed.payload()))
                : null;
    }

    private void halt(Reply error) {
        halted = true;
        reply = error;
        typeAddr = ChainEnvironment.ERROR_TYPE_ADDR;
    }

    /** Records a step that a halted request does not cross. */
    private void pass(Step next, String reason) {
        crossings.add(crossing(next, Status.SKIPPED, reason, elapsedNanos(), 0, in, in, null));
    }

    private Crossing over(Step done, Status status, long nanos, Reply before) {
        Body body = reply.body();
        Object out = body.raw() ? descriptor(body, before) : body.payload();
        Body.Rendered rendered =
                body instanceof Body.Rendered r && !(before.body() instanceof Body.Rendered) ? r : null;
        return crossing(done, status, skipReason, stepStart - start.enteredNanos(), nanos, in, out, rendered);
    }

    /** The same object while the body stays the same, so that a seal digests it once. */
    private Object descriptor(Body body, Reply before) {
        boolean same = before.body() == body && before.status() == reply.status() && in != null;
        return same ? Objects.requireNonNull(in) : body.descriptor(reply.status());
    }

    private Crossing crossing(
            Step of,
            Status status,
            @Nullable String reason,
            long startNanos,
            long nanos,
            @Nullable Object before,
            @Nullable Object behind,
            Body.@Nullable Rendered rendered) {
        boolean traced = start.options().trace();
        return new Crossing(
                crossings.size(),
                of.name,
                of.slot.wireName(),
                of.kind.wireName(),
                status,
                reason,
                startNanos,
                nanos,
                traced && input != null ? List.copyOf(input.reads()) : List.of(),
                traced && before != behind && status != Status.SKIPPED ? WrittenKeys.of(before, behind) : List.of(),
                typeAddr,
                of.deployed.generation().bundle(),
                of.deployed.generation().version(),
                before,
                behind,
                rendered,
                notes == null ? Map.of() : notes);
    }

    /** The reply with what only the core knows: a body that nobody rendered, and the times behind the trace. */
    private Reply finished() {
        Reply last = MinimalRendering.rendered(reply);
        return start.options().trace()
                ? last.header("Server-Timing", ServerTiming.behindTrace(chain, crossings))
                : last;
    }

    /** Counts probed scenarios, from what the verify crossing noted. */
    public void countVerified() {
        for (Crossing crossing : crossings) {
            if (crossing.notes().get("verify") instanceof Map<?, ?> counts
                    && counts.get("passed") instanceof Number passed
                    && counts.get("failed") instanceof Number failed) {
                chain.figures().verified(passed.longValue(), failed.longValue());
            }
        }
    }

    @Override
    public Reply reply() {
        return reply;
    }

    @Override
    public @Nullable Denial denial() {
        return denial;
    }

    @Override
    public boolean halted() {
        return halted;
    }

    @Override
    public boolean committed() {
        return committed;
    }

    @Override
    public List<Crossing> crossings() {
        return java.util.Collections.unmodifiableList(crossings);
    }

    @Override
    public Crossing underWay() {
        Step now = Objects.requireNonNull(step, "a crossing is under way only while a boundary runs");
        long nanos = System.nanoTime() - stepStart;
        Object out = reply.payload();
        return crossing(now, Status.OK, null, stepStart - start.enteredNanos(), nanos, in, out, null);
    }

    @Override
    public void skip(String reason) {
        skipReason = reason;
    }

    @Override
    public void note(Map<String, @Nullable Object> members) {
        notes = members;
    }

    @Override
    public String typeAddr() {
        return typeAddr;
    }

    @Override
    public void typeAddr(String address) {
        typeAddr = address;
    }

    @Override
    public int seq() {
        return crossings.size();
    }
}
