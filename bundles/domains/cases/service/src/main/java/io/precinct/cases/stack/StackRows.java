package io.precinct.cases.stack;

import io.precinct.cases.record.StatementBatch;
import io.precinct.postgres.api.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and locks rows of {@code cases.stack}. */
final class StackRows {
    private static final String TOP =
            "SELECT task_id FROM cases.stack WHERE principal = ? ORDER BY position DESC LIMIT 1";

    private static final String HOLDERS = "SELECT DISTINCT principal FROM cases.stack WHERE task_id = ANY (?)";

    /**
     * Runs in one round trip; each statement sees everything committed before the previous statement got its locks.
     */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(key) FROM unnest(?::bigint[]) AS key;\n"
            + "SELECT principal, task_id FROM cases.stack WHERE principal = ANY (?) ORDER BY principal, position DESC;\n"
            + HOLDERS;

    private StackRows() {}

    /** Locked stacks by principal, top first; and the principals whose stacks contain the given cases now. */
    record Locked(Map<String, List<String>> stacks, Set<String> holders) {}

    static @Nullable String top(Transaction transaction, String principal) {
        return transaction.select(TOP, principal).mapTo(String.class).findOne().orElse(null);
    }

    static Set<String> holders(Transaction transaction, Collection<String> ids) {
        return ids.isEmpty()
                ? Set.of()
                : transaction
                        .createQuery(HOLDERS)
                        .bindArray(0, String.class, ids)
                        .mapTo(String.class)
                        .set();
    }

    static Locked lock(Transaction transaction, Set<String> principals, Collection<String> ids) {
        Long[] keys =
                principals.stream().map(StackRows::key).distinct().sorted().toArray(Long[]::new);
        List<Object> arguments = List.of(keys, principals.toArray(String[]::new), ids.toArray(String[]::new));
        return StatementBatch.read(transaction, LOCK, arguments, results -> {
            results.next();
            var stacks = new HashMap<String, List<String>>();
            results.rows(row -> stacks.computeIfAbsent(row.getString(1), _ -> new ArrayList<>())
                    .add(row.getString(2)));
            results.next();
            return new Locked(stacks, Set.copyOf(results.rows(row -> row.getString(1))));
        });
    }

    /** Returns the key of the advisory lock for a principal's stack; it is the same on every node. */
    private static long key(String principal) {
        return UUID.nameUUIDFromBytes(("precinct stack\n" + principal).getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }
}
