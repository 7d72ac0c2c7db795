package io.precinct.postgres.api;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The database as a domain uses it. No method waits longer than a few seconds: if no connection becomes free, a
 * statement takes too long or the server is gone, it throws {@link DatabaseUnavailable}. Thread-safe.
 */
@ProviderType
public interface Database {
    /** Reads in one read-only transaction with one snapshot. */
    <T extends @Nullable Object> T read(Work<T> work);

    /**
     * Reads as {@link #read} does, but without the round trips that begin and end a transaction. Statements that are
     * sent together, separated by semicolons, form one transaction with one snapshot; statements that are sent later
     * see another snapshot. The work must not write.
     */
    <T extends @Nullable Object> T readAtOnce(Work<T> work);

    /**
     * Reads and writes in one transaction, read committed. After a deadlock, a serialisation failure or a {@link
     * ConcurrentChange} the work is run again, so it must have no effects outside its transaction.
     *
     * @throws DatabaseUnavailable if every attempt within several seconds met concurrent changes
     */
    <T extends @Nullable Object> T write(Work<T> work);

    /**
     * Calls {@code wake} after every NOTIFY on {@code channel}, and whenever notifications may have been lost. So a
     * call does not prove that there was a notification.
     *
     * @param channel an SQL identifier
     * @param wake must return quickly
     * @return closing it ends the subscription
     */
    AutoCloseable listen(String channel, Runnable wake);

    /** Work in a transaction; an exception rolls the transaction back and reaches the caller unchanged. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        /** Does the work. The transaction is valid during the call only. */
        T on(Transaction transaction);
    }
}
