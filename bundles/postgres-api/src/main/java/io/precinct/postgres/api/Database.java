package io.precinct.postgres.api;

import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The one database, from the side of a domain. Nothing here waits longer than a few seconds: a connection that cannot be
 * had, a statement that takes too long and a server that is gone are each a {@link DatabaseUnavailable}. Thread-safe.
 */
@ProviderType
public interface Database {
    /** Reads in one transaction with one snapshot; nothing can be written. */
    <T extends @Nullable Object> T read(Work<T> work);

    /**
     * Reads as {@link #read} does, with what is sent to the server together: one statement, or several separated by
     * semicolons. They are a transaction of their own with one snapshot, without the round trips that begin and end one;
     * what is sent later sees another snapshot. Nothing may be written.
     */
    <T extends @Nullable Object> T readAtOnce(Work<T> work);

    /**
     * Reads and writes in one transaction, read committed. What the database asks to try again (a deadlock, a
     * serialisation failure), and what throws {@link ConcurrentChange}, is tried again, so work must have no effect but on
     * its handle.
     *
     * @throws DatabaseUnavailable where each try of several seconds met changes of others
     */
    <T extends @Nullable Object> T write(Work<T> work);

    /**
     * Calls {@code wake} after every NOTIFY on {@code channel} and after every time that notifications may have been
     * lost. It says only that it is worth looking; must return quickly.
     *
     * @param channel an SQL identifier
     * @return ends the subscription
     */
    AutoCloseable listen(String channel, Runnable wake);

    /** Work in a transaction; what it throws rolls the transaction back and reaches the caller as it is. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        /** Does it. The handle is of use during the call only. */
        T on(Handle handle);
    }
}
