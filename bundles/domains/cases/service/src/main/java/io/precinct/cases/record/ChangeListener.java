package io.precinct.cases.record;

/**
 * Listens to every case that a mutation writes, in the transaction of the mutation. Implementations are thread-safe.
 */
@FunctionalInterface
public interface ChangeListener {
    /**
     * Adds statements to the batch. Must not read the database. Not called if a case is deleted or touched, nor for
     * writes of sync.
     *
     * @param after the case as the mutation writes it
     * @param actor the user who changed or created the case
     */
    void changed(Task after, String actor, StatementBatch batch);
}
