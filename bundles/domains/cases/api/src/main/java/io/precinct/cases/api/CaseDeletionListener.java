package io.precinct.cases.api;

import io.precinct.postgres.api.Transaction;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Removes what another domain stores for a case when the case is deleted. A service; the cases call every one that is
 * registered at that moment. Deletions that happen while an implementation is absent are its own to catch up on once it is
 * back: {@link Cases#existing} says which cases there still are. Thread-safe.
 */
@ConsumerType
public interface CaseDeletionListener {
    /**
     * Called in the transaction that deletes the case, which is locked already: whoever {@linkplain Cases#hold holds} it has
     * finished, and whoever asks to hold it waits and then learns that it is gone. An exception prevents the deletion. All of
     * it may be run again, so there must be no effect but in the transaction.
     *
     * @param transaction that of the deletion, in the database of all domains
     * @param id of the case, which may have nothing stored for it
     */
    void deleting(Transaction transaction, String id);
}
