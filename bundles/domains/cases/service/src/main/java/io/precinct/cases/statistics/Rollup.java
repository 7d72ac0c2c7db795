package io.precinct.cases.statistics;

import io.precinct.cases.CaseServices;
import io.precinct.cases.background.BackgroundWork;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Adds the recorded changes of the statistics to the counts, so that readers have few changes to add. Only one process
 * does this at a time; other processes, and other versions of this bundle, skip it.
 */
@Component(service = Rollup.class, immediate = true)
public final class Rollup {
    /** A mutation that changes counts appends one or two rows; a reader sums this many rows in about a millisecond. */
    private static final int AT_ONCE = 20_000;

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final String ROLL_UP = """
            WITH taken AS (
                DELETE FROM cases.tally_delta d
                WHERE d.id IN (SELECT id FROM cases.tally_delta ORDER BY id LIMIT ?)
                RETURNING d.*
            ), counted AS (
                SELECT k.dimension, k.value, sum(taken.n) AS n
                FROM taken
                CROSS JOIN LATERAL (VALUES
                    ('total', ''),
                    ('status', taken.status),
                    ('type', coalesce(taken.case_type, 'none')),
                    ('detective', coalesce(taken.detective, 'unassigned')),
                    ('urgency', taken.urgency_level),
                    ('due', CASE WHEN taken.status IN ('parked', 'active') THEN to_char(taken.due_date, 'YYYY-MM-DD') END)
                ) AS k (dimension, value)
                WHERE k.value IS NOT NULL
                GROUP BY k.dimension, k.value
                HAVING sum(taken.n) <> 0
            ), added AS (
                INSERT INTO cases.tally AS t (dimension, value, n) SELECT dimension, value, n FROM counted
                ON CONFLICT (dimension, value) DO UPDATE SET n = t.n + excluded.n
            )
            SELECT count(*) FROM taken
            """;

    private final Database database;
    private final BackgroundWork background;

    /** Starts to roll up in this database until it is closed. */
    @Activate
    public Rollup(@Reference CaseServices services) {
        database = services.database();
        background = BackgroundWork.every(INTERVAL, "precinct-case-statistics", this::once);
    }

    /** Rolls up all pending changes. */
    void once() {
        while (database.write(Rollup::some) == AT_ONCE) {
            // more changes remain
        }
    }

    private static long some(Transaction transaction) {
        if (!isTrue(transaction, "SELECT pg_try_advisory_xact_lock(hashtext('cases.tally'))")
                || !isTrue(transaction, "SELECT EXISTS (SELECT 1 FROM cases.tally_delta)")) {
            return 0;
        }
        long taken = transaction.select(ROLL_UP, AT_ONCE).mapTo(Long.class).one();
        transaction.execute("DELETE FROM cases.tally WHERE n = 0");
        return taken;
    }

    private static boolean isTrue(Transaction transaction, String question) {
        return transaction.select(question).mapTo(Boolean.class).one();
    }

    /** Stops after the current rollup. */
    @Deactivate
    public void close() {
        background.close();
    }
}
