package io.precinct.cases.sync;

import io.precinct.api.data.Json;
import io.precinct.cases.record.StatementBatch;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.StoredJson;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What sync reads and keeps beside the cases: states that both sides had, hashes, tombstones.
 *
 * @param transaction the one to read in
 */
record Archive(Transaction transaction) {
    private static final String KEEP = "INSERT INTO cases.revision AS r (task_id, hash, content) VALUES (?, ?, ?)"
            + " ON CONFLICT (task_id, hash) DO UPDATE SET synced_at = now()"
            + " WHERE r.synced_at < now() - interval '1 day'";

    private static final String REMEMBER =
            "INSERT INTO cases.fingerprint AS f (task_id, version, hash) VALUES (?, ?, ?)"
                    + " ON CONFLICT (task_id) DO UPDATE SET version = excluded.version, hash = excluded.hash"
                    + " WHERE f.version <= excluded.version";

    private static final String RECORD_DELETION = "INSERT INTO cases.tombstone AS t (task_id, deleted_at) VALUES (?, ?)"
            + " ON CONFLICT (task_id) DO UPDATE SET deleted_at = excluded.deleted_at";

    /** A state that both sides had, or null if it is not known any more. */
    @Nullable
    Map<String, @Nullable Object> revision(String id, String hash) {
        return transaction
                .select("SELECT content FROM cases.revision WHERE task_id = ? AND hash = ?", id, hash)
                .mapTo(String.class)
                .findOne()
                .map(StoredJson::map)
                .orElse(null);
    }

    /** Keeps a state that both sides have now. */
    static void keep(StatementBatch batch, String id, String hash, Map<String, @Nullable Object> state) {
        batch.add(KEEP, id, hash, Json.compact(state));
    }

    /** Remembers the hash of a version. */
    static void remember(StatementBatch batch, String id, long version, String hash) {
        batch.add(REMEMBER, id, version, hash);
    }

    /** Says when a case was deleted. */
    void recordDeletion(String id, Instant deletedAt) {
        transaction.execute(RECORD_DELETION, id, deletedAt);
    }

    /** When those of these cases that are not there were deleted. */
    Map<String, Instant> tombstones(Collection<String> ids) {
        return transaction
                .createQuery("SELECT b.task_id, b.deleted_at FROM cases.tombstone b WHERE b.task_id = ANY (?)"
                        + " AND NOT EXISTS (SELECT 1 FROM cases.task t WHERE t.id = b.task_id)")
                .bindArray(0, String.class, ids)
                .map((row, _) -> Map.entry(row.getString(1), Timestamps.required(row, 2)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }
}
