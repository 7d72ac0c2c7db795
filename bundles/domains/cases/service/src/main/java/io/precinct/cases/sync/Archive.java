package io.precinct.cases.sync;

import io.precinct.api.data.Json;
import io.precinct.cases.record.StatementBatch;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.StoredJson;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The data that sync stores besides the cases: shared states, hashes, tombstones, arrivals.
 *
 * @param transaction the transaction to read in
 */
record Archive(Transaction transaction) {
    private static final String KEEP = "INSERT INTO cases.revision AS r (task_id, hash, content)"
            + " SELECT * FROM unnest(?::text[], ?::text[], ?::text[])"
            + " ON CONFLICT (task_id, hash) DO UPDATE SET synced_at = now()"
            + " WHERE r.synced_at < now() - interval '1 day'";

    private static final String REMEMBER = "INSERT INTO cases.fingerprint AS f (task_id, expand, version, hash)"
            + " SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[])"
            + " ON CONFLICT (task_id, expand) DO UPDATE SET version = excluded.version, hash = excluded.hash"
            + " WHERE f.version <= excluded.version";

    private static final String ARRIVE = "INSERT INTO cases.arrival (task_id, hash, arrived_at)"
            + " SELECT id, hash, ? FROM unnest(?::text[], ?::text[]) AS k (id, hash)"
            + " ON CONFLICT (task_id, hash) DO NOTHING";

    private static final String RECORD_DELETION =
            "INSERT INTO cases.tombstone AS t (task_id, deleted_at, claimed_at) VALUES (?, ?, ?)"
                    + " ON CONFLICT (task_id) DO UPDATE"
                    + " SET deleted_at = excluded.deleted_at, claimed_at = excluded.claimed_at";

    private static final String KEYS = " FROM unnest(?::text[], ?::text[]) AS k (id, hash)";

    private static final String KNOWN =
            "SELECT task_id, deleted_at, claimed_at FROM cases.tombstone WHERE task_id = ANY (?);\n"
                    + "SELECT r.task_id, r.hash, r.content" + KEYS
                    + " JOIN cases.revision r ON r.task_id = k.id AND r.hash = k.hash;\n"
                    + "SELECT a.task_id, a.hash, a.arrived_at" + KEYS
                    + " JOIN cases.arrival a ON a.task_id = k.id AND a.hash = k.hash;\n"
                    + "SELECT id, version FROM cases.departure WHERE id = ANY (?)";

    /** Identifies a state of a case. */
    record Key(String id, String hash) {}

    /** A state that both sides have. A list contains at most one per case. */
    record Kept(String id, long version, Expansion expansion, String hash, Map<String, @Nullable Object> state) {}

    /**
     * A deletion.
     *
     * @param at when the deletion counts as done
     * @param claimedAt the time of the deletion by the clock of the client that pushed it, or null
     */
    record Deletion(Instant at, @Nullable Instant claimedAt) {}

    /**
     * Stored data about some cases.
     *
     * @param deletions the deletions by case id, also for cases that were created again
     * @param revisions states that both sides had, as JSON
     * @param arrivals when each pushed state was first pushed
     * @param lastVersions the last versions of deleted cases by id, also of cases that were created again
     */
    record Known(
            Map<String, Deletion> deletions,
            Map<Key, String> revisions,
            Map<Key, Instant> arrivals,
            Map<String, Long> lastVersions) {
        Known {
            lastVersions = Map.copyOf(lastVersions);
            deletions = Map.copyOf(deletions);
            revisions = Map.copyOf(revisions);
            arrivals = Map.copyOf(arrivals);
        }

        /** Returns a state that both sides had, or null if it is no longer stored. */
        @Nullable
        Map<String, @Nullable Object> revision(String id, @Nullable String hash) {
            String content = hash == null ? null : revisions.get(new Key(id, hash));
            return content == null ? null : StoredJson.map(content);
        }
    }

    /** Reads the stored data for these cases, states and pushed states, in one round trip. */
    Known known(Collection<String> ids, List<Key> revisions, List<Key> arrivals) {
        List<Object> arguments = List.of(
                ids.toArray(String[]::new),
                column(revisions, Key::id),
                column(revisions, Key::hash),
                column(arrivals, Key::id),
                column(arrivals, Key::hash),
                ids.toArray(String[]::new));
        return StatementBatch.read(transaction, KNOWN, arguments, results -> {
            var deletions = new HashMap<String, Deletion>();
            results.rows(row -> deletions.put(
                    row.getString(1), new Deletion(Timestamps.required(row, 2), Timestamps.read(row, 3))));
            results.next();
            var contents = new HashMap<Key, String>();
            results.rows(row -> contents.put(new Key(row.getString(1), row.getString(2)), row.getString(3)));
            results.next();
            var times = new HashMap<Key, Instant>();
            results.rows(row -> times.put(new Key(row.getString(1), row.getString(2)), Timestamps.required(row, 3)));
            results.next();
            var versions = new HashMap<String, Long>();
            results.rows(row -> versions.put(row.getString(1), row.getLong(2)));
            return new Known(deletions, contents, times, versions);
        });
    }

    private static <T> String[] column(List<T> rows, Function<T, String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    /** Stores states that both sides have now. */
    static void keep(StatementBatch batch, List<Kept> states) {
        if (!states.isEmpty()) {
            batch.add(
                    KEEP,
                    column(states, Kept::id),
                    column(states, Kept::hash),
                    column(states, kept -> Json.compact(kept.state)));
        }
    }

    /** Stores the hashes of versions. */
    static void remember(StatementBatch batch, List<Kept> states) {
        if (!states.isEmpty()) {
            batch.add(
                    REMEMBER,
                    column(states, Kept::id),
                    column(states, kept -> kept.expansion.key()),
                    states.stream().map(Kept::version).toArray(Long[]::new),
                    column(states, Kept::hash));
        }
    }

    /** Stores the time at which these states were first pushed, unless it is stored already. */
    static void arrive(StatementBatch batch, List<Key> pushed, Instant at) {
        if (!pushed.isEmpty()) {
            batch.add(ARRIVE, at, column(pushed, Key::id), column(pushed, Key::hash));
        }
    }

    /** Stores when a case was deleted. */
    void recordDeletion(String id, Instant deletedAt, Instant claimedAt) {
        transaction.execute(RECORD_DELETION, id, deletedAt, claimedAt);
    }

    /** Returns the deletion times of the given cases that are deleted. */
    Map<String, Instant> tombstones(Collection<String> ids) {
        return transaction
                .createQuery("SELECT b.task_id, b.deleted_at FROM cases.tombstone b WHERE b.task_id = ANY (?)"
                        + " AND NOT EXISTS (SELECT 1 FROM cases.task t WHERE t.id = b.task_id)")
                .bindArray(0, String.class, ids)
                .map((row, _) -> Map.entry(row.getString(1), Timestamps.required(row, 2)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }
}
