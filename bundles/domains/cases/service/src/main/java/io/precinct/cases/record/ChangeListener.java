package io.precinct.cases.record;

/** Is called for every case that a mutation writes, in its transaction. Thread-safe. */
@FunctionalInterface
public interface ChangeListener {
    /**
     * Adds statements; must not read. Not called when a case is deleted or touched, nor for what sync writes.
     *
     * @param after the case as it is written
     * @param actor who changed or created it
     */
    void changed(Task after, String actor, StatementBatch batch);
}
