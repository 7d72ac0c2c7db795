package io.precinct.core.chain;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.chain.Crossing;
import io.precinct.core.api.chain.Crossing.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Records the crossings of one request for its trace and its seal, including the one under way. For one thread. */
final class CrossingRecords {
    private static final Pattern GIT_ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final RunStart start;
    private final ArrayList<Crossing> done;
    private @Nullable Object in;
    private @Nullable Step step;
    private @Nullable BoundaryInput input;
    private long stepStart;

    /** Why the boundary of the crossing under way did nothing, or null. */
    @Nullable
    String skipReason;

    /** Further members of the trace entry of the crossing under way, or null. */
    @Nullable
    Map<String, @Nullable Object> notes;

    /**
     * Starts without crossings.
     *
     * @param steps the number of steps of the chain
     */
    CrossingRecords(RunStart start, int steps) {
        this.start = start;
        this.done = new ArrayList<>(steps);
        this.in = start.params();
    }

    /** Sets the payload that the next crossing receives, in place of the payload that the previous one returned. */
    void hands(@Nullable Object payload) {
        in = payload;
    }

    /** Begins a crossing and its time; its boundary reads this input. */
    void begin(Step next, BoundaryInput reads) {
        step = next;
        input = reads;
        skipReason = null;
        notes = null;
        stepStart = System.nanoTime();
    }

    BoundaryInput input() {
        return Objects.requireNonNull(input);
    }

    /** Nanoseconds since the crossing under way began. */
    long nanos() {
        return System.nanoTime() - stepStart;
    }

    /** Records the end of the crossing under way. */
    void end(Status status, long nanos, Reply before, Reply after, String typeAddr) {
        Body body = after.body();
        Object out = body.raw() ? descriptor(after, before) : body.payload();
        Body.Rendered rendered =
                body instanceof Body.Rendered r && !(before.body() instanceof Body.Rendered) ? r : null;
        done.add(crossing(
                current(), status, skipReason, stepStart - start.enteredNanos(), nanos, out, rendered, typeAddr));
        in = done.getLast().out();
        step = null;
        input = null;
    }

    /**
     * The descriptor of a raw body: the same object as long as the body stays the same, so that a seal digests it once.
     */
    private Object descriptor(Reply after, Reply before) {
        boolean same = before.body() == after.body() && before.status() == after.status() && in != null;
        return same ? Objects.requireNonNull(in) : committed(after.body().descriptor(after.status()));
    }

    /**
     * The descriptor without a {@code blob_id} that is not the id of a git blob: only such an id can be checked against
     * the bytes, so a seal commits to no other.
     */
    private static Map<String, @Nullable Object> committed(Map<String, @Nullable Object> descriptor) {
        if (!(descriptor.get("blob_id") instanceof String id)
                || GIT_ID.matcher(id).matches()) {
            return descriptor;
        }
        MapBuilder kept = Data.mapBuilder();
        descriptor.forEach((name, value) -> kept.put(name, name.equals("blob_id") ? null : value));
        return kept.build();
    }

    /** Records a step that a halted request does not cross. */
    void pass(Step next, String reason, String typeAddr) {
        notes = null; // they belong to the previous crossing
        long since = System.nanoTime() - start.enteredNanos();
        done.add(crossing(next, Status.SKIPPED, reason, since, 0, in, null, typeAddr));
    }

    /** The record of the crossing under way, as far as it has got. */
    Crossing underWay(@Nullable Object out, String typeAddr) {
        Step now = current();
        return crossing(now, Status.OK, null, stepStart - start.enteredNanos(), nanos(), out, null, typeAddr);
    }

    /**
     * Checks that the crossing under way may write into the records of the trace and the seal.
     *
     * @throws IllegalStateException outside of the tail, so that boundaries of plug-ins cannot forge the records
     */
    void inTail() {
        if (current().slot != Step.Slot.TAIL) {
            throw new IllegalStateException("only the tail of a chain writes what its traces and seals say; "
                    + current().name + " is not part of it");
        }
    }

    private Step current() {
        return Objects.requireNonNull(step, "a crossing is under way only while a boundary runs");
    }

    private Crossing crossing(
            Step of,
            Status status,
            @Nullable String reason,
            long startNanos,
            long nanos,
            @Nullable Object out,
            Body.@Nullable Rendered rendered,
            String typeAddr) {
        boolean traced = start.options().trace();
        return new Crossing(
                done.size(),
                of.name,
                of.slot.wireName(),
                of.kind.wireName(),
                status,
                reason,
                startNanos,
                nanos,
                traced && input != null ? List.copyOf(input.reads()) : List.of(),
                traced && in != out && status != Status.SKIPPED ? WrittenKeys.of(in, out) : List.of(),
                typeAddr,
                of.deployed.generation().bundle(),
                of.deployed.generation().version(),
                in,
                out,
                rendered,
                notes == null ? Map.of() : notes);
    }

    /** The crossings that have ended, in order; the list grows as the request proceeds. */
    List<Crossing> all() {
        return Collections.unmodifiableList(done);
    }

    /** The number of crossings that have ended. */
    int count() {
        return done.size();
    }
}
