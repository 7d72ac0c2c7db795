package io.precinct.cases.record;

import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cases that cannot be done before others: no case waits for itself. */
// @req:link-blocks
public final class Blocks {
    /** Holds for a case {@code t} that waits for one which is not done. */
    public static final String BLOCKED = "EXISTS (SELECT FROM cases.relation r JOIN cases.task b ON b.id = r.from_id"
            + " WHERE r.to_id = t.id AND r.type = 'blocks' AND b.status IN ('parked', 'active'))";

    /** Two transactions could each write one half of a circle, neither of which sees the other. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('cases.relation blocks', 13))";

    /** Every step once, from a case on; the nearest first. */
    private static final String STEPS = "WITH RECURSIVE step (id, via) AS (SELECT ?::text, NULL::text UNION"
            + " SELECT r.to_id, r.from_id FROM step s JOIN cases.relation r ON r.from_id = s.id AND r.type = 'blocks')"
            + " SELECT id, via FROM step";

    private Blocks() {}

    private record Step(String id, @Nullable String via) {}

    /**
     * Checks that a case may come to block another; until the transaction ends no other does.
     *
     * @throws Refusal 409 {@code circular} with the {@code path} of ids, from the blocker back to itself, if the other
     *     blocks it already, perhaps by way of further cases
     */
    public static void check(Transaction transaction, String blocker, String blocked) {
        transaction.execute(LOCK);
        Map<String, String> via = new HashMap<>();
        for (Step step : transaction
                .select(STEPS, blocked)
                .map((row, _) -> new Step(row.getString(1), row.getString(2)))
                .list()) {
            if (step.via != null && !step.id.equals(blocked)) {
                via.putIfAbsent(step.id, step.via);
            }
        }
        if (!via.containsKey(blocker)) {
            return;
        }
        List<String> path = new ArrayList<>(List.of(blocker));
        for (String id = via.get(blocker); id != null; id = via.get(id)) {
            path.addFirst(id);
        }
        path.addFirst(blocker);
        throw Refusal.of(
                409, "circular", blocked + " blocks " + blocker + " already: " + String.join(", ", path), "path", path);
    }
}
