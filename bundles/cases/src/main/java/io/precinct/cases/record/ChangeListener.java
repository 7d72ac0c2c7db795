package io.precinct.cases.record;

/** Writes what follows from a change of a case, in the transaction of the change. Thread-safe. */
@FunctionalInterface
public interface ChangeListener {
    /** Adds statements; must not read. Not called for the touch of a case nor for what sync writes. */
    void follow(CaseChange change, StatementBatch batch);
}
