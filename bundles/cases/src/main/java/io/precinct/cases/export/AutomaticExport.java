package io.precinct.cases.export;

import io.precinct.cases.record.CaseChange;
import io.precinct.cases.record.ChangeListener;
import io.precinct.cases.record.StatementBatch;
import java.util.function.BooleanSupplier;

/** Queues a changed case for export if the configuration asks for it. */
// @req:export-automatic
public final class AutomaticExport implements ChangeListener {
    /** A second's delay, so that a burst of mutations of one case is one export. */
    private static final String QUEUE = "INSERT INTO cases.export_queue (task_id, reason, requested_by, not_before)"
            + " VALUES (?, 'auto', ?, now() + interval '1 second')";

    private final BooleanSupplier wanted;

    /** Queues while {@code wanted} is true. */
    public AutomaticExport(BooleanSupplier wanted) {
        this.wanted = wanted;
    }

    @Override
    public void changed(CaseChange change, StatementBatch batch) {
        if (change.after() != null && wanted.getAsBoolean()) {
            batch.add(QUEUE, change.after().id(), change.actor());
        }
    }
}
