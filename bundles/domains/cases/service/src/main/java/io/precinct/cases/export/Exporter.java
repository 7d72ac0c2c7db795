package io.precinct.cases.export;

import io.precinct.cases.CaseServices;
import io.precinct.cases.api.CaseChecklists;
import io.precinct.cases.record.CaseContext;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.CaseWithNotes;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.Relations;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes artifacts, one at a time per case across all processes, so that an older state never replaces a newer one.
 */
final class Exporter {
    private static final String PLAIN = "INSERT INTO cases.export_artifact AS a (task_id, highest) VALUES (?, ?)"
            + " ON CONFLICT (task_id) DO UPDATE SET highest = greatest(a.highest, excluded.highest) RETURNING ?::bigint";

    private static final String BUMPED =
            "INSERT INTO cases.export_artifact AS a (task_id, highest) VALUES (?, ?::bigint + 1)"
                    + " ON CONFLICT (task_id) DO UPDATE SET highest = greatest(a.highest, ?::bigint) + 1 RETURNING highest";

    private static final String COUNT =
            "INSERT INTO cases.export_day AS d (day, reason, exports, failures, last_at) VALUES (?, ?, ?, ?, ?)"
                    + " ON CONFLICT (day, reason) DO UPDATE SET exports = d.exports + excluded.exports,"
                    + " failures = d.failures + excluded.failures, last_at = greatest(d.last_at, excluded.last_at)";

    private final CaseServices services;
    private final ExportSettings settings;

    Exporter(CaseServices services, ExportSettings settings) {
        this.services = services;
        this.settings = settings;
    }

    /** A case together with the artifact that was written for it. */
    record Exported(CaseWithNotes withNotes, Artifact artifact) {}

    /** Returns the checklists of a case in the form that an artifact contains. */
    static List<Map<String, @Nullable Object>> checklists(CaseChecklists checklists, String id) {
        return ListMembers.RESOURCE.views(checklists.of(id));
    }

    /**
     * Writes a case in the caller's transaction and updates its highest exported version there.
     *
     * @param lists the result of {@link #checklists}; read before the transaction, which already holds a connection
     * @return null if there is no such case
     * @throws UncheckedIOException if the artifact cannot be written
     */
    @Nullable
    Exported export(
            Transaction transaction, String id, List<Map<String, @Nullable Object>> lists, Reason reason, String by) {
        transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 12))", id);
        CaseWithNotes withNotes = CaseStore.findWhole(transaction, List.of(id)).get(id);
        if (withNotes == null) {
            return null;
        }
        long own = withNotes.task().version();
        long version = transaction
                .select(reason == Reason.VERSION ? BUMPED : PLAIN, id, own, own)
                .mapTo(Long.class)
                .one();
        String node = services.lists().texts(transaction, List.of(id)).get(id);
        CaseContext context = new CaseContext(Relations.of(transaction, id), node);
        Artifact artifact = Artifact.of(withNotes, lists, context, reason, by, version);
        try {
            artifact.writeTo(settings.ingest());
        } catch (IOException e) {
            throw new UncheckedIOException(artifact.fileName() + " cannot be written to the ingest folder: " + e, e);
        }
        return new Exported(withNotes, artifact);
    }

    /** Adds exports and failures to the counts of the current UTC day. */
    static void count(Transaction transaction, Reason reason, int exports, int failures) {
        Instant now = Timestamps.now();
        transaction.execute(
                COUNT,
                now.atOffset(ZoneOffset.UTC).toLocalDate(),
                reason.wireName(),
                (long) exports,
                (long) failures,
                exports == 0 ? null : now);
    }
}
