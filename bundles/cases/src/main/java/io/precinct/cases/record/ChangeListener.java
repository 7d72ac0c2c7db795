package io.precinct.cases.record;

/** Is called for every change of a case, in the transaction of the change. Thread-safe. */
@FunctionalInterface
public interface ChangeListener {
    /** Adds statements; must not read. Not called when a case is touched, nor for what sync writes. */
    void changed(CaseChange change, StatementBatch batch);
}
