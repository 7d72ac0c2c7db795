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

    /** Returns why the server cannot run, however often it is started, or empty. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Stops an embedded server; does nothing to an external one. */
    @Override
    void close();
}
