package io.precinct.cases.sync;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Refusal.Fault;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told about a case that it pushed or deleted: {@code {id, status, version, hash}} with the status
 * {@code applied}, {@code merged}, {@code skipped}, {@code conflict} or {@code rejected}, and further members.
 */
final class PushResult {
    private static final int MOST_FAULTS = 20;

    /** The member with the values that were dropped. */
    private static final String LOST = "lost";

    /** The {@code field} under which a whole case is listed as lost. */
    private static final String TASK = "task";

    /** The member with the notes and fields that were not taken because their text was redacted. */
    static final String REDACTED = "redacted";

    private PushResult() {}

    /** Returns the result of a case that both sides now have in this state. */
    static Map<String, @Nullable Object> of(String status, Archive.Kept state) {
        return Data.map("id", state.id(), "status", status, "version", state.version(), "hash", state.hash());
    }

    /** Returns the result of a case that is deleted. */
    static Map<String, @Nullable Object> deleted(String id, String status) {
        return Data.map("id", id, "status", status, "deleted", true);
    }

    /** Returns the result of a case that keeps its stored state, with a member that says why. */
    static Map<String, @Nullable Object> conflict(Archive.Kept state, String why, @Nullable Object value) {
        return with(of("conflict", state), why, value);
    }

    /** Returns the result of a case that keeps its stored state, because the merged one has these faults. */
    static Map<String, @Nullable Object> conflict(Archive.Kept state, List<Fault> faults) {
        return conflict(state, "errors", data(faults));
    }

    /** Returns the result of a case that cannot be taken. */
    static Map<String, @Nullable Object> rejected(@Nullable Object id, List<Fault> faults) {
        return Data.map("id", id, "status", "rejected", "errors", data(faults));
    }

    private static List<Map<String, @Nullable Object>> data(List<Fault> faults) {
        return faults.stream().limit(MOST_FAULTS).map(Fault::toData).toList();
    }

    /** Adds the dropped values to a result; none are listed as none. */
    static Map<String, @Nullable Object> withLost(Map<String, @Nullable Object> result, List<Merge.Lost> lost) {
        return with(result, LOST, lost.stream().map(Merge.Lost::toData).toList());
    }

    /** Adds to a result that the whole case, in this state, was dropped. */
    // @req:sync-lost
    static Map<String, @Nullable Object> withLostCase(
            Map<String, @Nullable Object> result, Map<String, @Nullable Object> state) {
        return withLost(result, List.of(new Merge.Lost(TASK, state)));
    }

    /** Returns the result with a further member. */
    static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> result, String name, @Nullable Object value) {
        return Data.mapBuilder().putAll(result).put(name, value).build();
    }
}
