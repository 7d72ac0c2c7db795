package io.precinct.postgres.server;

import java.util.Optional;

/** A database server. Thread-safe. */
public interface Server extends AutoCloseable {
    /**
     * Where it is now; that may change with every start.
     *
     * @throws ServerUnreachable while it does not run
     */
    DatabaseAddress address() throws ServerUnreachable;

    /** Why it will not run however often it is tried, or empty. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Lets go of it; stops it where it is ours. */
    @Override
    void close();
}
