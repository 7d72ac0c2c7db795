package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Removes the data that another domain stores for a case when the case is deleted. An OSGi service; cases call every
 * implementation that is registered at that moment. An implementation that was absent must catch up on missed deletions
 * by itself; {@link Cases#existing} returns which cases still exist. Thread-safe.
 */
@ConsumerType
public interface CaseDeletionListener {
    /**
     * Called in the transaction that deletes the case. The case is locked already: transactions that {@linkplain
     * Cases#hold hold} it have ended, and later ones wait and then find it deleted. An exception prevents the deletion.
     * The transaction may be run again, so this method must have no side effects outside the transaction.
     *
     * @param transaction the transaction of the deletion, in the database that all domains share
     * @param id the id of the case; nothing may be stored for it
     */
    void deleting(Transaction transaction, String id);
}
