package io.precinct.postgres.server;

/**
 * A server that somebody else runs.
 *
 * @param address where it is
 */
public record ExternalServer(DatabaseAddress address) implements Server {
    @Override
    public void close() {
        // not ours
    }
}
