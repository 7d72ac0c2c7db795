package io.precinct.postgres.server;

import java.util.Optional;

/** A database server. Thread-safe. */
public interface Server extends AutoCloseable {
    /**
     * Returns the current address, which may change with every start.
     *
     * @throws ServerUnreachable while the server is not running
     */
    DatabaseAddress address() throws ServerUnreachable;

    /**
     * Returns the address of the server itself where {@link #address} is that of a connection pooler, else the same.
     *
     * @throws ServerUnreachable while the server is not running
     */
    default DatabaseAddress direct() throws ServerUnreachable {
        return address();
    }

    /**
     * Whether {@link #address} is that of a pooler which gives a connection to each transaction (PgBouncer in
     * transaction mode), so that sessions have no state of their own.
     */
    default boolean isPooled() {
        return false;
    }

    /** Returns why the server cannot run, however often it is started, or empty. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Stops an embedded server; does nothing to an external one. */
    @Override
    void close();
}
