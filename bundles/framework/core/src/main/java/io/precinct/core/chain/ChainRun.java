package io.precinct.core.chain;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.envelope.Envelope;
import io.precinct.api.envelope.Stage;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Crossing;
import io.precinct.core.api.chain.Crossing.Status;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.envelope.Catalogue;
import io.precinct.core.watch.CrossingPlace;
import io.precinct.core.watch.RunningRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs one request through its chain: runs the crossings in order and keeps the reply that each hands to the next. For
 * one thread and one run.
 */
public final class ChainRun implements ChainContext {
    final Chain chain;
    final RunStart start;
    private final RunningRequest running;
    private final CrossingAdmission admission;
    private final CrossingRecords records;
    private Envelope envelope;
    private Reply reply;
    private String typeAddr = ChainEnvironment.ERROR_TYPE_ADDR;
    private @Nullable Denial denial;
    private boolean halted;
    private boolean committed;
    private @Nullable String traceparent;

    /**
     * Prepares a request for its first crossing.
     *
     * @param chain pinned by the caller
     * @param start the input of the run
     * @param running the request as the watch sees it
     */
    public ChainRun(Chain chain, RunStart start, RunningRequest running) {
        this.chain = chain;
        this.start = start;
        this.running = running;
        this.admission = new CrossingAdmission(running);
        this.records = new CrossingRecords(start, chain.steps.size());
        this.reply = Reply.ok(start.params());
        this.envelope = requestStage();
    }

    /** The envelope of the first crossing. */
    private Envelope requestStage() {
        return chain.environment().catalogue().build(Stage.REQUEST, b -> {
            b.set("runtime", chain.environment().runtime())
                    .set("service", start.service())
                    .set("params", start.params())
                    .set("query", start.query())
                    .set("headers", start.headers())
                    .set("path", start.path())
                    .set("route", chain.routeData)
                    .set("context", this)
                    .set("args", start.params());
            if (start.adapter() != null) {
                b.set("adapter", start.adapter());
            }
            if (start.caller().identity() != null) {
                b.set("identity", start.caller().identity());
            }
        });
    }

    /** Runs the crossings before the tail. After a crossing that halts the request, the others are only recorded. */
    public void cross() {
        for (Step next : chain.steps) {
            if (running.isGivenUp() || next.slot == Step.Slot.TAIL) {
                break;
            }
            if (halted) {
                records.pass(next, "halted", typeAddr);
            } else {
                cross(next);
            }
        }
    }

    /** Sets an error that occurred before any user slot as the reply; called instead of {@link #cross()}. */
    public void refuse(Reply error) {
        reply = error;
        records.hands(error.payload());
        halted = true;
    }

    /**
     * Runs the tail and returns the last reply. The core renders the body if no formatter did, and adds the times of
     * crossings to a traced request.
     */
    public Reply tail() {
        for (Step next : chain.steps) {
            if (next.slot == Step.Slot.TAIL && !running.isGivenUp()) {
                cross(next);
            }
        }
        Reply last = MinimalRendering.rendered(reply);
        return start.options().trace()
                ? last.header("Server-Timing", ServerTiming.behindTrace(chain, records.all()))
                : last;
    }

    private void cross(Step next) {
        records.begin(next, new BoundaryInput(envelope, this, next, reply.payload()));
        Reply before = reply;
        Status status = next.guarded ? guarded(next) : outcome(next, next.place);
        long nanos = records.nanos();
        next.figures.crossed(nanos);
        records.end(status, nanos, before, reply, typeAddr);
    }

    /** Runs one crossing if the guard of its boundary admits it. */
    private Status guarded(Step next) {
        Reply refusal = admission.refusal(next);
        if (refusal != null) {
            halt(refusal);
            return Status.HALTED;
        }
        Body before = reply.body();
        try {
            return outcome(next, admission.place(next));
        } finally {
            admission.leave(next, before, reply.body());
        }
    }

    /** Runs one crossing and applies its outcome. */
    private Status outcome(Step next, CrossingPlace place) {
        running.at(place);
        if (running.isGivenUp()) {
            return Status.HALTED; // given up in the previous crossing: this boundary is not called
        }
        Outcome outcome;
        try {
            List<String> violations = violations(next);
            if (!violations.isEmpty()) {
                halt(ErrorReplies.inputShape(next.name, violations));
                return Status.HALTED;
            }
            admission.asks();
            committed |= next.slot == Step.Slot.USER && start.unsafe();
            outcome = Objects.requireNonNull(
                    next.deployed.boundary().cross(records.input()), "a boundary answers with an outcome");
            if (outcome instanceof Reply stamped && !stamped.stamps().isEmpty()) {
                envelope = Catalogue.stamp(envelope, stamped.stamps());
            }
        } catch (Throwable e) {
            // Whatever a plug-in throws, including an OutOfMemoryError, ends this request and nothing else.
            next.figures.failed();
            admission.failed(e);
            if (!running.isGivenUp()) {
                halt(ErrorReplies.of(e, next.name));
            }
            return e instanceof BadInput ? Status.HALTED : Status.ERROR;
        }
        return records.skipReason != null ? Status.SKIPPED : take(next, outcome);
    }

    private List<String> violations(Step next) {
        return next.inputCheck == null ? List.of() : InputCheck.violations(next.inputCheck, records.input());
    }

    private Status take(Step next, Outcome outcome) {
        return switch (outcome) {
            case Denial refused
            when next.slot == Step.Slot.USER -> {
                denial = OutputCheck.cleared(refused);
                reply = ErrorReplies.of(denial);
                typeAddr = ChainEnvironment.ERROR_TYPE_ADDR;
                yield Status.OK;
            }
            case Denial refused -> {
                halt(ErrorReplies.of(next.slot == Step.Slot.TAIL ? refused : OutputCheck.cleared(refused)));
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
        Reply clean = next.outputCheck == null ? handed : OutputCheck.cleared(reply, handed);
        OutputDrift drift = OutputDrift.of(
                next, handed, clean, reply, chain, start.options().verify() != null);
        if (drift != null) {
            records.notes = drift.note(records.notes);
            if (chain.verifyOutput == VerifyOutput.REFUSE) {
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
                : handed.headers(OutputCheck.withoutReserved(
                                reply.headers(), handed.body().raw())
                        .withAll(handed.headers()));
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

    /** Counts the probed scenarios from the notes of the verify crossing. */
    public void countVerified() {
        for (Crossing crossing : records.all()) {
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
        return records.all();
    }

    @Override
    public Crossing underWay() {
        return records.underWay(reply.payload(), typeAddr);
    }

    @Override
    public void skip(String reason) {
        records.inTail();
        records.skipReason = reason;
    }

    @Override
    public void note(Map<String, @Nullable Object> members) {
        records.inTail();
        records.notes = members;
    }

    @Override
    public String typeAddr() {
        return typeAddr;
    }

    @Override
    public void typeAddr(String address) {
        records.inTail();
        typeAddr = address;
    }

    @Override
    public int seq() {
        return records.count();
    }

    @Override
    public RequestOptions options() {
        return start.options();
    }

    @Override
    public String method() {
        return start.method();
    }

    @Override
    public @Nullable RouteInfo route() {
        return chain.route();
    }

    @Override
    public Caller caller() {
        return start.caller();
    }

    @Override
    public Configuration configuration() {
        return chain.environment().configuration();
    }

    @Override
    public String errorTypeAddr() {
        return ChainEnvironment.ERROR_TYPE_ADDR;
    }

    @Override
    public List<Scenario> scenarios() {
        RouteInfo route = chain.route();
        return route == null ? List.of() : ScenarioResolution.of(chain.environment(), route.name());
    }

    @Override
    public Formatters formatters() {
        return chain.environment().formatters();
    }

    @Override
    public long elapsedNanos() {
        return System.nanoTime() - start.enteredNanos();
    }

    @Override
    public String traceparent() {
        if (traceparent == null) {
            traceparent = TraceParent.of(start.headers().get("traceparent"));
        }
        return traceparent;
    }

    @Override
    public long enteredNanos() {
        return start.enteredNanos();
    }
}
