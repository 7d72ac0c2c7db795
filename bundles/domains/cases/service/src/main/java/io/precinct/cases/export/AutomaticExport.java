package io.precinct.cases.export;

import io.precinct.cases.record.ChangeListener;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.record.Task;
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
    public void changed(Task after, String actor, StatementBatch batch) {
        if (wanted.getAsBoolean()) {
            batch.add(QUEUE, after.id(), actor);
        }
    }
}
