package io.precinct.cases.export;

import io.precinct.cases.record.ChangeListener;
import io.precinct.cases.record.StatementBatch;
import io.precinct.cases.record.Task;
import java.util.function.BooleanSupplier;

/** Queues a changed case for export if the configuration enables that. */
// @req:export-automatic
public final class AutomaticExport implements ChangeListener {
    /** Delays by one second, so that a burst of mutations of one case causes one export. */
    private static final String QUEUE = "INSERT INTO cases.export_queue (task_id, reason, requested_by, not_before)"
            + " VALUES (?, 'auto', ?, now() + interval '1 second')";

    private final BooleanSupplier wanted;

    /** Creates a listener that queues cases while {@code wanted} is true. */
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
